import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { CheckboxGroup } from "#app/forms/choice-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import type { PrivacyMarkRow } from "#app/features/data-protection/tables.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import type { CaseForm } from "./case-schema.ts";

type Reply = { reply: unknown };

export function MarkForm({ kind, reply }: Reply & { kind: PrivacyMarkRow["kind"] }) {
  const form = useStepForm<typeof CaseForm>({ id: kind, reply });
  return (
    <StepForm form={form} className="stack">
      <input type="hidden" name="intent" value={kind} />
      <TextField field={fieldOf(form, "reason")} label="Reason" autoComplete="off" />
      <Button look="quiet">{kind === "restriction" ? "Restrict processing" : "Place a legal hold"}</Button>
    </StepForm>
  );
}

const MARK_WORDS = { restriction: "Processing restricted", "legal-hold": "Legal hold" } as const;

export function StandingMarks({
  marks,
}: {
  marks: Pick<PrivacyMarkRow, "id" | "kind" | "reason" | "placed_at">[];
}) {
  return marks.map((mark) => (
    <PostForm key={mark.id} className="stack">
      <p>
        <strong>{MARK_WORDS[mark.kind]}</strong> since {formatInstant(mark.placed_at)}: {mark.reason}
      </p>
      <input type="hidden" name="markId" value={mark.id} />
      <Button look="quiet" isSmall name="intent" value="lift">
        Lift
      </Button>
    </PostForm>
  ));
}

export function EraseForm({ reply }: Reply) {
  const form = useStepForm<typeof CaseForm>({ id: "erase", reply });
  return (
    <StepForm form={form} className="stack">
      <input type="hidden" name="intent" value="erase" />
      <TextField field={fieldOf(form, "reason")} label="Reason" autoComplete="off" />
      <CheckboxGroup
        field={fieldOf(form, "confirmErasure")}
        label="Confirm"
        options={[{ value: "on", label: "I have checked that nothing must be kept. This cannot be undone." }]}
      />
      <Button look="danger">Erase this person</Button>
    </StepForm>
  );
}
