import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { BusyFeed } from "./busy-times.server.ts";

function StateOfFeed({ feed: { host, readAt, times, fault, isOld } }: { feed: BusyFeed }) {
  const said = `${times} busy ${times === 1 ? "time" : "times"} in the next 60 days`;
  const last = readAt === null ? "It was not read yet" : `Last read on ${formatInstant(readAt)}: ${said}`;
  return (
    <>
      <p>
        <strong>{host}</strong>. {last}
        {fault === null ? "." : `. It cannot be read: ${fault}.`}
      </p>
      {isOld ? (
        <Alert
          tone="warning"
          text="This calendar was not read for a day. What it said before is a warning only."
        />
      ) : null}
    </>
  );
}

const StopLooking = () => (
  <PostForm>
    <Button look="quiet" intent="stop-looking">
      Stop looking at it
    </Button>
  </PostForm>
);

/** Staff see whether an assessor's own calendar is read. Nothing without one. */
export function TheirBusyFeed({ feed }: { feed: BusyFeed | null }) {
  if (feed === null) return null;
  return (
    <Card id="calendar" heading="Their own calendar" className="stack">
      <StateOfFeed feed={feed} />
      <StopLooking />
    </Card>
  );
}

/** The assessor says which calendar of their own is looked at. */
export function OwnBusyFeed({ feed }: { feed: BusyFeed | null }) {
  const form = useStepForm<{ feedAddress: string }>({ id: "look-at-form" });
  return (
    <Card heading="Also look at this calendar" className="stack">
      {feed === null ? (
        <p>
          Do you keep a calendar elsewhere? Give its address, and the office agrees no visit while you are
          busy. We read it every 15 minutes, for the next 60 days. We keep the times at which you are busy,
          and no titles.
        </p>
      ) : (
        <StateOfFeed feed={feed} />
      )}
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="intent" value="look-at" />
        <TextField
          field={fieldOf(form, "feedAddress")}
          label={feed === null ? "Address of your calendar" : "Another address"}
          inputMode="url"
          hint="Google: Settings of the calendar, “Secret address in iCal format”. Outlook: Settings, Calendar, Shared calendars, “Publish a calendar”, ICS. Apple: Share the calendar, Public Calendar."
        />
        <Button look="quiet">Look at this calendar</Button>
      </StepForm>
      {feed === null ? null : <StopLooking />}
    </Card>
  );
}
