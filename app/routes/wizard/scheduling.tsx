import { useSearchParams } from "react-router";
import { isLostWithWeekends, weekendClearedMessage } from "#app/features/booking/fields/calendar.ts";
import { schedulingStart } from "#app/features/before-booking/wizard/scheduling-choice.ts";
import { SchedulingFields } from "#app/features/before-booking/wizard/scheduling-fields.tsx";
import { stepAction, stepLoader } from "#app/features/before-booking/wizard/step-page.server.ts";
import { StepActions, WizardStep } from "#app/features/before-booking/wizard/wizard-step.tsx";
import type { Answers } from "#app/features/booking/fields/steps.ts";
import { bankHolidaysAhead } from "#app/features/booking/fields/closed-days.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import type { Route } from "./+types/scheduling";
import type { StepValues } from "#app/features/booking/fields/field-values.ts";

export const loader = stepLoader("scheduling", (today) => ({ bankHolidays: bankHolidaysAhead(today) }));
export const action = stepAction("scheduling");

export default function SchedulingStep({ loaderData: page }: Route.ComponentProps) {
  const form = useStepForm<StepValues<"scheduling">>({ id: "scheduling", saved: page.saved });
  const [query] = useSearchParams();
  const start = schedulingStart(form.values as Answers, page, query.get("month"));
  const lostDay = query.get("lostDay");
  return (
    <WizardStep
      step="scheduling"
      page={page}
      form={form}
      lead="When would suit you? Everything on this page is optional."
    >
      <StepForm form={form} action={page.action}>
        <SchedulingFields
          form={form}
          start={start}
          notice={isLostWithWeekends(lostDay, false) ? weekendClearedMessage(lostDay!) : null}
        />
        <StepActions />
      </StepForm>
    </WizardStep>
  );
}
