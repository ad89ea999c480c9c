import { updateBooking } from "./write-booking.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedBy, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import type { BookingRequestRow, BookingRow, RequestAnswer } from "#app/features/booking/fields/tables.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { sealedColumn, type Secrets } from "#app/platform/secrets.server.ts";
import { changeBooking, DONE, refused, type Result } from "./change-booking.server.ts";
import { requestWords, type RequestKind } from "./request-words.ts";

/** Requests that a referrer makes about their own booking. Staff decide; one of each kind is open at a time. */

const sealedNote = sealedColumn("booking_requests", "note_sealed");
const sealedAnswer = sealedColumn("booking_requests", "answer_sealed");

const orNull = (text: string, seal: () => string) => (text === "" ? null : seal());

const noteOf = (
  { secrets }: { secrets: Secrets },
  { id, note_sealed }: Pick<BookingRequestRow, "id" | "note_sealed">,
) => (note_sealed === null ? "" : sealedNote.decrypt(secrets, id, note_sealed));

/** The requests about a booking, newest first, decrypted. */
export async function listRequests({ db, secrets }: { db: Executor; secrets: Secrets }, bookingId: string) {
  const rows = await db
    .selectFrom("booking_requests")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ note_sealed, answer_sealed, ...row }) => ({
    ...row,
    note: noteOf({ secrets }, { id: row.id, note_sealed }),
    answer: answer_sealed === null ? "" : sealedAnswer.decrypt(secrets, row.id, answer_sealed),
  }));
}

export type BookingRequest = Awaited<ReturnType<typeof listRequests>>[number];

/** A booking's open requests, at most one of each kind; not decrypted. */
export const openRequests = (executor: Executor, bookingId: string): Promise<BookingRequestRow[]> =>
  executor
    .selectFrom("booking_requests")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .where("answered_at", "is", null)
    .orderBy("created_at")
    .execute();

const openRequest = async (executor: Executor, bookingId: string, kind: RequestKind) =>
  (await openRequests(executor, bookingId)).find((request) => request.kind === kind);

type Asked = ActedByRequest & { kind: RequestKind; day: IsoDate | null; note: string };

/** Puts a request on the staff's list, or changes the open one of its kind, and tells the practice of either. Nothing
 * is written for a request that is the same already. `over` for a booking that ended meanwhile. */
export async function makeRequest(deps: Deps, bookingId: string, asked: Asked) {
  const { kind, day, note } = asked;
  return changeBooking(deps, { bookingId, by: asked }, async (inside, booking): Promise<Result<"over">> => {
    const trx = inside.db;
    if (!isToCome(booking.status)) return refused("over");
    const open = await openRequest(trx, bookingId, kind);
    if (open && open.day === day && noteOf(deps, open) === note) return DONE;
    const id = open?.id ?? deps.ids.uuid();
    const values = {
      day,
      note_sealed: orNull(note, () => sealedNote.encrypt(deps.secrets, id, note)),
      created_at: deps.clock.now().toISOString(),
      version: 1 + (open?.version ?? 0),
    };
    if (open) {
      await trx.updateTable("booking_requests").set(values).where("id", "=", id).execute();
    } else {
      const row: BookingRequestRow = {
        id,
        booking_id: bookingId,
        kind,
        ...values,
        answered_at: null,
        answered_as: null,
        answered_by: null,
        answer_sealed: null,
      };
      await trx.insertInto("booking_requests").values(row).execute();
    }
    await enqueueMail(inside, {
      topic: "request-notice",
      to: deps.settings.current().company.email,
      bookingId,
      dedupeKey: `request-notice:${id}:${values.version}`,
      payload: { kind, day, ...(open && { isChanged: true }) },
    });
    await recordAudit(inside, asked, open ? "request.changed" : "request.made", ["booking", bookingId], {
      note: `The referrer asks for ${requestWords({ kind, day })}`,
    });
    return DONE;
  });
}

