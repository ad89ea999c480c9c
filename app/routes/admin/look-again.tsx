import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  FOLLOW_UP_COLOURS,
  FOLLOW_UP_STATES,
  STAFF_REASONS,
} from "#app/features/follow-ups/follow-up-words.ts";
import {
  answerFollowUps,
  listFollowUps,
  type ListedFollowUp,
} from "#app/features/follow-ups/list-follow-ups.server.ts";
import { optionsOf, SelectField } from "#app/forms/choice-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { ErrorSummary, StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { FilterForm } from "#app/kit/filter-form.tsx";
import { ListPage } from "#app/kit/list-page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Who, type ListColumn } from "#app/ui/list.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/look-again";

const PAGE = "/admin/look-again";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  return { list: await listFollowUps(deps, new URL(request.url)), said: answerFollowUps.said(request) };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  return answerFollowUps({ deps, by, form: await request.formData(), page: PAGE });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

/** Stops a reminder, or plans it again. */
function Decide({ row: { id, reference, isDecided } }: { row: ListedFollowUp }) {
  const form = useStepForm<{ reason: string }>({ id: `stop-${id}` });
  if (isDecided)
    return (
      <PostForm>
        <input type="hidden" name="followUpId" value={id} />
        <Button look="quiet" isSmall intent="resume" aria-label={`Remind again of ${reference}`}>
          Remind again
        </Button>
      </PostForm>
    );
  return (
    <details>
      <summary aria-label={`Do not remind of ${reference}`}>Do not remind</summary>
      <StepForm form={form} enterIntent="stop">
        <input type="hidden" name="followUpId" value={id} />
        <SelectField
          field={fieldOf(form, "reason")}
          label="Why"
          options={optionsOf(STAFF_REASONS)}
          emptyLabel="Choose"
        />
        <Button look="quiet" isSmall intent="stop">
          Stop the reminder
        </Button>
      </StepForm>
    </details>
  );
}

const COLUMNS: ListColumn<ListedFollowUp>[] = [
  {
    name: "Client",
    place: "name",
    cell: ({ bookingId, name, reference }) => (
      <Who to={`/admin/bookings/${bookingId}/report`} name={name} code={reference} />
    ),
  },
  { name: "Look again on", cell: ({ dueOn }) => dueOn },
  {
    name: "Reminder",
    place: "side",
    cell: ({ state, about }) => (
      <>
        <Badge colour={FOLLOW_UP_COLOURS[state]}>{FOLLOW_UP_STATES[state]}</Badge>
        {about ? <span className="note block">{about}</span> : null}
      </>
    ),
  },
  { name: "Change", place: "side", cell: (row) => <Decide row={row} /> },
];

export default function ToLookAgain({ loaderData: { list, said } }: Route.ComponentProps) {
  const { shown, months, followUps, at } = list;
  return (
    <ListPage
      title="To look again"
      caption="To look again"
      columns={COLUMNS}
      rows={followUps}
      at={at}
      of="days to look again"
      empty={{
        heading: "Nothing is to be looked at again",
        words: "Name the day when you release a report. Settings, Look again has defaults and the emails.",
      }}
    >
      <Done text={useSaid(said)} />
      <ErrorSummary form={useStepForm({ id: "buttons-form" })} />
      <p className="lead">
        Days on which reports ask to look at the person’s capacity again. The referrer gets one email six
        weeks before, if they agreed to it at the release and nothing is against it on the day.
      </p>
      <FilterForm
        label="Month"
        filters={[{ name: "month", label: "Month", value: shown, options: [["", "All months"], ...months] }]}
      >
        <Button>Show</Button>
      </FilterForm>
    </ListPage>
  );
}
