import { formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { stepHref, type StepSlug } from "#app/features/booking/steps.ts";

type Unfinished = { id: string; step: StepSlug; savedAt: string };

/** Shows nothing of the contents: the screen may be shared. "Start afresh" keeps what was typed below. */
export function UnfinishedBooking({ draft }: { draft: Unfinished }) {
  return (
    <Alert heading="You have an unfinished booking" className="mb-6">
      <p>It was last saved on {formatInstant(draft.savedAt)}. We keep it for 48 hours.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <input type="hidden" name="discardDraft" value={draft.id} />
        <ButtonLink isSmall to={stepHref(draft.step, draft.id)}>
          Continue your booking
        </ButtonLink>
        <Button isSmall look="quiet" name="intent" value="discard">
          Start afresh
        </Button>
      </div>
    </Alert>
  );
}
