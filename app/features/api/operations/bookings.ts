import { STANDING_LABELS, type Standing as InvoiceStanding } from "#app/features/billing/invoice-standing.ts";
import { STANDINGS, type ChargeStanding } from "#app/features/charges/charge-kinds.ts";
import { z } from "zod";
import { BILLING_FIELDS, type Declared } from "#app/features/booking/fields/fields.ts";
import {
  ALL_FIELDS,
  type BillingValues,
  isNullable,
  listFields,
  SHOWN_FIELDS,
  type ShownValues,
} from "#app/features/booking/fields/field-values.ts";
import type { BookingReadModel } from "#app/features/booking/record/queries.server.ts";
import { CHANNELS } from "#app/features/booking/fields/reference-lists.ts";
import { BOOKING_STATUSES } from "#app/features/booking/fields/status.ts";
import { STANDING_WORDS, type Standing } from "#app/features/contributions/standing.ts";
import { ROLES, type ContributorRole } from "#app/features/contributions/words.ts";
import { REPORT_STATES, type ReportState } from "#app/features/report/report-words.ts";
import { PROGRESS_STEPS, type ProgressStep } from "#app/features/report/progress.ts";
import { NEXT_CODES, WHO } from "#app/features/stage/next-action.ts";
import { STAGES } from "#app/features/stage/stage.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { vatWords } from "#app/features/catalogue/pricing.ts";
import { operations } from "#app/features/api/operation.ts";
import { PageQuery } from "#app/features/api/paging.ts";
import { bookingRequest } from "./booking-request.ts";

const pounds = z.number().multipleOf(0.01);

function shownSchema(field: Declared): z.ZodType {
  const { kind, readNote } = field;
  if (kind === "flag") return z.boolean();
  if (kind === "payment") return z.enum(["pay_now", "pay_later"]);
  const schema = kind === "date" ? z.iso.date() : z.string();
  const given = isNullable(field) ? schema.nullable() : schema;
  return readNote ? given.meta({ description: readNote }) : given;
}

const shownFields = Object.fromEntries(
  SHOWN_FIELDS.map(({ name, ...field }) => [name, shownSchema(field)]),
) as { [Name in keyof ShownValues]: z.ZodType<ShownValues[Name]> };

/** Absent when not given, so that answers without them stay as they were. */
const givenFields = Object.fromEntries(
  listFields(BILLING_FIELDS).map(({ name, label }) => [
    name,
    z
      .string()
      .optional()
      .meta({ description: `${label} for the invoice; absent when none was given.` }),
  ]),
) as { [Name in keyof BillingValues]: z.ZodOptional<z.ZodString> };

export const Visit = z.object({
  day: z.iso.date(),
  start: z.string().meta({ description: "`HH:MM`, London." }),
  end: z.string().meta({ description: "`HH:MM`, London." }),
  mode: z.enum(["face-to-face", "virtual"]),
  assessor: z.string().meta({ description: "First name and professions." }),
});

export const Booking = z.object({
  id: z.string(),
  bookingReference: z.string(),
  bookingStatus: z.enum(BOOKING_STATUSES),
  status: z.enum(BOOKING_STATUSES),
  ...shownFields,
  isVirtual: z.boolean(),
  isVirtualAssessment: z.boolean(),
  totalValue: pounds.meta({
    get description() {
      const offer = currentOffer();
      const onRequest = offer.assessments.filter(({ isPriceOnRequest }) => isPriceOnRequest);
      return `Pounds, ${vatWords(offer)}.${onRequest.map(({ name }) => ` ${name} counts 0.`).join("")}`;
    },
  }),
  selectedAssessments: z.array(z.string()).meta({ description: "Names." }),
  referrerOrganization: z.string().nullable(),
  createdAt: z.iso.datetime(),
  ...givenFields,
  channel: z
    .enum(CHANNELS)
    .optional()
    .meta({ description: "How a booking came that staff typed in; absent for any other." }),
  visit: Visit.optional().meta({ description: "The agreed visit to come; absent without one." }),
  calculatedPricing: z.object({
    assessmentPrices: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        price: pounds.nullable().meta({ description: "Pounds; null when the price is on request." }),
        isPriceOnRequest: z.boolean(),
      }),
    ),
    subtotal: pounds,
    discount: pounds.meta({ description: "Positive: what is taken off the subtotal." }),
    total: pounds,
  }),
}) satisfies z.ZodType<BookingReadModel>;

const staffFields = {
  report: z
    .object({
      state: z.enum(["writing", ...(Object.keys(REPORT_STATES) as ReportState[])]),
      version: z.int().nullable().meta({ description: "Null before one was sent for review." }),
      isWrittenHere: z.boolean().meta({ description: "False for an uploaded file." }),
    })
    .nullable()
    .optional()
    .meta({ description: "How far the newest report is, never what it says; for staff alone." }),
  stage: z.enum(STAGES).optional().meta({ description: "How far it is; for staff alone." }),
  next: z
    .object({
      code: z.enum(NEXT_CODES),
      label: z.string(),
      who: z.enum(WHO).meta({ description: "Whose turn it is." }),
    })
    .optional()
    .meta({ description: "What is next about it; for staff alone." }),
};

