import type { BookingReadModel } from "#app/features/booking/queries.server.ts";
import type { Answers } from "#app/features/referral-sections/fields.ts";
import { startingAnswers, type SectionKey } from "#app/features/referral-sections/sections.ts";

/** Where the personal details begin: a question of theirs, and the booking's field that answers it. */
const PREFILLED = {
  title: "clientTitle",
  firstName: "clientFirstName",
  lastName: "clientLastName",
  dob: "clientDob",
  gender: "clientGender",
  genderOther: "clientGenderOther",
  addressLine1: "clientAddressLine1",
  addressLine2: "clientAddressLine2",
  townCity: "clientTownCity",
  postcode: "clientPostcode",
  phone: "clientPhone",
  countryCode: "clientCountryCode",
} as const;

type PrefillSource = Pick<
  BookingReadModel,
  (typeof PREFILLED)[keyof typeof PREFILLED] | "clientPhoneAsTyped"
>;

/** What a section shows before its first save. A saved section replaces all of it, empty fields included. */
export function unsavedAnswers(key: SectionKey, booking: PrefillSource): Answers {
  const starting = startingAnswers(key);
  if (key !== "personalDetails") return starting;
  const source = { ...booking, clientPhone: booking.clientPhoneAsTyped ?? booking.clientPhone };
  const given = Object.entries(PREFILLED).flatMap(([name, field]) => {
    const value = source[field];
    return value ? [[name, value] as const] : [];
  });
  return { ...starting, ...Object.fromEntries(given) };
}
