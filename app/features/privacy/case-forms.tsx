import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { CheckboxGroup } from "#app/forms/choice-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import type { RestrictionRow } from "#app/features/data-protection/tables.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import type { CaseSchema } from "./case-schema.ts";

type Reply = { reply: unknown };

export function RestrictionForm({ kind, reply }: Reply & { kind: RestrictionRow["kind"] }) {
  const form = useStepForm<typeof CaseSchema>({ id: kind, reply });
  return (
    <StepForm form={form} className="stack">
      <input type="hidden" name="intent" value={kind} />
      <TextField field={fieldOf(form, "reason")} label="Reason" autoComplete="off" />
      <Button look="quiet">{kind === "restriction" ? "Restrict processing" : "Place a legal hold"}</Button>
    </StepForm>
  );
}

const RESTRICTION_WORDS = { restriction: "Processing restricted", "legal-hold": "Legal hold" } as const;

export function ActiveRestrictions({
  restrictions,
}: {
  restrictions: Pick<RestrictionRow, "id" | "kind" | "reason" | "placed_at">[];
}) {
  return restrictions.map((restriction) => (
    <PostForm key={restriction.id} className="stack">
      <p>
        <strong>{RESTRICTION_WORDS[restriction.kind]}</strong> since {formatInstant(restriction.placed_at)}:{" "}
        {restriction.reason}
      </p>
      <input type="hidden" name="restrictionId" value={restriction.id} />
      <Button look="quiet" isSmall name="intent" value="lift">
        Lift
      </Button>
    </PostForm>
  ));
}

export function EraseForm({ reply }: Reply) {
  const form = useStepForm<typeof CaseSchema>({ id: "erase", reply });
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
