import { answerEdit } from "#app/features/staff/booking/edit-booking.server.ts";
import {
  assessmentsPlan,
  assessmentsEdit,
  type AssessmentsEditForm,
} from "#app/features/staff/booking/edit-plans.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking-edit-assessments";
import { RadioGroup } from "#app/forms/choice-fields.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import { textValue } from "#app/forms/field.tsx";
import { fieldOf } from "#app/forms/use-step-form.ts";
import { readPounds } from "#app/platform/money.ts";
import { currentOffer, findAssessment } from "#app/features/catalogue/catalogue.ts";
import { isPricedByHand, priceField, pricesSignature } from "#app/features/booking/money/hand-prices.ts";
import { ON_ACCOUNT, PAYMENT_METHODS, PAYMENT_WORDS } from "#app/features/booking/fields/reference-lists.ts";
import { AssessmentList } from "#app/features/before-booking/wizard/assessment-list.tsx";
import { EditPage, Question, useEditForm } from "#app/features/staff/booking/edit-form.tsx";

export { openBookingForEdit as loader } from "#app/features/staff/booking/read-booking-file.server.ts";

export const action = once(async (args: Route.ActionArgs) => {
  return answerEdit(args, { schema: assessmentsEdit(), planOf: assessmentsPlan, isRaw: true });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const MODES = [
  { value: "false", label: "Face-to-Face" },
  { value: "true", label: "Virtual" },
];
const payments = () =>
  [...PAYMENT_METHODS, ...(currentOffer().agreed?.isOnAccount ? [ON_ACCOUNT] : [])].map((value) => ({
    value,
    label: PAYMENT_WORDS[value]!,
  }));

/** The assessments offered now, and those of the booking that are offered no longer. */
function editable(lines: readonly { id: string }[]) {
  const { assessments, retired } = currentOffer();
  return [...assessments, ...retired.filter(({ id }) => lines.some((line) => line.id === id))];
}

export default function EditAssessmentsPage({ loaderData }: Route.ComponentProps) {
  const { booking } = loaderData;
  const { assessmentPrices } = booking.calculatedPricing;
  const assessments = editable(assessmentPrices);
  const booked = new Map(assessmentPrices.map(({ id, price }) => [id, price]));
  const byHand = assessments.filter(({ id }) => isPricedByHand(id, booked.get(id)));
  const form = useEditForm<AssessmentsEditForm>(booking, {
    ...Object.fromEntries(byHand.map(({ id }) => [priceField(id), booked.get(id)?.toFixed(2)])),
    selectedAssessments: assessmentPrices.map(({ id, name }) => findAssessment(id)?.name ?? name),
    assessmentLocation: booking.isVirtual ? "" : (booking.assessmentLocation ?? ""),
  });
  const live = useLiveForm(form);
  return (
    <EditPage {...loaderData} title="Assessments and payment of booking" form={form}>
      <RadioGroup field={fieldOf(form, "showVirtualPricing")} label="Type" options={MODES} />
      <AssessmentList
        formId={form.id}
        field={fieldOf(form, "selectedAssessments")}
        otherField={fieldOf(form, "otherAssessmentDetails")}
        live={live}
        assessments={assessments}
        isVirtual={live.showVirtualPricing?.[0] === "true"}
      />
      {byHand.map(({ id, name }) => (
        <TextField
          key={id}
          field={fieldOf(form, priceField(id))}
          label={`Price of ${name}, in pounds`}
          isOptional
          inputMode="decimal"
          hint={`The price charged, including VAT if you charge it. Leave it empty while the price is on request. With a price, ${name} counts like any other assessment, for the discount too.`}
        />
      ))}
      <Question
        field={fieldOf(form, "confirmPrices")}
        heading="Prices that more than double or halve"
        value={pricesSignature(
          byHand.map(({ id }) => [id, readPounds(textValue(fieldOf(form, priceField(id))) ?? "")]),
        )}
        label="These prices are right"
      />
      <TextField
        field={fieldOf(form, "assessmentLocation")}
        label="Location"
        hint="Needed for a face-to-face assessment."
      />
      <RadioGroup field={fieldOf(form, "paymentMethod")} label="Payment" options={payments()} />
      <p className="hint mb-4">
        An assessment that stays in the same mode keeps its booked price. The total, the discount and an
        invoice that is not made yet follow; an invoice that was made does not change.
      </p>
    </EditPage>
  );
}
