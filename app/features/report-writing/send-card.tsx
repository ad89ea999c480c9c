import { Checkbox, optionsOf, RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { DECLARATION, REPORT_KINDS, VISIT_DOUBTS } from "#app/features/report/report-words.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { CheckPageData, SendDraftSchema } from "./check-page.server.ts";

const { addendum, correction } = REPORT_KINDS;
/** Kinds of what is sent after a report was released. */
const LATER_KINDS = { addendum, correction };

/** The declaration, and the button that sends the draft. */
export function SendCard({
  page: { refusal, isReleased, doubt, authorName, shown },
}: {
  page: CheckPageData;
}) {
  const form = useStepForm<typeof SendDraftSchema>({ id: "send-form", saved: { declaredName: authorName } });
  if (refusal)
    return (
      <Alert>
        <p>{refusal}</p>
      </Alert>
    );
  return (
    <Card heading="Send it" className="stack">
      <p>
        The office gets the report as you see it in the preview. You cannot change it unless it comes back.
      </p>
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="shown" value={shown} />
        {isReleased ? (
          <RadioGroup field={fieldOf(form, "kind")} label="What it is" options={optionsOf(LATER_KINDS)} />
        ) : null}
        {doubt ? (
          <Checkbox
            field={fieldOf(form, "confirmVisit")}
            label={VISIT_DOUBTS[doubt.kind].label(doubt.when)}
          />
        ) : null}
        <Checkbox field={fieldOf(form, "declared")} label={DECLARATION} />
        <TextField field={fieldOf(form, "declaredName")} label="Your full name, as your signature" />
        <div className="actions">
          <Button>Send for review</Button>
        </div>
      </StepForm>
    </Card>
  );
}
