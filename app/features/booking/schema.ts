import { z } from "zod";
import { isAvailable, readAssessments } from "#app/features/catalogue/catalogue.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { readDate } from "#app/forms/date-parts.ts";
import { countryCode, flag, multilineText, text } from "./form-values.ts";
import { checkPhone } from "#app/features/contact-details/phone.ts";
import { FAMILY_CAPACITY, PAYMENT_METHODS, VIRTUAL_LOCATION } from "./reference-lists.ts";
import {
  assessmentProblems,
  clientProblems,
  locationProblems,
  referrerProblems,
  schedulingProblems,
  type Problem,
} from "./step-rules.ts";
import type { StepSlug } from "./steps.ts";

/**
 * The booking form as it travels (SPEC section 3), for the wizard's steps and the API alike: strings, lists and
 * booleans, also as a form posts them. Unknown keys are dropped; empty strings count as not given (DESIGN 33).
 */

/** The most entries of a list, and the most characters of one of them or of any other choice. */
export const MOST_CHOICES = 50;
export const LONGEST_CHOICE = 100;

const referrerShape = {
  referrerFirstName: text("First name", 100),
  referrerLastName: text("Last name", 100),
  referrerEmail: text("Email address", 1000),
  referrerEmailConfirmed: z.preprocess(
    (value) => (typeof value === "boolean" ? (value ? "true" : "") : value),
    text("referrerEmailConfirmed", 1000),
  ),
  referrerPhone: text("Phone number", 1000),
  referrerCountryCode: countryCode,
  referrerRelationship: text("Relationship", 100),
  referrerProfessionalCapacity: text("Professional capacity", 100),
  referrerCustomRole: text("Role", 100),
  referrerOrganisation: text("Company or organisation", 200),
};

const assessmentShape = {
  showVirtualPricing: flag("showVirtualPricing"),
  selectedAssessments: z.preprocess(
    (value) => (value === undefined || value === null ? [] : typeof value === "string" ? [value] : value),
    z
      .array(z.string({ error: "Each assessment must be given by its name." }), {
        error: "The assessments must be a list of names.",
      })
      .max(MOST_CHOICES, "There are too many assessments in the list."),
  ),
  otherAssessmentDetails: multilineText("The description", 4000),
};

const locationShape = { assessmentLocation: text("Location", 200) };

const dateParts = <Name extends string>(name: Name, label: string) =>
  ({
    [name]: text(label, 40),
    [`${name}-day`]: text(label, 40),
    [`${name}-month`]: text(label, 40),
    [`${name}-year`]: text(label, 40),
  }) as Record<Name | `${Name}-day` | `${Name}-month` | `${Name}-year`, ReturnType<typeof text>>;

const schedulingShape = {
  ...dateParts("preferredDate", "Preferred date"),
  allowWeekends: flag("allowWeekends"),
  preferEarlierDate: flag("preferEarlierDate"),
};

/** `pay-later` when not given. */
export const paymentMethod = z.preprocess(
  (value) => {
    if (value === undefined || value === null || value === "") return "pay-later";
    return typeof value === "string" ? value.replace("_", "-") : value;
  },
  z.enum(PAYMENT_METHODS, { error: "Please choose to pay now or to pay later." }),
);

const clientShape = {
  clientTitle: text("Title", 20),
  clientFirstName: text("First name", 100),
  clientLastName: text("Last name", 100),
  clientGender: text("Gender", 40),
  clientGenderOther: text("Gender", 100),
  ...dateParts("clientDob", "Date of birth"),
  clientPhone: text("Phone number", 1000),
  clientCountryCode: countryCode,
  clientAddressLine1: text("Address line 1", 200),
  clientAddressLine2: text("Address line 2", 200),
  clientTownCity: text("Town or city", 100),
  clientPostcode: text("Postcode", 20),
};

const confirmationShape = {
  paymentMethod,
  ...clientShape,
  consentEmail: flag("consentEmail"),
  consentWhatsApp: flag("consentWhatsApp"),
  consentUpdates: flag("consentUpdates"),
  consentPrivacyPolicy: flag("consentPrivacyPolicy"),
};

/** Adds the rules' problems; the step's own message has an empty path. */
function report(
  context: { addIssue(issue: { code: "custom"; path: string[]; message: string }): void },
  problems: Problem[],
) {
  for (const { field, message } of problems) {
    context.addIssue({ code: "custom", path: field === null ? [] : [field], message });
  }
}

/** Step 1 (SPEC section 5). */
export const ReferrerAnswers = z
  .object(referrerShape)
  .superRefine((values, context) => report(context, referrerProblems(values)));

export type ReferrerForm = z.output<typeof ReferrerAnswers>;

/** Step 2. */
export const AssessmentAnswers = z
  .object(assessmentShape)
  .superRefine((values, context) => report(context, assessmentProblems(values)));

/** Step 3; a virtual booking skips it. */
export const LocationAnswers = z
  .object(locationShape)
  .superRefine((values, context) =>
    report(context, locationProblems({ ...values, showVirtualPricing: false })),
  );

export type LocationForm = z.output<typeof LocationAnswers>;

/** Keeps a day's schema until another day is asked for: making one takes far longer than using it. */
function onceADay<Schema>(make: (today: IsoDate) => Schema): (today: IsoDate) => Schema {
  let latest: { today: IsoDate; schema: Schema } | undefined;
  return (today) => {
    if (latest?.today !== today) latest = { today, schema: make(today) };
    return latest.schema;
  };
}

/** Step 4. `today` is the day in London. */
export const schedulingAnswers = onceADay((today) =>
  z
    .object(schedulingShape)
    .superRefine((values, context) => report(context, schedulingProblems(values, today))),
);

