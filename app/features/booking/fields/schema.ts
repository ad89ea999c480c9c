import { z } from "zod";
import { currentOffer, readAssessments } from "#app/features/catalogue/catalogue.ts";
import type { StepSlug } from "./steps.ts";
import { isConsumer } from "./consumer.ts";
import { isShortNotice } from "./calendar.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { readDate } from "#app/forms/date-parts.ts";
import { countryCode, flag, multilineText, text } from "./form-values.ts";
import { checkPhone } from "#app/features/contact-details/phone.ts";
import {
  FAMILY_CAPACITY,
  ON_ACCOUNT,
  PAYMENT_METHODS,
  VIRTUAL_LOCATION,
  type Channel,
} from "./reference-lists.ts";
import {
  assessmentProblems,
  clientProblems,
  locationProblems,
  referrerProblems,
  schedulingProblems,
  takenProblems,
  type Problem,
} from "./step-rules.ts";
import { CLIENT_FIELDS, CONSENT_FIELDS, STEP_FIELDS, TAKEN_FIELDS, type Declared } from "./fields.ts";
import {
  controlsOf,
  isNullable,
  listFields,
  MAX_CHOICE_LENGTH,
  MAX_CHOICES,
  type BookingValues,
  type ControlValues,
  type StoredName,
} from "./field-values.ts";

/** The booking form as it is sent, by the wizard's steps and the API alike. Unknown keys are dropped; empty strings
 * count as not given. `today` is the day in London. */

const NO_PAYMENT = STEP_FIELDS.confirmation.paymentMethod.notListed;

/** On account is for an organisation that agreed on it: to everybody else it is not listed. */
export const paymentMethod = z.preprocess(
  (value) => {
    if (value === undefined || value === null || value === "") return "pay-later";
    return typeof value === "string" ? value.replace("_", "-") : value;
  },
  z
    .enum([...PAYMENT_METHODS, ON_ACCOUNT], { error: NO_PAYMENT })
    .refine((value) => value !== ON_ACCOUNT || currentOffer().agreed?.isOnAccount, NO_PAYMENT),
);

const list = z.preprocess(
  (value) => (value === undefined || value === null ? [] : typeof value === "string" ? [value] : value),
  z
    .array(z.string({ error: "Each assessment must be given by its name." }), {
      error: "The assessments must be a list of names.",
    })
    .max(MAX_CHOICES, "There are too many assessments in the list."),
);

function schemaOf(name: string, { kind, label, longest = MAX_CHOICE_LENGTH }: Declared): z.ZodType {
  switch (kind) {
    case "flag":
      return flag(name);
    case "country-code":
      return countryCode;
    case "list":
      return list;
    case "payment":
      return paymentMethod;
    case "lines":
      return multilineText(label, longest);
    default:
      return text(label, longest);
  }
}

function shapeOf<Group extends Record<string, Declared>>(group: Group) {
  const schemas = Object.entries(group).flatMap(([name, field]) =>
    controlsOf({ name, ...field }).map((control) => [control, schemaOf(control, field)]),
  );
  return Object.fromEntries(schemas) as {
    [Control in keyof ControlValues<Group>]: z.ZodType<ControlValues<Group>[Control]>;
  };
}

const referrerShape = {
  ...shapeOf(STEP_FIELDS.referrer),
  referrerEmailConfirmed: z.preprocess(
    (value) => (typeof value === "boolean" ? (value ? "true" : "") : value),
    text("referrerEmailConfirmed", 1000),
  ),
};
const assessmentShape = shapeOf(STEP_FIELDS.assessments);
const locationShape = shapeOf(STEP_FIELDS.location);
const schedulingShape = shapeOf(STEP_FIELDS.scheduling);
const clientShape = shapeOf(CLIENT_FIELDS);
const confirmationShape = shapeOf(STEP_FIELDS.confirmation);

function report(context: z.core.$RefinementCtx, problems: Problem[]) {
  for (const { field, message } of problems)
    context.addIssue({ code: "custom", path: field === null ? [] : [field], message });
}

const answersOf = <Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  problemsOf: (values: z.output<z.ZodObject<Shape>>) => Problem[],
) => z.object(shape).superRefine((values, context) => report(context, problemsOf(values)));

export const ReferrerAnswers = answersOf(referrerShape, referrerProblems);

export const AssessmentAnswers = answersOf(assessmentShape, (values) => assessmentProblems(values));

export const LocationAnswers = answersOf(locationShape, (values) =>
  locationProblems({ ...values, showVirtualPricing: false }),
);

/** Keeps a day's schema until another day is requested: making one takes far longer than using it. */
function onceADay<Schema>(make: (today: IsoDate) => Schema): (today: IsoDate) => Schema {
  let latest: { today: IsoDate; schema: Schema } | undefined;
  return (today) => {
    if (latest?.today !== today) latest = { today, schema: make(today) };
    return latest.schema;
  };
}

export const schedulingAnswers = onceADay((today) =>
  answersOf(schedulingShape, (values) => schedulingProblems(values, today)),
);

export const confirmationAnswers = onceADay((today) =>
  answersOf(confirmationShape, (values) => clientProblems(values, today)),
);

