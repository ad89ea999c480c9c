import { z } from "zod";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { checkEmail, isEmailKept } from "#app/features/contact-details/email.ts";
import { DEFAULT_COUNTRY_CODE } from "#app/platform/phone-number.ts";
import { type Declared, FIELDS } from "#app/features/booking/fields/fields.ts";
import { listFields } from "#app/features/booking/fields/field-values.ts";
import { bookingSubmission } from "#app/features/booking/fields/schema.ts";
import { SessionData, UtmParameters } from "#app/features/booking/fields/tracking.ts";
import type { IsoDate } from "#app/platform/dates.ts";

const orEmpty = (value: unknown) => (value === null || value === undefined || value === "" ? {} : value);
const asText = (value: unknown) => (typeof value === "string" || value === true ? String(value) : "");

/** The keys that are no fields of the form. Its issue stops the parsing (`continue: false`): otherwise zod throws,
 * because it cannot merge these values with those of the form. */
const Beside = z
  .looseObject({
    utmParameters: z.preprocess(orEmpty, UtmParameters).meta({
      description: "Where the booking came from. Only keys that start `utm_` are kept.",
    }),
    sessionData: z.preprocess(orEmpty, SessionData).meta({
      description: "Anything of yours that belongs to the booking, at most 4 KB of JSON.",
    }),
  })
  .superRefine((body, context) => {
    const referrerEmail = asText(body.referrerEmail).trim();
    const referrerEmailConfirmed = asText(body.referrerEmailConfirmed);
    const isTypoAllowed = isEmailKept(referrerEmail, referrerEmailConfirmed);
    const suggestion = referrerEmail && checkEmail(referrerEmail, { isTypoAllowed })?.suggestion;
    if (!suggestion) return;
    const message = `Did you mean ${suggestion}? To keep the address as it is, send referrerEmailConfirmed: true.`;
    context.addIssue({ code: "custom", path: ["referrerEmail"], message, continue: false });
  })
  .transform(({ utmParameters, sessionData }) => ({ tracking: { utmParameters, sessionData } }));

/** The body of POST /api/bookings, every rule checked. `today` is the day in London. */
export function bookingRequest(today: IsoDate) {
  return z.intersection(
    bookingSubmission(today).transform((submission) => ({ submission })),
    Beside,
  );
}

/** A body that is accepted now. */
export const bookingExample = (offer = currentOffer()) => ({
  selectedAssessments: [
    (offer.assessments.find((one) => !one.isPriceOnRequest) ?? offer.assessments[0]!).name,
  ],
  showVirtualPricing: false,
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna.reeve@example.org",
  referrerPhone: "07700 900123",
  referrerRelationship: "Daughter",
  assessmentLocation: "Leeds",
  paymentMethod: "pay-later",
});

function noteOn({ kind, required, options, note }: Declared): Record<string, unknown> {
  return {
    ...(options && kind !== "payment" && { enum: required ? options : ["", ...options] }),
    ...(kind === "country-code" && { default: DEFAULT_COUNTRY_CODE, description: "Dialling code." }),
    ...(note && { description: note }),
  };
}

/** JSON Schema for the description, where a field's own schema does not say enough. Some notes say what is set now. */
export const bookingFieldNotes = (): Readonly<Record<string, Record<string, unknown>>> => ({
  ...Object.fromEntries(listFields(FIELDS).map(({ name, ...field }) => [name, noteOn(field)])),
  referrerEmailConfirmed: {
    type: "boolean",
    default: false,
    description: "Send true to keep an address whose domain looks misspelt.",
  },
  paymentMethod: { default: "pay-later" },
});