/** One booking as its own address gives it. */
const BookingWithProgress = Booking.extend({
  ...staffFields,
  version: z.int().meta({ description: "Rises with each change. A change of the visit may name it." }),
  progress: z
    .array(
      z.object({
        step: z.enum(Object.keys(PROGRESS_STEPS) as [ProgressStep, ...ProgressStep[]]),
        isDone: z.boolean(),
        day: z.iso.date().nullable().meta({
          description: "Day of the step in London; for `writing` the day on which the report is due.",
        }),
      }),
    )
    .nullable()
    .meta({
      description:
        "The steps that a customer sees: six, or those to `completed` where a booking was completed and nothing is recorded of a visit or a report. Null for a cancelled booking.",
    }),
  partsAsked: z
    .array(
      z.object({
        id: z.string(),
        role: z.enum(Object.keys(ROLES) as [ContributorRole, ...ContributorRole[]]),
        parts: z.array(z.string()),
        state: z.enum(Object.keys(STANDING_WORDS) as [Standing, ...Standing[]]),
        askedAt: z.iso.datetime(),
        until: z.iso.date(),
        sentAt: z.iso.datetime().nullable(),
      }),
    )
    .meta({
      description: "Parts that others were asked to fill in: how far they are, without names or answers.",
    }),
  payment: z
    .object({
      standing: z.enum(Object.keys(STANDING_LABELS) as [InvoiceStanding, ...InvoiceStanding[]]),
      invoiced: pounds.meta({ description: "In all, without what was credited." }),
      paid: pounds,
      toPay: pounds.meta({ description: "Without what is on its way." }),
      onItsWay: pounds.optional().meta({ description: "Paid in a way that takes days; absent for nothing." }),
      credit: pounds.meta({ description: "Paid too much, and not paid back yet." }),
      dueOn: z.iso.date(),
    })
    .optional()
    .meta({ description: "How the booking’s invoices stand; absent before the first." }),
  furtherCharges: z
    .array(
      z.object({
        state: z.enum(Object.keys(STANDINGS) as [ChargeStanding, ...ChargeStanding[]]),
        description: z.string(),
        vatRate: z.number().meta({ description: "Per cent, within the amount." }),
        amount: pounds,
      }),
    )
    .optional()
    .meta({
      description: "Charges beyond the price, which `totalValue` does not count; absent without any.",
    }),
});

const BookingCreated = z.object({
  booking: z.object({ id: z.string(), bookingReference: z.string(), totalValue: pounds }),
  accessToken: z.string().meta({ description: "Opens this booking and its referral forms, as `?token=`." }),
});

export const BookingList = z.array(Booking);

const StaffBookingList = z.array(Booking.extend(staffFields));

/** For the description only: requests are checked on their own day. */
const ANY_DAY = "2000-01-01";

export const BOOKING_CALLS = operations("Bookings", {
  createBooking: {
    call: "POST /api/bookings",
    summary: "Book one or more assessments",
    description:
      "The rules are those of the booking form. Totals are computed here: a `totalValue` that is sent is ignored. " +
      "Empty strings count as not given, and unknown keys are dropped. With an `Idempotency-Key`, sending the same " +
      "body again within 7 days answers as the first time and books nothing twice.",
    access: "anyone",
    isIdempotent: true,
    body: bookingRequest(ANY_DAY),
    requiredKeys: ALL_FIELDS.filter(({ required }) => required !== undefined).map(({ name }) => name),
    answers: { 201: BookingCreated },
  },
  listBookings: {
    call: "GET /api/bookings",
    summary: "List all bookings, newest first",
    access: "staff",
    query: PageQuery,
    answers: { 200: StaffBookingList },
  },
  readBooking: {
    call: "GET /api/bookings/{bookingId}",
    summary: "Read a booking",
    access: "booking",
    answers: { 200: BookingWithProgress },
  },
  readBookingConfirmation: {
    call: "GET /api/bookings/{bookingId}/confirmation",
    summary: "Read a booking for its confirmation page",
    access: "booking",
    answers: { 200: BookingWithProgress },
  },
});

export const CUSTOMER_CALLS = operations("Customers", {
  listMyBookings: {
    call: "GET /api/customer/my-bookings",
    summary: "List the bookings linked to one's account, newest first",
    access: "customer",
    query: PageQuery,
    answers: { 200: BookingList },
  },
  listMyReferrals: {
    call: "GET /api/customer/my-referrals",
    summary: "List the bookings that one made as the referrer, newest first",
    description:
      "Those of an address that was confirmed by its mailed link, and those linked to the account.",
    access: "customer",
    query: PageQuery,
    answers: { 200: BookingList },
  },
});
