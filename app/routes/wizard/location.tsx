import { travelFeeText } from "#app/features/catalogue/pricing.ts";
import { stepAction, stepLoader } from "#app/features/before-booking/wizard/step-page.server.ts";
import { StepActions, WizardStep } from "#app/features/before-booking/wizard/wizard-step.tsx";

import { outsideAct, outsideActWords } from "#app/features/booking/fields/jurisdiction.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/location";
import type { StepValues } from "#app/features/booking/fields/field-values.ts";

export const loader = stepLoader("location");
export const action = stepAction("location");

export default function LocationStep({ loaderData: page }: Route.ComponentProps) {
  const form = useStepForm<StepValues<"location">>({ id: "location", saved: page.saved });
  const live = useLiveForm(form);
  // Without scripts the field may be left blank, and the server says what is missing.
  const isHydrated = useHydrated();
  const outside = outsideAct(live.assessmentLocation?.[0]);
  return (
    <WizardStep
      step="location"
      page={page}
      form={form}
      lead={`Where will the assessment take place? The town or city, or the postcode, is enough for now. ${travelFeeText()} We tell you before you pay.`}
    >
      <StepForm form={form} action={page.action}>
        <TextField
          field={fieldOf(form, "assessmentLocation")}
          label="Town, city or postcode"
          hint="Press Enter to continue"
          autoComplete="off"
          enterKeyHint="next"
        />
        <div role="status">
          {outside ? <Alert tone="warning" className="mb-4" text={outsideActWords(outside)} /> : null}
        </div>
        <StepActions>
          <Button disabled={isHydrated && !live.assessmentLocation?.[0]?.trim()}>Continue</Button>
        </StepActions>
      </StepForm>
    </WizardStep>
  );
}