/** Stores that a private person used the right to cancel, in the transaction that cancels: an open request to
 * cancel takes effect with it. `note` is what they wrote. */
export async function recordRightToCancel(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets">,
  bookingId: string,
  { note, ...by }: ActedByRequest & { note: string },
): Promise<void> {
  const open = await openRequest(deps.db, bookingId, "cancel");
  const id = open?.id ?? deps.ids.uuid();
  const note_sealed = orNull(note, () => sealedNote.encrypt(deps.secrets, id, note));
  const request: BookingRequestRow = {
    id,
    booking_id: bookingId,
    kind: "cancel",
    day: null,
    version: 1,
    created_at: deps.clock.now().toISOString(),
    answered_at: null,
    answered_as: null,
    answered_by: null,
    answer_sealed: null,
    ...open,
    note_sealed: note_sealed ?? open?.note_sealed ?? null,
  };
  if (open) await deps.db.updateTable("booking_requests").set(request).where("id", "=", id).execute();
  else await deps.db.insertInto("booking_requests").values(request).execute();
  await closeRequest(deps, request, { as: "by-right", by });
}

/** Takes an open request back. Does nothing when none of this kind is open. */
export async function withdrawRequest(
  deps: Deps,
  bookingId: string,
  { kind, ...by }: ActedByRequest & { kind: RequestKind },
): Promise<void> {
  await changeBooking(deps, { bookingId, by }, async (inside) => {
    const open = await openRequest(inside.db, bookingId, kind);
    if (open) await closeRequest(inside, open, { as: "withdrawn", by });
    return DONE;
  });
}

/** `answer` is for the referrer. */
type Closing = { as: RequestAnswer; by: ActedBy; answer?: string };

/** Ends an open request, and notes it in the history. False when it was answered, or changed, since it was read. */
export async function closeRequest(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets">,
  request: Pick<BookingRequestRow, "id" | "booking_id" | "kind" | "day" | "version">,
  { as, by, answer = "" }: Closing,
): Promise<boolean> {
  const { numUpdatedRows } = await deps.db
    .updateTable("booking_requests")
    .set({
      answered_at: deps.clock.now().toISOString(),
      answered_as: as,
      answered_by: by.actor.kind === "staff" ? by.actor.id : null,
      answer_sealed: orNull(answer, () => sealedAnswer.encrypt(deps.secrets, request.id, answer)),
    })
    .where("id", "=", request.id)
    .where("answered_at", "is", null)
    .where("version", "=", request.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await recordAudit(deps, by, `request.${as}`, ["booking", request.booking_id], {
    note: `The referrer had asked for ${requestWords(request)}`,
  });
  return true;
}

/** Ends the open requests about a booking that is cancelled or completed, in the transaction of its status: one to
 * cancel is accepted by the cancelling. Gives those that ended without what they asked for, which the mail about
 * the status names. */
export async function endRequests(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets">,
  { id, status }: Pick<BookingRow, "id" | "status">,
  by: ActedBy,
): Promise<{ kind: RequestKind; day: IsoDate | null }[]> {
  const open = await openRequests(deps.db, id);
  const isGranted = ({ kind }: BookingRequestRow) => kind === "cancel" && status === "cancelled";
  for (const request of open)
    await closeRequest(deps, request, { as: isGranted(request) ? "accepted" : "ended", by });
  return open.filter((request) => !isGranted(request)).map(({ kind, day }) => ({ kind, day }));
}

/** Records that a consumer wants the service to start while they may still cancel. */
export const requestStart = async (deps: Deps, bookingId: string, by: ActedByRequest) =>
  changeBooking(deps, { bookingId, by, bindsReferrer: true }, async (inside, booking) => {
    if (booking.start_requested === 1) return DONE;
    await updateBooking(inside.db, inside, booking, { start_requested: 1 });
    await recordAudit(inside, by, "booking.start-requested", ["booking", booking.id]);
    return DONE;
  });
