import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";

export function LostLinkForm({ reply }: { reply: unknown }) {
  const form = useStepForm<{ email: string }>({ id: "lost-link-form", reply });
  return (
    <StepForm form={form}>
      <TextField
        field={fieldOf(form, "email")}
        label="Email address"
        hint="The one that the booking was made with."
        type="email"
        autoComplete="email"
      />
      <Button>Send the link</Button>
    </StepForm>
  );
}
