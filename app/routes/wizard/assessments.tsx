import { actOnStep, loadStep } from "#app/features/wizard/step-page.server.ts";
import { AssessmentList } from "#app/features/wizard/assessment-list.tsx";
import { PRICE_LIST } from "#app/features/wizard/price-change.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { PricingMode } from "#app/features/wizard/pricing-mode.tsx";
import { FinderLink, StepActions, WizardStep } from "#app/features/wizard/wizard-step.tsx";
import { TotalLine, TotalPanel } from "#app/features/wizard/total-panel.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import type { Route } from "./+types/assessments";
import type { AssessmentAnswers } from "#app/features/booking/schema.ts";

export const handle = { isRepeatable: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  return loadStep(context, request, "assessments");
}

export async function action({ request, context }: Route.ActionArgs) {
  return actOnStep(context, request, "assessments");
}

export default function AssessmentsStep({ loaderData: page, actionData }: Route.ComponentProps) {
  const form = useStepForm<typeof AssessmentAnswers>({
    id: "assessments",
    saved: page.saved,
    reply: actionData,
  });
  const live = useLiveForm(form);
  const isVirtual = live.showVirtualPricing?.[0] === "true";
  const list = {
    field: fieldOf(form, "selectedAssessments"),
    otherField: fieldOf(form, "otherAssessmentDetails"),
  };
  return (
    <WizardStep
      step="assessments"
      page={page}
      form={form}
      lead={
        <>
          Choose one or more. We assess each decision separately, because capacity depends on the decision and
          the time. <FinderLink draftId={page.draftId} />
        </>
      }
      isVirtual={isVirtual}
    >
      <StepForm form={form} action={page.action}>
        <input type="hidden" name={PRICE_LIST} value={currentOffer().listId} />
        <div className="columns">
          <div className="min-w-0">
            <PricingMode
              formId={form.id}
              field={fieldOf(form, "showVirtualPricing")}
              live={live}
              clears={[list.field.name, list.otherField.name]}
            />
            <AssessmentList formId={form.id} {...list} live={live} isVirtual={isVirtual} />
            <TotalLine selected={live.selectedAssessments ?? []} isVirtual={isVirtual} />
          </div>
          <div className="aside" id="total">
            <TotalPanel selected={live.selectedAssessments ?? []} isVirtual={isVirtual} />
          </div>
        </div>
        <StepActions />
      </StepForm>
    </WizardStep>
  );
}
