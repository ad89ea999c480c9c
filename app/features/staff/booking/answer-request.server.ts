import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRequestRow, BookingRow } from "#app/features/booking/fields/tables.ts";
import { bookingToFill } from "#app/features/booking/record/booking-to-change.server.ts";
import { closeRequest, openRequests } from "#app/features/booking/record/requests.server.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { agreedVisitOf } from "#app/features/visits/record/agreed-visit.server.ts";
import { notYetWords } from "#app/features/visits/plan/in-the-way.ts";
import { transact } from "#app/platform/database.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { statusRefusal, type KEPT_OUT, type Refusal } from "./booking-forms.ts";
import { changeStatus } from "./change-status.server.ts";
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

type Outcome = "not-found" | keyof typeof KEPT_OUT | Refusal | null;

/** Undoes the transaction. */
class RequestRefused extends Error {
  refusal: Exclude<Outcome, null>;
  constructor(refusal: Exclude<Outcome, null>) {
    super("The request was not answered");
    this.refusal = refusal;
  }
}

const ANSWERED: Refusal = {
  code: 409,
  summary: "This request was answered or taken back since this page was shown. Nothing was changed.",
};

const changed = (request: BookingRequestRow): Refusal => ({
  code: 409,
  summary: `The referrer changed this request since this page was shown, so nothing was changed. They ask for ${requestWords(request)} now. Please check it, then press the button again.`,
  problem: "changed-since",
});

const moveFirst = (when: string): Refusal => ({
  code: 409,
  summary: `A visit is agreed for ${when}. Please move the visit first, then accept the request.`,
});

/** Accepts a referrer's request, which makes the change with its usual history and mail, or declines it with a mail.
 * Null when it was answered; otherwise nothing was written. */
export async function answerRequest(deps: Deps, answer: Answer): Promise<Outcome> {
  try {
    await transact(deps.db, (trx) => write({ ...deps, db: trx as never }, answer));
  } catch (error) {
    if (error instanceof RequestRefused) return error.refusal;
    throw error;
  }
  return null;
}

async function write(deps: Deps, answer: Answer): Promise<void> {
  const { bookingId, asked, isAccepted, note } = answer;
  const booking = await bookingToFill(deps.db, bookingId);
  if (typeof booking === "string") throw new RequestRefused(booking);
  const request = (await openRequests(deps.db, bookingId)).find(({ id }) => id === asked.id);
  if (!request) throw new RequestRefused(ANSWERED);
  if (request.version !== asked.version) throw new RequestRefused(changed(request));
  const as = isAccepted ? "accepted" : "declined";
  await closeRequest(deps.db, deps, request, { as, by: answer, answer: note });
  if (!isAccepted) {
    await enqueueMail(deps.db, deps, {
      topic: "request-declined",
      to: booking.referrer_email,
      bookingId,
      dedupeKey: `request-declined:${request.id}`,
      payload: { kind: request.kind, day: request.day, note },
    });
  } else if (request.kind === "date") {
    await moveDate(deps, booking, request.day, answer);
  } else {
    await cancel(deps, booking, answer);
  }
}

async function moveDate(deps: Deps, booking: BookingRow, day: IsoDate | null, answer: Answer) {
  const visit = await agreedVisitOf(deps, booking.id);
  if (visit && visit.day !== day) throw new RequestRefused(moveFirst(visit.when));
  const { actor, requestId, isStartRequested = false } = answer;
  const edited = await editBooking(deps, {
    ...{ actor, requestId },
    bookingId: booking.id,
    version: booking.version,
    plan: () => ({ columns: { preferred_date: day } }),
    // The mail about the visit told the referrer.
    isReferrerTold: !visit,
    isStartRequested,
  });
  if (edited.ok) return;
  if (edited.problem === "not-yet") {
    const { problem } = edited.notYet;
    const summary = notYetWords(edited.notYet);
    const errors = problem === "early-start" ? { errors: { startRequested: [summary] } } : {};
    throw new RequestRefused({ code: 409, summary, problem, ...errors });
  }
  const { problem } = edited;
  const isOther = problem === "changed-since" || problem === "doubtful";
  throw new RequestRefused(isOther ? ANSWERED : problem);
}

async function cancel(deps: Deps, booking: BookingRow, { note, actor, requestId }: Answer) {
  const changed = await changeStatus(deps, {
    ...{ actor, requestId },
    bookingId: booking.id,
    version: booking.version,
    status: "cancelled",
    reason: "Requested by the referrer",
    isReferrerTold: true,
    note,
  });
  if (changed.ok) return;
  throw new RequestRefused(
    changed.problem === "not-found" ? changed.problem : statusRefusal(changed, "cancelled"),
  );
}
