import { tellOfClosing } from "#app/features/contributions/part-mails.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { readCardPagesSoon } from "#app/features/billing/card/read-soon.server.ts";
import { followBooking } from "#app/features/billing/follow-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { readInTheWay, settleInTheWay } from "#app/features/visits/plan/in-the-way.server.ts";
import { notYetWords, whyNotYet, type NotYet } from "#app/features/visits/plan/in-the-way.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  isReopening,
  isToCome,
  nextStatuses,
  statusLabel,
  toBookingStatus,
  type BookingStatus,
} from "#app/features/booking/fields/status.ts";
import { endVisitsOf, visitToComeInWords } from "#app/features/visits/agree/change-visit.server.ts";
import {
  changeBooking,
  type Inside,
  type Refused,
} from "#app/features/booking/record/change-booking.server.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { KEPT_WORDS, type Kept } from "#app/features/booking/record/kept-words.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import { atField, type Sent, type Words } from "#app/forms/answer-forms.server.ts";
import { contactDueAfter } from "#app/features/booking/record/contact-promise.ts";
import { endRequests } from "#app/features/booking/record/requests.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";

export type StatusChange = ActedByRequest & {
  bookingId: string;
  version: number;
  status: BookingStatus;
  /** Kept in the history; required to reopen a finished booking. */
  reason: string;
  /** Confirms although the date is missing or past. */
  isDateAccepted?: boolean;
  /** Completes although a visit is to come, and cancels it. */
  isVisitEnded?: boolean;
  /** The referrer asked for a start within the days of the right to cancel. */
  isStartRequested?: boolean;
  isReferrerTold: boolean;
  note: string;
  /** A private person used the right to cancel: the mail confirms that. */
  isByRight?: boolean;
};

export type StatusRefused =
  | Refused<Exclude<Kept, "changed-since"> | "not-allowed" | "reason-needed" | "date-missing" | "date-past">
  /** `now`: what is saved, in words, where one field is about it. */
  | { ok: false; problem: "changed-since"; now?: string }
  /** `when`: the visit, in words. */
  | { ok: false; problem: "visit-to-come"; when: string }
  | ({ ok: false } & NotYet);

type StatusChangeResult = { ok: true; booking: BookingRow } | StatusRefused;

/** How a refused change of status is shown; a form without the control `status` cancels. */
export const STATUS_WORDS: Words<StatusRefused, Pick<Sent, "form">> = {
  ...KEPT_WORDS,
  "not-found": () => {
    throw bookingNotFoundPage();
  },
  "date-requested": ({ day }) =>
    `The referrer asks for ${requestWords({ kind: "date", day })}. Answer that request first.`,
  "cancel-requested": notYetWords,
  "early-start": notYetWords,
  "visit-to-come": ({ when }) =>
    atField(
      "status",
      "A visit of this booking is to come. Do you want to complete it anyway?",
      `Nothing was changed. Completing the booking cancels the visit on ${when}, and tells its assessor.`,
    ),
  "not-allowed": (_, { form }) => {
    const wanted = statusLabel((form.get("status") ?? "cancelled") as BookingStatus);
    const message = `The status of this booking cannot change to ${wanted}.`;
    return atField("status", "This change is not possible.", message);
  },
  "date-missing": atField(
    "status",
    "This booking has no date yet. Do you want to confirm it anyway?",
    "Nothing was changed. Set a date with Edit booking first, or confirm without one below.",
  ),
  "date-past": atField(
    "status",
    "The date of this booking is past. Do you want to confirm it anyway?",
    "Nothing was changed. Set another date with Edit booking first, or confirm it below.",
  ),
  "reason-needed": atField(
    "reason",
    "Please give a reason.",
    "Please say why you are reopening this booking.",
  ),
};

function problemOfDate(deps: Pick<Deps, "clock">, { preferred_date }: BookingRow) {
  if (preferred_date === null) return "date-missing";
  return preferred_date < londonDate(deps.clock.now()) ? "date-past" : null;
}

/** The day that a change of status confirms by itself, `day` null for none or a past one. Null where it confirms
 * nothing: a visit was agreed by its own form. */
