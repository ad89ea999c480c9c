import type { BookingReadModel } from "#app/features/booking/read-model.ts";
import type { FormValues } from "#app/forms/use-step-form.ts";

/** What the forms that edit a booking show at first, by control name. The read model has the names of the controls. */
export function editValues(booking: BookingReadModel): FormValues {
  const texts = Object.entries(booking).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "boolean" ? [[name, String(value)]] : [],
  );
  return {
    ...Object.fromEntries(texts),
    notify: "on",
    referrerPhone: booking.referrerPhoneAsTyped,
    clientPhone: booking.clientPhoneAsTyped ?? booking.clientPhone ?? "",
    selectedAssessments: booking.selectedAssessments,
    paymentMethod: booking.paymentMethod === "pay_now" ? "pay-now" : "pay-later",
  };
}
