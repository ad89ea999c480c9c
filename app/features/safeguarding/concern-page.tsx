import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { ConcernSchema } from "./concern-schema.ts";

type ConcernPageProps = { reference: string; backTo: string };

/** The page on which staff or an assessor record a concern about a booking. */
export function ConcernPage({ reference, backTo }: ConcernPageProps) {
  const form = useStepForm<typeof ConcernSchema>({ id: "concern" });
  return (
    <Page className="prose" title={`Record a concern about ${reference}`}>
      <Alert tone="warning" heading="In danger now? Call 999">
        <p>
          If nobody is in danger now, call the adult social care team of the person’s council and ask for
          safeguarding. Recording it here tells our own safeguarding lead, and nobody else.
        </p>
      </Alert>
      <StepForm form={form} autoComplete="off">
        <TextArea
          field={fieldOf(form, "concern")}
          label="What worries you?"
          hint="Write what you saw or heard, when, and whom you have already told. Only people with the right to see safeguarding concerns can read it."
          rows={8}
          isWide
        />
        <div className="actions">
          <Button>Record the concern</Button>
          <ButtonLink look="quiet" to={backTo}>
            Cancel
          </ButtonLink>
        </div>
      </StepForm>
    </Page>
  );
}
