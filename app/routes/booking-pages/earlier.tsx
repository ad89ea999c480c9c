import { BackToBooking } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { useActionData } from "react-router";
import {
  answerEarlierPage,
  openEarlierPage,
} from "#app/features/after-booking/own-booking/earlier-page.server.ts";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import type { FormReply } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { Times } from "#app/ui/times.tsx";
import type { Route } from "./+types/earlier";

export const loader = openEarlierPage;

export const action = once(answerEarlierPage);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function EarlierTime({ loaderData: page }: Route.ComponentProps) {
  const { id, reference, agreed, askId, when, who, sentence } = page;
  const form = useStepForm<{ isLast: boolean }>({ id: "earlier-form" });
  const reply = useActionData<FormReply>();
  return (
    <Page className="prose" title="An earlier time for the visit">
      <p>
        Booking <strong className="inline-block">{reference}</strong>. All times are UK times.
      </p>
      {askId === "" ? (
        <>
          <Alert tone={reply ? "bad" : "info"} isLive={reply !== undefined}>
            <p>{reply?.summary ?? sentence}</p>
          </Alert>
          {agreed === null ? null : (
            <p>
              <Times>{`Your visit is agreed for ${agreed}.`}</Times>
            </p>
          )}
          <div className="actions">
            <BackToBooking id={id} />
          </div>
        </>
      ) : (
        <StepForm form={form} autoComplete="off" enterIntent="take">
          <Facts
            rows={[
              ["Free now", [when, who && `with ${who}`].filter(Boolean).join(", ")],
              ["Agreed", agreed],
            ]}
          />
          <p>The first who takes the earlier time has it. If you do nothing, the agreed time stays.</p>
          <input type="hidden" name="askId" value={askId} />
          <div className="actions">
            <Button intent="take">Take the earlier time</Button>
          </div>
          <Checkbox field={fieldOf(form, "isLast")} label="Do not ask me about earlier times again" />
          <div className="actions">
            <Button look="quiet" intent="keep">
              Keep the agreed time
            </Button>
            <BackToBooking id={id} />
          </div>
        </StepForm>
      )}
    </Page>
  );
}
