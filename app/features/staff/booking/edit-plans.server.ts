import { z } from "zod";
import { addDays, formatLongDate, isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence, poundsProblem, readPounds } from "#app/platform/money.ts";
import { currentOffer, readAssessments, wholeOffer, type Offer } from "#app/features/catalogue/catalogue.ts";
import {
  isPricedByHand,
  priceField,
  pricesSignature,
  type PriceField,
} from "#app/features/booking/money/hand-prices.ts";
import type { TrackedField } from "#app/features/booking/record/booking-changes.ts";
import { checkEmail, isEmailKept } from "#app/features/contact-details/email.ts";
import { MAX_DAYS_AHEAD } from "#app/features/booking/fields/calendar.ts";
import { STEP_FIELDS } from "#app/features/booking/fields/fields.ts";
import { text } from "#app/features/booking/fields/form-values.ts";
import { checkPhone, phoneMessages } from "#app/features/contact-details/phone.ts";
import { DEFAULT_COUNTRY_CODE } from "#app/platform/phone-number.ts";
import {
  assessmentAndLocationShape,
  paymentMethod,
  reportAssessmentProblems,
  type clientAnswers,
} from "#app/features/booking/fields/schema.ts";
import {
  clientDetailsOf,
  fieldColumns,
  encryptClientDetails,
} from "#app/features/booking/fields/field-columns.server.ts";
import { ON_ACCOUNT, VIRTUAL_LOCATION } from "#app/features/booking/fields/reference-lists.ts";
import { isSharpChange } from "#app/features/catalogue/for-staff.ts";
import { priceBooking, type FixedPrices } from "#app/features/catalogue/pricing.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import type { BookingLineRow, BookingRow } from "#app/features/booking/fields/tables.ts";

type Limited = { longest: number };

const atMost = ({ longest }: Limited, missing?: string) =>
  z.string({ error: missing }).trim().max(longest, `Please keep this to ${longest} characters.`);

const optionalText = (field: Limited) =>
  atMost(field)
    .optional()
    .transform((text) => text || null);

const requiredName = (field: Limited, message: string) => atMost(field, message).min(1, message);

const { referrer, location } = STEP_FIELDS;

const contactShape = {
  referrerFirstName: requiredName(referrer.referrerFirstName, "Please enter the first name."),
  referrerLastName: requiredName(referrer.referrerLastName, "Please enter the last name."),
  referrerEmail: z.string({ error: "Email address is required" }).trim(),
  /** The address that is meant although it looks mistyped: first the one of before. */
  referrerEmailConfirmed: z.preprocess((typed) => [typed].flat().at(-1), z.string().trim().default("")),
  intent: z.literal("use-suggestion").optional().catch(undefined),
  referrerCountryCode: z.string().trim().max(6).default(DEFAULT_COUNTRY_CODE),
  referrerPhone: z.string({ error: "Phone number is required" }).trim(),
  referrerOrganisation: optionalText(referrer.referrerOrganisation),
} satisfies Partial<Record<TrackedField | "referrerEmailConfirmed" | "intent", z.ZodType>>;

type Contact = z.output<z.ZodObject<typeof contactShape>>;

function checkContact<Values extends Contact>(typed: Values, context: z.core.$RefinementCtx) {
  const { referrerEmailConfirmed, intent, ...values } = typed;
  const isTypoAllowed = isEmailKept(values.referrerEmail, referrerEmailConfirmed);
  const found = checkEmail(values.referrerEmail, { isTypoAllowed });
  const taken = intent && found?.suggestion;
  const emailProblem = taken ? null : found;
  if (emailProblem) {
    context.addIssue({ code: "custom", path: ["referrerEmail"], message: emailProblem.message });
  }
  const phone = checkPhone(values.referrerPhone, values.referrerCountryCode);
  for (const message of phoneMessages(phone)) {
    context.addIssue({ code: "custom", path: ["referrerPhone"], message });
  }
  return {
    ...values,
    referrerEmail: taken || values.referrerEmail,
    referrerPhone: phone.digits,
    referrerPhoneAsTyped: values.referrerPhone,
    referrerCountryCode: phone.countryCode,
  };
}

/** The contact details, as a referrer may correct them. */
export const ContactEdit = z.object(contactShape).transform(checkContact);

