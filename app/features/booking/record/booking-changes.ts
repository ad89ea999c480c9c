import { savedSince } from "#app/forms/changed-since.ts";
import { wholeOffer } from "#app/features/catalogue/catalogue.ts";
import { formatDate, formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { locationWords, totalWords } from "./booking-summary.ts";
import type { BILLING_FIELDS, CLIENT_FIELDS } from "#app/features/booking/fields/fields.ts";
import {
  isPricedByHand,
  isPriceField,
  priceField,
  type PriceField,
} from "#app/features/booking/money/hand-prices.ts";
import { paymentWords } from "#app/features/booking/fields/reference-lists.ts";
import type { BookingReadModel } from "./queries.server.ts";

/** The fields that staff may change, by control name, in the words of the history; two are no fields of the form. A
 * change of a field that is not here would not be saved. */
const LABELS = {
  referrerFirstName: "first name",
  referrerLastName: "last name",
  referrerEmail: "email address",
  referrerCountryCode: "country code",
  referrerPhone: "phone",
  referrerOrganisation: "organisation",
  assessmentLocation: "location",
  preferredDate: "preferred date",
  showVirtualPricing: "type",
  selectedAssessments: "assessments",
  otherAssessmentDetails: "what is needed under Other",
  totalValue: "total",
  paymentMethod: "payment",
  poNumber: "PO number",
  matterReference: "matter reference",
  billingName: "billing name",
  billingAddress: "billing address",
  billingEmail: "billing email",
  clientTitle: "client's title",
  clientFirstName: "client's first name",
  clientLastName: "client's last name",
  clientGender: "client's gender",
  clientGenderOther: "client's gender in words",
  clientDob: "client's date of birth",
  clientCountryCode: "client's country code",
  clientPhone: "client's phone",
  clientAddressLine1: "client's address",
  clientAddressLine2: "client's address, line 2",
  clientTownCity: "client's town",
  clientPostcode: "client's postcode",
} as const satisfies Record<keyof typeof CLIENT_FIELDS | keyof typeof BILLING_FIELDS, string> &
  Record<string, string>;

type LabelledField = keyof typeof LABELS;

export type TrackedField = LabelledField | PriceField;

const FIELDS = Object.keys(LABELS) as LabelledField[];

/** Their text never goes into the history, only their name. */
const HEALTH_DATA: readonly TrackedField[] = ["otherAssessmentDetails"];

function shown(field: TrackedField, booking: BookingReadModel): string | null {
  if (isPriceField(field)) {
    const line = booking.calculatedPricing.assessmentPrices.find(({ id }) => priceField(id) === field);
    return line && line.price !== null ? formatPoundsAndPence(Math.round(line.price * 100)) : null;
  }
  switch (field) {
    case "assessmentLocation":
      return booking.isVirtual ? locationWords(booking) : booking.assessmentLocation;
    case "preferredDate":
      return booking.preferredDate && formatLongDate(booking.preferredDate);
    case "clientDob":
      return booking.clientDob && formatDate(booking.clientDob);
    case "showVirtualPricing":
      return booking.isVirtual ? "Virtual Assessment" : "Face-to-Face Assessment";
    case "selectedAssessments":
      return booking.selectedAssessments.join("; ");
    case "totalValue":
      return totalWords(booking);
    case "paymentMethod":
      return paymentWords(booking);
    default:
      return booking[field] ?? null;
  }
}

export function fieldLabel(field: string): string | undefined {
  const priced = wholeOffer().assessments.find(({ id }) => priceField(id) === field);
  if (priced) return `price of ${priced.name}`;
  return Object.hasOwn(LABELS, field) ? LABELS[field as LabelledField] : undefined;
}

function priceFields(...bookings: BookingReadModel[]): PriceField[] {
  const lines = bookings.flatMap(({ calculatedPricing }) => calculatedPricing.assessmentPrices);
  const byHand = lines.filter(({ id, price }) => isPricedByHand(id, price));
  return [...new Set(byHand.map(({ id }) => priceField(id)))];
}

export function changedFields(before: BookingReadModel, after: BookingReadModel): TrackedField[] {
  const fields = FIELDS.flatMap((field): TrackedField[] =>
    field === "totalValue" ? [...priceFields(before, after), field] : [field],
  );
  return fields.filter((field) => shown(field, before) !== shown(field, after));
}

export type FieldChange = { field: TrackedField; from: string | null; to: string | null };

export const describedChanges = (before: BookingReadModel, after: BookingReadModel): FieldChange[] =>
  changedFields(before, after)
    .filter((field) => !HEALTH_DATA.includes(field))
    .map((field) => ({ field, from: shown(field, before), to: shown(field, after) }));

/** A message for each field in which what somebody else saved differs from what is wanted. */
export const savedInstead = (saved: BookingReadModel, wanted: BookingReadModel): Record<string, string[]> =>
  Object.fromEntries(
    changedFields(saved, wanted)
      .filter((field) => field !== "totalValue")
      .map((field) => [field, savedSince(shown(field, saved))]),
  );