export type SchedulingForm = z.output<ReturnType<typeof schedulingAnswers>>;

/** Step 5: payment, the optional person to be assessed, consents. */
export const confirmationAnswers = onceADay((today) =>
  z
    .object(confirmationShape)
    .superRefine((values, context) => report(context, clientProblems(values, today))),
);

export type ClientForm = z.output<z.ZodObject<typeof clientShape>>;

/** The person to be assessed alone, with the rules of step 5. `today` is the day in London. */
export const clientAnswers = (today: IsoDate) =>
  z
    .object(clientShape)
    .superRefine((values, context) => report(context, clientProblems(values, today)))
    .transform(toClient);

/** What is assessed, how and where: steps 2 and 3 together. */
export const assessmentAndLocationShape = { ...assessmentShape, ...locationShape };

/** The rules of steps 2 and 3. */
export function reportAssessmentProblems(
  values: z.output<z.ZodObject<typeof assessmentAndLocationShape>>,
  context: Parameters<typeof report>[0],
) {
  report(context, assessmentProblems(values));
  report(context, locationProblems(values));
}

/** Step 5's page also adds Other, with its description. */
export type ConfirmationForm = z.output<ReturnType<typeof confirmationAnswers>> & {
  otherAssessmentDetails: string;
};

const wholeShape = {
  ...referrerShape,
  ...assessmentShape,
  ...locationShape,
  ...schedulingShape,
  ...confirmationShape,
};

/** The most characters of each text, by control name. */
export const LONGEST_ANSWER: Readonly<Record<string, number | undefined>> = Object.fromEntries(
  Object.entries(wholeShape).map(([name, { out }]) => [
    name,
    out instanceof z.ZodString ? (out.maxLength ?? undefined) : undefined,
  ]),
);

/** The control names of each step. */
export const STEP_FIELDS: Record<StepSlug, string[]> = {
  referrer: Object.keys(referrerShape),
  assessments: Object.keys(assessmentShape),
  location: Object.keys(locationShape),
  scheduling: Object.keys(schedulingShape),
  confirmation: Object.keys(confirmationShape),
};

type WholeForm = z.output<z.ZodObject<typeof wholeShape>>;

/** The whole form, every step checked again, and turned into what a booking holds. `today` is the day in London. */
export const bookingSubmission = onceADay((today) =>
  z
    .object(wholeShape)
    .superRefine((values, context) => {
      report(context, referrerProblems(values));
      report(context, assessmentProblems(values));
      report(context, locationProblems(values));
      report(context, schedulingProblems(values, today));
      report(context, clientProblems(values, today));
    })
    .transform(toSubmission),
);

/** A booking request that passed every rule: what `submitBooking` takes. */
export type BookingSubmission = ReturnType<typeof toSubmission>;

const orNull = (value: string) => (value === "" ? null : value);

function toClient(form: z.output<z.ZodObject<typeof clientShape>>) {
  const clientPhone = form.clientPhone === "" ? null : checkPhone(form.clientPhone, form.clientCountryCode);
  return {
    clientFirstName: orNull(form.clientFirstName),
    clientLastName: orNull(form.clientLastName),
    client: {
      title: orNull(form.clientTitle),
      dob: orNull(readDate(form, "clientDob") ?? ""),
      gender: orNull(form.clientGender),
      genderOther: form.clientGender === "Other" ? orNull(form.clientGenderOther) : null,
      addressLine1: orNull(form.clientAddressLine1),
      addressLine2: orNull(form.clientAddressLine2),
      townCity: orNull(form.clientTownCity),
      postcode: orNull(form.clientPostcode.toUpperCase()),
      phone: clientPhone ? clientPhone.digits : null,
      phoneAsTyped: clientPhone ? form.clientPhone : null,
      countryCode: clientPhone ? clientPhone.countryCode : form.clientCountryCode,
    },
  };
}

function toSubmission(form: WholeForm) {
  const isVirtual = form.showVirtualPricing;
  const assessmentIds = readAssessments(form.selectedAssessments).ids.filter((id) =>
    isAvailable(id, isVirtual),
  );
  const referrerPhone = checkPhone(form.referrerPhone, form.referrerCountryCode);
  const isFamily = form.referrerProfessionalCapacity === FAMILY_CAPACITY;
  return {
    isVirtual,
    assessmentIds,
    otherAssessmentDetails: assessmentIds.includes("other") ? orNull(form.otherAssessmentDetails) : null,
    referrerFirstName: form.referrerFirstName,
    referrerLastName: form.referrerLastName,
    referrerEmail: form.referrerEmail,
    /** National digits, `7700900123`. */
    referrerPhone: referrerPhone.digits,
    referrerPhoneAsTyped: form.referrerPhone,
    referrerCountryCode: referrerPhone.countryCode,
    referrerRelationship: form.referrerRelationship,
    referrerProfessionalCapacity: orNull(form.referrerProfessionalCapacity),
    referrerCustomRole: orNull(form.referrerCustomRole),
    referrerOrganisation: isFamily ? null : orNull(form.referrerOrganisation),
    assessmentLocation: isVirtual ? VIRTUAL_LOCATION : orNull(form.assessmentLocation),
    preferredDate: orNull(readDate(form, "preferredDate") ?? ""),
    allowWeekends: form.allowWeekends,
    preferEarlierDate: form.preferEarlierDate,
    paymentMethod: form.paymentMethod === "pay-now" ? ("pay_now" as const) : ("pay_later" as const),
    ...toClient(form),
    consentEmail: form.consentEmail,
    consentWhatsApp: form.consentWhatsApp,
    consentUpdates: form.consentUpdates,
    consentPrivacyPolicy: form.consentPrivacyPolicy,
  };
}
