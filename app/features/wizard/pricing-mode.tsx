import { textValue } from "#app/forms/field.tsx";
import { clearControls, type LiveValues } from "#app/forms/use-live-form.ts";
import type { Field } from "#app/forms/use-step-form.ts";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { trackEvent } from "#app/features/booking/analytics.ts";
import { SWITCHED_TEXT, switchedTitle } from "./switched.ts";

const TOAST_MS = 4_000;

type PricingModeProps = {
  formId: string;
  field: Field<boolean>;
  live: LiveValues;
  clears: string[];
};

/** `shownPricing` tells the server whose prices the page shows. */
export function PricingMode({ formId, field, live, clears }: PricingModeProps) {
  const isVirtual = textValue(field) === "true";
  const isHydrated = useHydrated();
  const switchTo = (isNowVirtual: boolean) => {
    const hasSelection = clears.some((name) => live[name]?.some((value) => value !== ""));
    trackEvent({ name: "delivery_method", method: isNowVirtual ? "virtual" : "face_to_face" });
    if (!hasSelection) return;
    clearControls(formId, clears);
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
        Some assessments are face-to-face only. If you switch, your selection starts again.
        {isVirtual && !isHydrated ? " To choose those, switch and press “Update total”." : null}
      </p>
    </fieldset>
  );
}
