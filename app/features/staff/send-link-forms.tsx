import { useActionData } from "react-router";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { CheckboxGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { CopyField } from "#app/ui/copy-field.tsx";

export function GenerateLinkForm({ chosenNames }: { chosenNames: string[] }) {
  const form = useStepForm<{ assessments: string[] }>({
    id: "generate-form",
    saved: { assessments: chosenNames },
  });
  return (
    <StepForm form={form}>
      <input type="hidden" name="intent" value="generate" />
      <CheckboxGroup
        field={fieldOf(form, "assessments")}
        label="Assessments"
        options={currentOffer().assessments.map((assessment) => ({ value: assessment.name }))}
        isWide
      />
      <Button>Generate Booking Link</Button>
    </StepForm>
  );
}

export function SendLinkForm({ link }: { link: string | null }) {
  const form = useStepForm<{ email: string }>({ id: "send-form" });
  const suggestion = useActionData<{ suggestion?: string }>()?.suggestion;
  return (
    <>
      {link ? <CopyField id="link" name="link" formId="send-form" label="Booking link" value={link} /> : null}
      <StepForm form={form}>
        <input type="hidden" name="intent" value="send" />
        <TextField
          field={fieldOf(form, "email")}
          label="Customer's email address"
          isOptional
          type="email"
          autoComplete="off"
        />
        {suggestion ? (
          <div className="actions mb-4">
            <Button isSmall name="useAddress" value={suggestion}>
              Send to {suggestion}
            </Button>
            <Button isSmall look="quiet" name="emailConfirmed" value={String(form.values.email ?? "")}>
              Keep this address and send
            </Button>
          </div>
        ) : null}
        <Button look="quiet">Send</Button>
      </StepForm>
    </>
  );
}
