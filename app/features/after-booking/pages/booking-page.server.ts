import { isToCome, toBookingStatus } from "#app/features/booking/fields/status.ts";
import { givenBilling } from "#app/features/booking/fields/field-columns.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { listRequests } from "#app/features/booking/record/requests.server.ts";
import { calendarEntry } from "#app/features/mail/calendar-file.server.ts";
import { rulesOfPage } from "#app/features/catalogue/offer-scope.server.ts";
import { bookedVat } from "#app/features/settings/offer.ts";
import { requestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { owedWords } from "#app/features/billing/own/owed.ts";
import { dueTask, findInvoice, invoiceTask, readOwed } from "#app/features/billing/invoice-state.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { lacksAddress } from "#app/features/billing/own/content.ts";
import { makerNow } from "#app/features/billing/makers.server.ts";
import { lacksPo } from "#app/features/booking/money/payment-terms.ts";
import { consumerRights, isOfConsumer, rightToCancel } from "#app/features/booking/fields/consumer.ts";
import { standingOf, standingPence, standingWords } from "#app/features/billing/invoice-standing.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { bookingFacts } from "#app/features/booking/fields/fact-rows.ts";
import { readProgress } from "#app/features/report/read-progress.server.ts";
import { referralCompletion } from "#app/features/referral/queries.server.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { visitAndDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { wantsLargePrint } from "#app/features/visits/person/known-needs.server.ts";
import { hasReferrerLetter } from "#app/features/visits/letter/open-letter.server.ts";
import { summariseBooking } from "#app/features/booking/record/booking-summary.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import {
  bookingNotFoundPage,
  requireBooking,
  type BookingPageArgs,
} from "#app/features/booking/record/guards.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";

/** Checks the right to a booking, as `requireBooking`; an erased one is not found. */
export async function requireOwnBooking(deps: Deps, request: Request, bookingId: string, notFound?: string) {
  const access = await requireBooking(deps, request, bookingId, notFound);
  if (isErased(access.booking)) throw bookingNotFoundPage(notFound);
  return access;
}

/** Checks the right to a booking and reads what its pages show. Throws and gives headers as `requireBooking`; an
 * erased booking is not found. */
export async function openBooking({ request, params, context }: BookingPageArgs, notFound?: string) {
  const { deps } = context.get(requestScope);
  const access = await requireOwnBooking(deps, request, params.bookingId, notFound);
  const { booking: row, principal, by, headers } = access;
  const author = { actor: actorOf(principal), requestId: null };
  await recordStaffView(deps, author, "booking.viewed", ["booking", row.id]);
  return { deps, row, booking: summariseBooking(await readBooking(deps, row)), by, headers };
}

export type PostedOwn = Awaited<ReturnType<typeof postedOwn>>;

/** A form that was sent from a page of a booking, for `answerForms`; what is done leads to the booking's page.
 * Throws as `requireOwnBooking`. */
export async function postedOwn({ request, params, context }: BookingPageArgs) {
  const scope = context.get(requestScope);
  const access = await requireOwnBooking(scope.deps, request, params.bookingId);
  const { booking, principal, headers } = access;
  return {
    form: await request.formData(),
    page: `/booking/${booking.id}`,
    headers,
    scope,
    booking,
    access,
    by: { actor: actorOf(principal), requestId: scope.requestId },
  };
}

export type BookingPage = Awaited<ReturnType<typeof readBookingPage>>;

export async function readBookingPage({ deps, row, booking }: Awaited<ReturnType<typeof openBooking>>) {
  const { submittedAt, completeCount, sectionCount } = await referralCompletion(deps, row);
  const invoice = await findInvoice(deps, row.id);
  const today = londonDate(deps.clock.now());
  const { vatSentence } = bookedVat(deps.settings.current(), row.created_at);
  const { visit, day } = await visitAndDayOf(deps, row);
  const owed = await readOwed(deps, row);
  return {
    booking,
    visit,
    day,
    isContacted: row.awaits_contact_since === null,
    isLargePrint: await wantsLargePrint(deps, row, { isVisitAgreed: visit !== undefined }),
    hasLetter: await hasReferrerLetter(deps, row),
    vatSentence,
    depositPercent: row.deposit_percent,
    daysToPay: row.days_to_pay,
    waitsForPo: lacksPo(row),
    ...rulesOfPage(),
    rights: consumerRights(row, today),
    facts: bookingFacts(booking),
    referral: { submittedAt, completeCount, sectionCount },
    invoice: invoice && {
      url: invoice.onlineUrl,
      number: invoice.number,
      amount: formatPoundsAndPence(standingPence(invoice)),
      standing: standingOf(invoice, today),
      words: standingWords(invoice, today),
    },
    owed: invoice === null && owed.toComePence === 0 ? "" : owedWords(owed),
    isWholePaid:
      invoice?.kind === "full" && standingOf(invoice, today) === "paid" && invoiceTask(row, invoice) === null,
    progress: (await readProgress(deps, [row])).get(row.id) ?? null,
    /** Staff still have to put the billing details onto an invoice that was made before. */
    asksAddress:
      row.status !== "cancelled" &&
      makerNow(deps) === "own" &&
      (row.payment_method === "pay_now" || !isOfConsumer(row)) &&
      lacksAddress({
        totalPence: row.total_pence,
        vatPence: bookedVat(deps.settings.current(), row.created_at).vatRate,
        address: booking.billingAddress ?? "",
      }),
    isBillingLate: row.billing_to_change_since !== null && row.status !== "cancelled",
    /** The invoice still says a due day for another day of the assessment. */
    isDueDayOld: invoice !== null && dueTask(row, invoice, day) !== null,
    isInvoiceOutdated: invoice !== null && invoiceTask(row, invoice) !== null,
  };
}

/** The calendar entry of a booking as it is now; null while no day is agreed. */
export async function ownCalendarEntry(deps: Deps, booking: BookingRow) {
  const entry = await calendarEntry(deps, { topic: "status-changed" }, booking);
  return entry && !entry.isCancelled ? entry : null;
}

/** Requests of the referrer, and the things that they can do about their booking themselves. */
export async function readOwnBooking(deps: Deps, booking: BookingRow) {
  const requests = await listRequests(deps, booking.id);
  return {
    requests: requests.map(({ id, kind, day, created_at, answered_at, answered_as, answer }) => ({
      id,
      kind,
      day,
      answer,
      madeAt: created_at,
      answeredAt: answered_at,
      answeredAs: answered_as,
    })),
    canAsk: isToCome(toBookingStatus(booking.status)),
    /** A private person cancels without asking. */
    mayCancel: rightToCancel(booking, londonDate(deps.clock.now())) !== null,
    /** Null for a cancelled booking, of which no new invoice is made. */
    hasBilling:
      booking.status === "cancelled" ? null : Object.keys(givenBilling(deps.secrets, booking)).length > 0,
    hasCalendar: (await ownCalendarEntry(deps, booking)) !== null,
  };
}

export type OwnBooking = Awaited<ReturnType<typeof readOwnBooking>>;
