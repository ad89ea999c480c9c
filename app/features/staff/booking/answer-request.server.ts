import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type Refused,
} from "#app/features/booking/record/change-booking.server.ts";
import { closeRequest, openRequests } from "#app/features/booking/record/requests.server.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { agreedVisitOf } from "#app/features/visits/record/agreed-visit.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { changeStatus, type StatusRefused } from "./change-status.server.ts";
import { editBooking } from "./edit-booking.server.ts";

type Answer = ActedByRequest & {
  bookingId: string;
  /** The request as it is on screen. */
  asked: { id: string; version: number };
  isAccepted: boolean;
  /** For the referrer. */
  note: string;
  /** The referrer asked for a start within the days of the right to cancel. */
  isStartRequested?: boolean;
};

/** Why a request was not answered. `when`: the visit, in words. */
export type RequestRefused =
  | StatusRefused
  | Refused<"answered">
  | { ok: false; problem: "visit-first"; when: string };

type Answered = { ok: true } | RequestRefused;

/** Accepts a referrer's request, which makes the change with its usual history and mail, or declines it with a mail. */
export async function answerRequest(deps: Deps, answer: Answer): Promise<Answered> {
  const { bookingId, asked, isAccepted, note } = answer;
  return changeBooking(deps, { bookingId, by: answer }, async (inside, booking): Promise<Answered> => {
    const request = (await openRequests(inside.db, bookingId)).find(({ id }) => id === asked.id);
    if (!request) return refused("answered");
    if (request.version !== asked.version)
      return { ok: false, problem: "changed-since", now: requestWords(request) };
    const as = isAccepted ? "accepted" : "declined";
    await closeRequest(inside, request, { as, by: answer, answer: note });
    if (isAccepted)
      return request.kind === "date"
        ? moveDate(inside, booking, request.day, answer)
        : cancel(inside, booking, answer);
    await enqueueMail(inside, {
      topic: "request-declined",
      to: booking.referrer_email,
      bookingId,
      dedupeKey: `request-declined:${request.id}`,
      payload: { kind: request.kind, day: request.day, note },
    });
    return DONE;
  });
}

async function moveDate(
  inside: Inside,
  booking: BookingRow,
  day: IsoDate | null,
  answer: Answer,
): Promise<Answered> {
  const visit = await agreedVisitOf(inside, booking.id);
  if (visit && visit.day !== day) return { ok: false, problem: "visit-first", when: visit.when };
  const { actor, requestId, isStartRequested = false } = answer;
  const edited = await editBooking(inside, {
    actor,
    requestId,
    bookingId: booking.id,
    version: booking.version,
    plan: () => ({ columns: { preferred_date: day } }),
    // The mail about the visit told the referrer.
    isReferrerTold: !visit,
    isStartRequested,
  });
  if (edited.ok) return DONE;
  if (edited.problem === "not-yet") return { ok: false, ...edited.notYet };
  return edited.problem === "changed-since" || edited.problem === "doubtful" ? refused("answered") : edited;
}

async function cancel(
  inside: Inside,
  booking: BookingRow,
  { note, actor, requestId }: Answer,
): Promise<Answered> {
  return changeStatus(inside, {
    actor,
    requestId,
    bookingId: booking.id,
    version: booking.version,
    status: "cancelled",
    reason: "Requested by the referrer",
    isReferrerTold: true,
    note,
  });
}