export type ContactEdit = z.infer<typeof ContactEdit>;

/** Contact, location and date, as staff may change them: any day that exists. `confirmDate` repeats a day far ahead
 * that is meant, `startRequested` says that the referrer asked for a start within the days of the right to cancel. */
export const BookingEdit = z
  .object({
    confirmDate: z.string().max(10).optional(),
    startRequested: z.literal("on").optional().catch(undefined),
    ...contactShape,
    assessmentLocation: optionalText(location.assessmentLocation),
    preferredDate: z
      .string()
      .trim()
      .optional()
      .transform((day) => (day ? day : null))
      .refine((day) => day === null || isIsoDate(day), "Please enter a date that exists."),
  } satisfies Partial<
    Record<TrackedField | "confirmDate" | "startRequested" | "referrerEmailConfirmed" | "intent", z.ZodType>
  >)
  .transform(checkContact);

export type BookingEdit = z.infer<typeof BookingEdit>;

/** Whole pence; null when empty. */
const price = text("The price", 20).transform((typed, context) => {
  if (typed === "") return null;
  const pence = readPounds(typed);
  if (pence !== null) return pence;
  context.addIssue({ code: "custom", message: poundsProblem(typed) });
  return z.NEVER;
});

function assessmentsFields() {
  const prices = wholeOffer().assessments.map(({ id }) => [priceField(id), price]);
  return z.object({
    ...assessmentAndLocationShape,
    paymentMethod,
    confirmPrices: z.string().max(5_000).optional(),
    ...(Object.fromEntries(prices) as object),
  });
}

/** Prices in pence, null for none. */
export type AssessmentsEditForm = z.output<ReturnType<typeof assessmentsFields>> &
  Record<PriceField, number | null>;

/** Assessments, mode, place, payment and the prices that are agreed on, with the wizard's rules. `confirmPrices`
 * has the signature of prices that more than double or halve, and are meant. */
export const assessmentsEdit = () =>
  assessmentsFields()
    .superRefine((values, context) => reportAssessmentProblems(values, context, wholeOffer()))
    .transform(({ selectedAssessments, ...values }, context) => {
      const offer = wholeOffer();
      const assessmentIds = readAssessments(selectedAssessments, offer).ids;
      const typed = values as typeof values & Record<PriceField, number | null>;
      const prices = new Map(offer.assessments.map(({ id }) => [id, typed[priceField(id)]]));
      for (const { id } of offer.assessments) {
        if (prices.get(id) === null || assessmentIds.includes(id)) continue;
        const priced = offer.assessments.filter((one) => one.id === id || isPricedByHand(one.id));
        const names = priced.map(({ name }) => name).join(" or ");
        const message = `Only ${names} has a price of its own: please choose it, or leave this empty.`;
        context.addIssue({ code: "custom", path: [priceField(id)], message });
      }
      return { ...values, assessmentIds, prices };
    });

type AssessmentsEdit = z.output<ReturnType<typeof assessmentsEdit>>;

export type EditPlan = (
  booking: BookingRow,
  lines: BookingLineRow[],
) => {
  columns: Partial<BookingRow>;
  lines?: BookingLineRow[];
  /** Messages by control of what looks like a slip: nothing is saved until it is confirmed. */
  doubts?: Record<string, string[]>;
};

/** The change of contact details, by the referrer, and of what staff change with them. */
export const ownContactPlan =
  (secrets: Secrets, edit: ContactEdit): EditPlan =>
  (booking) => ({
    columns: {
      ...fieldColumns(secrets, booking.id, edit),
      referrer_email_key: edit.referrerEmail.toLowerCase(),
    },
  });

/** The change of contact, location and date. `today` is the day in London. */
export function contactPlan(
  secrets: Secrets,
  { confirmDate, startRequested: _, ...edit }: BookingEdit,
  today: IsoDate,
): EditPlan {
  return (booking, lines) => {
    const { preferredDate } = edit;
    const isFar = preferredDate !== null && preferredDate > addDays(today, MAX_DAYS_AHEAD);
    const isDoubtful = isFar && preferredDate !== booking.preferred_date && preferredDate !== confirmDate;
    const doubts = {
      confirmDate: [`${formatLongDate(preferredDate ?? today)} is more than two years ahead.`],
    };
    return { ...ownContactPlan(secrets, edit)(booking, lines), ...(isDoubtful && { doubts }) };
  };
}

