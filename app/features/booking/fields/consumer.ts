import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { isToCome } from "./status.ts";
import type { BookingRow } from "./tables.ts";
import { isOrganisationRequired } from "./relationship.ts";

/** Consumer Contracts (Information, Cancellation and Additional Charges) Regulations 2013, regulation 30. */
const DAYS_TO_CANCEL = 14;

/** True for a private person: nothing in the answers says that they book for their trade or for an organisation. */
export function isConsumer(referrer: {
  referrerRelationship: string;
  referrerProfessionalCapacity: string | null;
  referrerCustomRole: string | null;
  referrerOrganisation: string | null;
}): boolean {
  const isProfessional = isOrganisationRequired({
    relationship: referrer.referrerRelationship,
    professionalCapacity: referrer.referrerProfessionalCapacity ?? "",
    customRole: referrer.referrerCustomRole ?? "",
  });
  return !isProfessional && !referrer.referrerOrganisation;
}

/** Whether a private person made a booking. One in the name of an organisation is nobody's own, whatever its member
 * answered. */
export const isOfConsumer = (
  booking: Pick<
    BookingRow,
    | "organisation_id"
    | "referrer_relationship"
    | "referrer_professional_capacity"
    | "referrer_custom_role"
    | "referrer_organisation"
  >,
): boolean =>
  booking.organisation_id === null &&
  isConsumer({
    referrerRelationship: booking.referrer_relationship,
    referrerProfessionalCapacity: booking.referrer_professional_capacity,
    referrerCustomRole: booking.referrer_custom_role,
    referrerOrganisation: booking.referrer_organisation,
  });

/** The last London day on which a consumer may cancel without a reason; the day of the booking does not count. */
export const lastDayToCancel = (createdAt: string): IsoDate =>
  addDays(londonDate(new Date(createdAt)), DAYS_TO_CANCEL);

export type ConsumerRights = { lastDay: IsoDate; isStartRequested: boolean; isOver: boolean };

/** The right to cancel that is in force on a London day; null for none. */
export function rightToCancel(booking: BookingRow, today: IsoDate): ConsumerRights | null {
  const rights = consumerRights(booking, today);
  return rights?.isOver === false ? rights : null;
}

/** A consumer's right to cancel on a London day; null for a booking of somebody else, and for an erased one. */
export function consumerRights(booking: BookingRow, today: IsoDate): ConsumerRights | null {
  if (!isOfConsumer(booking) || booking.referrer_email_key === "") return null;
  const lastDay = lastDayToCancel(booking.created_at);
  return {
    lastDay,
    isStartRequested: booking.start_requested === 1,
    isOver: today > lastDay || !isToCome(booking.status),
  };
}
