import { optionsOf, RadioGroup } from "#app/forms/choice-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { HoldSchema } from "./report-schemas.ts";
import { HOLD_REASONS } from "./report-words.ts";
import type { StaffReportPage } from "./staff-report-page.server.ts";

export function HoldsCard({ page: { holds, refusal } }: { page: StaffReportPage }) {
  const form = useStepForm<typeof HoldSchema>({ id: "hold-form" });
  return (
    <Card heading="Reasons to hold the report" className="stack">
      {holds.map((hold) => (
        <Alert key={hold.id} tone="warning">
          <p>
            <strong>{HOLD_REASONS[hold.reason]}</strong>, since {formatInstant(hold.placedAt)}. Nobody outside
            can open the report.
          </p>
          {hold.note ? <p className="whitespace-pre-line">{hold.note}</p> : null}
          {refusal === null ? (
            <PostForm>
              <input type="hidden" name="holdId" value={hold.id} />
              <Button look="quiet" isSmall name="intent" value="lift-hold">
                Lift the hold
              </Button>
            </PostForm>
          ) : null}
        </Alert>
      ))}
      {refusal === null ? (
        <details className="more" open={form.summary !== undefined}>
          <summary>Hold this report</summary>
          <StepForm form={form} autoComplete="off" enterIntent="hold">
            <RadioGroup field={fieldOf(form, "reason")} label="Reason" options={optionsOf(HOLD_REASONS)} />
            <TextArea field={fieldOf(form, "note")} label="Note" isOptional rows={2} />
            <div className="actions">
              <Button look="quiet" name="intent" value="hold">
                Hold the report
              </Button>
            </div>
          </StepForm>
        </details>
      ) : null}
    </Card>
  );
}
