import { RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import type { BookingReadModel } from "#app/features/booking/read-model.ts";
import { currentOffer, findAssessment } from "#app/features/catalogue/catalogue.ts";
import { AssessmentList } from "#app/features/wizard/assessment-list.tsx";
import type { AssessmentsEditForm } from "./edit-schema.ts";
import { editValues } from "./edit-values.ts";
import { EditActions, type EditNotice } from "./edit-actions.tsx";

type EditFormProps = { booking: BookingReadModel; version: number; reply: unknown };

const MODES = [
  { value: "false", label: "Face-to-Face" },
  { value: "true", label: "Virtual" },
];
const PAYMENTS = [
  { value: "pay-now", label: "Pay now" },
  { value: "pay-later", label: "Pay later" },
];

/** What is offered now, and what the booking has of earlier ones. */
function editable(lines: readonly { id: string }[]) {
  const { assessments, retired } = currentOffer();
  return [...assessments, ...retired.filter(({ id }) => lines.some((line) => line.id === id))];
}

export function EditAssessmentsForm({ booking, version, reply }: EditFormProps) {
  const other = booking.calculatedPricing.assessmentPrices.find((line) => line.id === "other");
  const form = useStepForm<AssessmentsEditForm & EditNotice>({
    id: "edit-form",
    reply,
    saved: {
      ...editValues(booking),
      otherPrice: other?.price?.toFixed(2),
      selectedAssessments: booking.calculatedPricing.assessmentPrices.map(
        ({ id, name }) => findAssessment(id)?.name ?? name,
      ),
      assessmentLocation: booking.isVirtual ? "" : (booking.assessmentLocation ?? ""),
    },
  });
  const live = useLiveForm(form);
  return (
    <StepForm form={form}>
      <RadioGroup field={fieldOf(form, "showVirtualPricing")} label="Type" options={MODES} />
      <AssessmentList
        formId={form.id}
        field={fieldOf(form, "selectedAssessments")}
        otherField={fieldOf(form, "otherAssessmentDetails")}
        live={live}
        assessments={editable(booking.calculatedPricing.assessmentPrices)}
        isVirtual={live.showVirtualPricing?.[0] === "true"}
      />
      <TextField
        field={fieldOf(form, "otherPrice")}
        label="Price of Other, in pounds"
        isOptional
        inputMode="decimal"
        autoComplete="off"
        hint="As it is charged, with VAT where you charge it. Leave it empty while it is on request. With a price, Other counts as any other assessment, also for the discount."
      />
      <TextField
        field={fieldOf(form, "assessmentLocation")}
        label="Location"
        autoComplete="off"
        hint="Needed for a face-to-face assessment."
      />
      <RadioGroup field={fieldOf(form, "paymentMethod")} label="Payment" options={PAYMENTS} />
      <p className="hint mb-4">
        What stays in the same mode keeps the price that it was booked at. The total, the discount and an
        invoice that is still to be made follow; an invoice that was made does not.
      </p>
      <EditActions bookingId={booking.id} version={version} form={form} />
    </StepForm>
  );
}
