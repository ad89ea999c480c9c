import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { isOrganisationRequired } from "./relationship.ts";

/** Consumer Contracts (Information, Cancellation and Additional Charges) Regulations 2013, regulation 30. */
const DAYS_TO_CANCEL = 14;

type Referrer = {
  referrerRelationship: string;
  referrerProfessionalCapacity: string | null;
  referrerCustomRole: string | null;
  referrerOrganisation: string | null;
};

/** True for a private person: nothing in the answers says that they book for their trade or for an organisation. */
export function isConsumer(referrer: Referrer): boolean {
  const isProfessional = isOrganisationRequired({
    relationship: referrer.referrerRelationship,
    professionalCapacity: referrer.referrerProfessionalCapacity ?? "",
    customRole: referrer.referrerCustomRole ?? "",
  });
  return !isProfessional && !referrer.referrerOrganisation;
}

/** The last London day on which a consumer may cancel without a reason; the day of the booking does not count. */
export function lastDayToCancel(createdAt: string): IsoDate {
  return addDays(londonDate(new Date(createdAt)), DAYS_TO_CANCEL);
}
