import type { BookingReadModel } from "#app/features/booking/read-model.ts";
import type { Answers } from "#app/features/referral-sections/fields.ts";
import { startingAnswers, type SectionKey } from "#app/features/referral-sections/sections.ts";

export type PrefillSource = Pick<
  BookingReadModel,
  | "clientTitle"
  | "clientFirstName"
  | "clientLastName"
  | "clientDob"
  | "clientGender"
  | "clientGenderOther"
  | "clientAddressLine1"
  | "clientAddressLine2"
  | "clientTownCity"
  | "clientPostcode"
  | "clientPhone"
  | "clientPhoneAsTyped"
  | "clientCountryCode"
>;

/** What a section shows before its first save. A saved section replaces all of it, empty fields included. */
export function unsavedAnswers(key: SectionKey, booking: PrefillSource): Answers {
  const starting = startingAnswers(key);
  if (key !== "personalDetails") return starting;
  const known = {
    title: booking.clientTitle,
    firstName: booking.clientFirstName,
    lastName: booking.clientLastName,
    dob: booking.clientDob,
    gender: booking.clientGender,
    genderOther: booking.clientGenderOther,
    addressLine1: booking.clientAddressLine1,
    addressLine2: booking.clientAddressLine2,
    townCity: booking.clientTownCity,
    postcode: booking.clientPostcode,
    phone: booking.clientPhoneAsTyped ?? booking.clientPhone,
    countryCode: booking.clientCountryCode,
  };
  const given = Object.entries(known).filter(([, value]) => value !== null && value !== "");
  return { ...starting, ...(Object.fromEntries(given) as Record<string, string>) };
}
