import type { z } from "zod";
import { stepAction, stepLoader } from "#app/features/before-booking/wizard/step-page.server.ts";
import { AssessmentList } from "#app/features/before-booking/wizard/assessment-list.tsx";
import { PRICE_LIST } from "#app/features/before-booking/wizard/price-change.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { FinderButton, StepActions, WizardStep } from "#app/features/before-booking/wizard/wizard-step.tsx";
import { TotalLine, TotalPanel } from "#app/features/before-booking/wizard/total-panel.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { useLiveForm, clearControls, type LiveValues } from "#app/forms/use-live-form.ts";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import type { Route } from "./+types/assessments";
import type { AssessmentAnswers } from "#app/features/booking/fields/schema.ts";
import { textValue } from "#app/forms/field.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { trackEvent } from "#app/features/booking/fields/analytics.ts";
import { SWITCHED_TEXT, switchedTitle } from "#app/features/before-booking/wizard/selection.ts";

export const loader = stepLoader("assessments");
export const action = stepAction("assessments");

export default function AssessmentsStep({ loaderData: page }: Route.ComponentProps) {
  const form = useStepForm<typeof AssessmentAnswers>({ id: "assessments", saved: page.saved });
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
        "Choose one or more. We assess each decision separately, because capacity depends on the decision and the time."
      }
      isVirtual={isVirtual}
    >
      <StepForm form={form} action={page.action}>
        <p className="mb-4">
          <FinderButton />
        </p>
        <input type="hidden" name={PRICE_LIST} value={currentOffer().listId} />
        <div className="columns">
          <div className="min-w-0">
            <PricingMode form={form} live={live} />
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

const TOAST_MS = 4_000;
const OF_THE_MODE = ["selectedAssessments", "otherAssessmentDetails"] as const;

type PricingModeProps = { form: FormState<z.output<typeof AssessmentAnswers>>; live: LiveValues };

/** `shownPricing` tells the server whose prices the page shows. */
function PricingMode({ form, live }: PricingModeProps) {
  const field = fieldOf(form, "showVirtualPricing");
  const isVirtual = textValue(field) === "true";
  const isHydrated = useHydrated();
  const switchTo = (isNowVirtual: boolean) => {
    const hasSelection = OF_THE_MODE.some((name) => live[name]?.some((value) => value !== ""));
    trackEvent({ name: "delivery_method", method: isNowVirtual ? "virtual" : "face_to_face" });
    if (!hasSelection) return;
    clearControls(form.id, OF_THE_MODE);
    showToast({ title: switchedTitle(isNowVirtual), description: SWITCHED_TEXT, durationMs: TOAST_MS });
  };
  return (
    <fieldset className="field is-wide">
      <legend>How should the assessment take place?</legend>
      <div className="segments">
        {[false, true].map((isThisVirtual) => (
          <label key={String(isThisVirtual)}>
            <input
              type="radio"
              id={isThisVirtual ? `${field.id}-virtual` : field.id}
              name={field.name}
              value={String(isThisVirtual)}
              defaultChecked={isVirtual === isThisVirtual}
              onChange={() => switchTo(isThisVirtual)}
            />
            {isThisVirtual ? "Virtual" : "Face-to-Face"}
          </label>
        ))}
      </div>
      <input type="hidden" name="shownPricing" value={live[field.name]?.[0] === "true" ? "true" : "false"} />
      <p className="hint mt-2">
        {`Some assessments are face-to-face only. If you switch, your selection starts again.${
          isVirtual && !isHydrated ? " To choose those, switch and press “Update total”." : ""
        }`}
      </p>
    </fieldset>
  );
}