/** The schema of each step's answers, for a day in London. */
export const STEP_SCHEMAS: Readonly<Record<StepSlug, (today: IsoDate) => z.ZodType<unknown>>> = {
  referrer: () => ReferrerAnswers,
  assessments: () => AssessmentAnswers,
  location: () => LocationAnswers,
  scheduling: schedulingAnswers,
  confirmation: confirmationAnswers,
};

export type ClientForm = z.output<z.ZodObject<typeof clientShape>>;

export const clientAnswers = (today: IsoDate) =>
  answersOf(clientShape, (values) => clientProblems(values, today)).transform(toClient);

export const assessmentAndLocationShape = { ...assessmentShape, ...locationShape };

export function reportAssessmentProblems(
  values: z.output<z.ZodObject<typeof assessmentAndLocationShape>>,
  context: z.core.$RefinementCtx,
  offer = currentOffer(),
) {
  report(context, assessmentProblems(values, offer));
  report(context, locationProblems(values));
}

export type ConfirmationForm = z.output<ReturnType<typeof confirmationAnswers>> & {
  otherAssessmentDetails: string;
};

const wholeShape = {
  ...referrerShape,
  ...assessmentAndLocationShape,
  ...schedulingShape,
  ...confirmationShape,
};

export const bookingSubmission = onceADay((today) =>
  answersOf(wholeShape, (values) => [
    ...referrerProblems(values),
    ...assessmentProblems(values),
    ...locationProblems(values),
    ...schedulingProblems(values, today),
    ...clientProblems(values, today),
  ]).transform(toSubmission),
);

/** A booking that staff type in from a call, a form or an email: the same fields and rules, beside how it came. One at
 * shorter notice than the practice's is urgent, and says why. */
export const takenBooking = onceADay((today) =>
  answersOf({ ...wholeShape, ...shapeOf(TAKEN_FIELDS) }, (values) => [
    ...referrerProblems(values),
    ...assessmentProblems(values),
    ...locationProblems(values),
    ...takenProblems(values, today),
    ...clientProblems(values, today),
  ]).transform((form) => {
    const submission = toSubmission(form);
    const { preferredDate, preferEarlierDate } = submission;
    const isShort = preferredDate !== null && isShortNotice(preferredDate, today);
    return {
      submission: { ...submission, preferEarlierDate: preferEarlierDate || isShort },
      channel: form.channel as Channel,
      shortNoticeReason: isShort ? form.shortNoticeReason : null,
      isReferrerTold: form.notify,
    };
  }),
);

export type TakenForm = z.output<z.ZodObject<typeof wholeShape>> & ControlValues<typeof TAKEN_FIELDS>;

export type BookingSubmission = ReturnType<typeof toSubmission>;

/** Null for nothing typed; its day for a date. */
function valuesOf<Group extends Readonly<Record<string, Declared>>>(
  group: Group,
  form: Readonly<Record<string, unknown>>,
) {
  const values = listFields(group).map(({ name, ...field }) => {
    const value = field.kind === "date" ? (readDate(form, name, field.century) ?? "") : form[name];
    return [name, value === "" && isNullable(field) ? null : value];
  });
  return Object.fromEntries(values) as Pick<BookingValues, keyof Group & StoredName>;
}

function toClient(form: z.output<z.ZodObject<typeof clientShape>>) {
  const phone = form.clientPhone === "" ? null : checkPhone(form.clientPhone, form.clientCountryCode);
  const values = valuesOf(CLIENT_FIELDS, form);
  return {
    ...values,
    clientGenderOther: form.clientGender === "Other" ? values.clientGenderOther : null,
    clientPostcode: values.clientPostcode && values.clientPostcode.toUpperCase(),
    clientPhone: phone && phone.digits,
    clientPhoneAsTyped: phone && form.clientPhone,
    clientCountryCode: phone ? phone.countryCode : form.clientCountryCode,
  };
}

function toSubmission(form: z.output<z.ZodObject<typeof wholeShape>>) {
  const isVirtual = form.showVirtualPricing;
  const assessmentIds = readAssessments(form.selectedAssessments).ids;
  const phone = checkPhone(form.referrerPhone, form.referrerCountryCode);
  const isFamily = form.referrerProfessionalCapacity === FAMILY_CAPACITY;
  const { referrerEmailConfirmed: _, ...referrerFields } = STEP_FIELDS.referrer;
  const referrer = valuesOf(referrerFields, form);
  const referrerOrganisation = isFamily ? null : referrer.referrerOrganisation;
  return {
    isVirtual,
    assessmentIds,
    showVirtualPricing: isVirtual,
    otherAssessmentDetails: assessmentIds.includes("other") ? form.otherAssessmentDetails : null,
    ...referrer,
    referrerPhone: phone.digits,
    referrerPhoneAsTyped: form.referrerPhone,
    referrerCountryCode: phone.countryCode,
    referrerOrganisation,
    ...valuesOf(STEP_FIELDS.location, form),
    ...(isVirtual && { assessmentLocation: VIRTUAL_LOCATION }),
    ...valuesOf(STEP_FIELDS.scheduling, form),
    ...toClient(form),
    ...valuesOf(CONSENT_FIELDS, form),
    startRequested: form.startRequested && isConsumer({ ...referrer, referrerOrganisation }),
    paymentMethod: form.paymentMethod === "pay-now" ? ("pay_now" as const) : ("pay_later" as const),
    isOnAccount: form.paymentMethod === ON_ACCOUNT,
  };
}