/** The change of the client's details. */
export function clientPlan(secrets: Secrets, edit: z.output<ReturnType<typeof clientAnswers>>): EditPlan {
  return (booking) => ({
    columns: {
      ...fieldColumns(secrets, booking.id, edit),
      client_details_sealed: encryptClientDetails(secrets, booking.id, clientDetailsOf(edit)),
    },
  });
}

/** An assessment kept in its mode keeps its booked price, and one on request stays so until it has a price of its own;
 * anything else gets that of the booking's agreement, or today's. */
function fixedPrices(
  { assessmentIds, prices }: AssessmentsEdit,
  lines: BookingLineRow[],
  isSameMode: boolean,
): FixedPrices {
  const fixed: FixedPrices = {};
  for (const id of assessmentIds) {
    const booked = lines.find((line) => line.assessment_id === id)?.price_pence;
    if (isPricedByHand(id, booked)) {
      const own = prices.get(id) ?? null;
      if (own !== null || booked === null) fixed[id] = own;
    } else if (isSameMode && booked !== undefined) {
      fixed[id] = booked;
    }
  }
  return fixed;
}

/** The offer of the booking's agreement, or today's, with the discount that it had where more than one of its
 * assessments has a price. */
function offerWithBookedDiscount(booking: BookingRow, lines: BookingLineRow[]): Offer {
  const priced = lines.filter((line) => line.price_pence !== null).length;
  if (priced < 2) return currentOffer();
  const discountPence = booking.discount_pence / (priced - 1);
  return { ...currentOffer(), discountPence, discountModes: ["face-to-face", "virtual"] };
}

/** Asks about prices set by hand that more than double or halve. */
function priceDoubts({ prices, confirmPrices }: AssessmentsEdit, lines: BookingLineRow[]) {
  const sharp = lines.flatMap(({ assessment_id: id, name, price_pence: from }) => {
    const to = prices.get(id) ?? null;
    if (from === null || to === null || !isPricedByHand(id, from) || !isSharpChange(from, to)) return [];
    return [`${name}: ${formatPoundsAndPence(to)} in place of ${formatPoundsAndPence(from)}.`];
  });
  return sharp.length > 0 && confirmPrices !== pricesSignature(prices) ? { confirmPrices: sharp } : undefined;
}

/** The change of assessments, mode and payment. Prices are whole pence; lines that stay keep theirs. */
export function assessmentsPlan(secrets: Secrets, edit: AssessmentsEdit): EditPlan {
  return (booking, lines) => {
    const isVirtual = edit.showVirtualPricing;
    const isOnAccount = edit.paymentMethod === ON_ACCOUNT;
    const hasOther = edit.assessmentIds.includes("other");
    const isSameMode = isVirtual === (booking.is_virtual === 1);
    const price = priceBooking(
      { assessmentIds: edit.assessmentIds, isVirtual, fixedPrices: fixedPrices(edit, lines, isSameMode) },
      isSameMode ? offerWithBookedDiscount(booking, lines) : currentOffer(),
    );
    const doubts = priceDoubts(edit, lines);
    return {
      ...(doubts && { doubts }),
      columns: {
        ...fieldColumns(secrets, booking.id, {
          showVirtualPricing: isVirtual,
          assessmentLocation: isVirtual ? VIRTUAL_LOCATION : edit.assessmentLocation,
          otherAssessmentDetails: hasOther ? edit.otherAssessmentDetails : null,
          paymentMethod: edit.paymentMethod === "pay-now" ? "pay_now" : "pay_later",
        }),
        is_on_account: isOnAccount ? 1 : 0,
        deposit_percent: isOnAccount
          ? 0
          : booking.is_on_account === 1
            ? currentOffer().rules.depositPercent
            : booking.deposit_percent,
        subtotal_pence: price.subtotalPence,
        discount_pence: price.discountPence,
        total_pence: price.totalPence,
      },
      lines: price.lines.map((line, position) => ({
        booking_id: booking.id,
        position,
        assessment_id: line.id,
        name: lines.find((booked) => booked.assessment_id === line.id)?.name ?? line.name,
        price_pence: line.pricePence,
      })),
    };
  };
}
