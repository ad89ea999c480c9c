import { formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { locationWords, totalWords } from "./booking-summary.ts";
import type { BookingReadModel } from "./read-model.ts";

/** What staff may change on a booking, by control name. Written out and not derived: half of it is not a field. */

type Tracked = {
  label: string;
  show: (booking: BookingReadModel) => string | null;
  /** Its text never goes into the history, only its name. */
  isHealthData?: true;
};

const otherPrice = ({ calculatedPricing }: BookingReadModel) =>
  calculatedPricing.assessmentPrices.find((line) => line.id === "other")?.price ?? null;

const TRACKED = {
  referrerFirstName: { label: "first name", show: (booking) => booking.referrerFirstName },
  referrerLastName: { label: "last name", show: (booking) => booking.referrerLastName },
  referrerEmail: { label: "e-mail address", show: (booking) => booking.referrerEmail },
  referrerCountryCode: { label: "country code", show: (booking) => booking.referrerCountryCode },
  referrerPhone: { label: "phone", show: (booking) => booking.referrerPhone },
  referrerOrganisation: { label: "organisation", show: (booking) => booking.referrerOrganisation },
  assessmentLocation: {
    label: "location",
    show: (booking) => (booking.isVirtual ? locationWords(booking) : booking.assessmentLocation),
  },
  preferredDate: {
    label: "preferred date",
    show: (booking) => booking.preferredDate && formatLongDate(booking.preferredDate),
  },
  showVirtualPricing: {
    label: "type",
    show: (booking) => (booking.isVirtual ? "Virtual Assessment" : "Face-to-Face Assessment"),
  },
  selectedAssessments: { label: "assessments", show: (booking) => booking.selectedAssessments.join("; ") },
  otherAssessmentDetails: {
    label: "what is needed under Other",
    show: (booking) => booking.otherAssessmentDetails,
    isHealthData: true,
  },
  otherPrice: {
    label: "price of Other",
    show: (booking) => {
      const price = otherPrice(booking);
      return price === null ? null : formatPoundsAndPence(Math.round(price * 100));
    },
  },
  totalValue: { label: "total", show: totalWords },
  paymentMethod: {
    label: "payment",
    show: (booking) => (booking.paymentMethod === "pay_now" ? "Pay now" : "Pay later"),
  },
  clientTitle: { label: "client's title", show: (booking) => booking.clientTitle },
  clientFirstName: { label: "client's first name", show: (booking) => booking.clientFirstName },
  clientLastName: { label: "client's last name", show: (booking) => booking.clientLastName },
  clientGender: { label: "client's gender", show: (booking) => booking.clientGender },
  clientGenderOther: { label: "client's gender in words", show: (booking) => booking.clientGenderOther },
  clientDob: {
    label: "client's date of birth",
    show: (booking) => booking.clientDob && formatLongDate(booking.clientDob),
  },
  clientCountryCode: { label: "client's country code", show: (booking) => booking.clientCountryCode },
  clientPhone: { label: "client's phone", show: (booking) => booking.clientPhone },
  clientAddressLine1: { label: "client's address", show: (booking) => booking.clientAddressLine1 },
  clientAddressLine2: { label: "client's address, line 2", show: (booking) => booking.clientAddressLine2 },
  clientTownCity: { label: "client's town", show: (booking) => booking.clientTownCity },
  clientPostcode: { label: "client's postcode", show: (booking) => booking.clientPostcode },
} as const satisfies Record<string, Tracked>;

export type TrackedField = keyof typeof TRACKED;

const FIELDS = Object.keys(TRACKED) as TrackedField[];

const tracked: Record<TrackedField, Tracked> = TRACKED;

export function fieldLabel(field: string): string | undefined {
  return Object.hasOwn(TRACKED, field) ? TRACKED[field as TrackedField].label : undefined;
}

export function changedFields(before: BookingReadModel, after: BookingReadModel): TrackedField[] {
  return FIELDS.filter((field) => tracked[field].show(before) !== tracked[field].show(after));
}

export type FieldChange = { field: TrackedField; from: string | null; to: string | null };

export function describedChanges(before: BookingReadModel, after: BookingReadModel): FieldChange[] {
  return changedFields(before, after)
    .filter((field) => !tracked[field].isHealthData)
    .map((field) => ({ field, from: tracked[field].show(before), to: tracked[field].show(after) }));
}

/** A message for each field in which what somebody else saved differs from what is wanted. */
export function savedMeanwhile(
  saved: BookingReadModel,
  wanted: BookingReadModel,
): Partial<Record<TrackedField, string[]>> {
  return Object.fromEntries(
    changedFields(saved, wanted)
      .filter((field) => field !== "totalValue")
      .map((field) => [field, [`Saved meanwhile: ${tracked[field].show(saved) ?? "nothing"}`]]),
  );
}