async function confirmedDay(inside: Inside, booking: BookingRow, status: BookingStatus) {
  if (status !== "confirmed") return null;
  const visits = await visitsOfBooking(inside, booking.id);
  if (visits.some(({ ended_as }) => ended_as === null)) return null;
  const { preferred_date: day } = booking;
  return { day: day !== null && day >= londonDate(inside.clock.now()) ? day : null };
}

/** The London day on which the referrer asked for the cancellation that is made now; null where nobody asked. */
async function dayOfRequest({ db }: Inside, bookingId: string): Promise<IsoDate | null> {
  const asked = await db
    .selectFrom("booking_requests")
    .select("created_at")
    .where("booking_id", "=", bookingId)
    .where("kind", "=", "cancel")
    .where((eb) => eb.or([eb("answered_at", "is", null), eb("answered_as", "=", "accepted")]))
    .orderBy("created_at")
    .executeTakeFirst();
  return asked ? londonDate(new Date(asked.created_at)) : null;
}

/** Moves a booking to another status, unless it changed since `version`. Audited, and mailed unless staff untick
 * it. */
export async function changeStatus(deps: Deps, change: StatusChange): Promise<StatusChangeResult> {
  const { bookingId, version } = change;
  const asked = { bookingId, version, by: change, whenErased: true as const };
  return changeBooking(deps, asked, async (inside, booking): Promise<StatusChangeResult> => {
    const trx = inside.db;
    const from = toBookingStatus(booking.status);
    if (!nextStatuses(from).includes(change.status)) return { ok: false, problem: "not-allowed" };
    const dateProblem =
      change.status === "confirmed" && !change.isDateAccepted && problemOfDate(deps, booking);
    if (dateProblem) return { ok: false, problem: dateProblem };
    if (isReopening(from) && change.reason === "") return { ok: false, problem: "reason-needed" };
    const way = await readInTheWay(inside, booking);
    const confirmed = await confirmedDay(inside, booking, change.status);
    const notYet = confirmed && whyNotYet(way, confirmed.day, change);
    if (notYet) return { ok: false, ...notYet };
    const settled =
      confirmed &&
      (await settleInTheWay(inside, booking.id, way, { day: confirmed.day, decided: change, by: change }));

    const toCome =
      change.status === "completed" && !change.isVisitEnded
        ? await visitToComeInWords(inside, booking.id)
        : null;
    if (toCome) return { ok: false, problem: "visit-to-come", when: toCome };

    const updated = await updateBooking(trx, inside, booking, {
      ...settled?.columns,
      status: change.status,
      cancelled_on: change.status === "cancelled" ? await dayOfRequest(inside, booking.id) : null,
      awaits_contact_since: contactDueAfter(change.status, booking, deps.clock.now()),
    });
    if (!updated) return { ok: false, problem: "changed-since" };
    await readCardPagesSoon(inside, booking.id);
    if (from === "cancelled") await followBooking(inside, updated);
    const cancelledVisit = change.status === "confirmed" ? null : await endVisitsOf(inside, updated, change);
    if (!isToCome(updated.status)) await tellOfClosing(inside, updated.id);
    const ended = isToCome(updated.status) ? [] : await endRequests(inside, updated, change);

    const move = `${statusLabel(from)} to ${statusLabel(change.status)}`;
    await recordAudit(inside, change, "booking.status-changed", ["booking", booking.id], {
      changedFields: ["status"],
      note: change.reason === "" ? move : `${move}. Reason: ${change.reason}`,
    });
    if (change.isReferrerTold) {
      await enqueueMail(inside, {
        topic: "status-changed",
        to: booking.referrer_email,
        bookingId: booking.id,
        dedupeKey: `status-changed:${booking.id}:${updated.version}`,
        payload: {
          status: change.status,
          ...(change.note !== "" && { note: change.note }),
          ...(ended.length > 0 && { ended }),
          ...(cancelledVisit !== null && { cancelledVisit }),
          ...(change.isByRight && { isByRight: true }),
        },
      });
    }
    return { ok: true, booking: updated };
  });
}
