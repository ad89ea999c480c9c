import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRequestRow, BookingRow } from "#app/features/booking/fields/tables.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { sealedColumn, type Secrets } from "#app/platform/secrets.server.ts";
import { requestWords, type RequestKind } from "./request-words.ts";

/** Requests that a referrer makes about their own booking. Staff decide; one of each kind is open at a time. */

const sealedNote = sealedColumn("booking_requests", "note_sealed");
const sealedAnswer = sealedColumn("booking_requests", "answer_sealed");

const orNull = (text: string, seal: () => string) => (text === "" ? null : seal());

/** The latest 50 requests about a booking, newest first, decrypted. */
export async function listRequests({ db, secrets }: { db: Executor; secrets: Secrets }, bookingId: string) {
  const rows = await db
    .selectFrom("booking_requests")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(50)
    .execute();
  return rows.map(({ note_sealed, answer_sealed, ...row }) => ({
    ...row,
    note: note_sealed === null ? "" : sealedNote.decrypt(secrets, row.id, note_sealed),
    answer: answer_sealed === null ? "" : sealedAnswer.decrypt(secrets, row.id, answer_sealed),
  }));
}

export type BookingRequest = Awaited<ReturnType<typeof listRequests>>[number];

function openRequest(executor: Executor, bookingId: string, kind: RequestKind) {
  return executor
    .selectFrom("booking_requests")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .where("kind", "=", kind)
    .where("answered_at", "is", null)
    .executeTakeFirst();
}

type Asked = ActedByRequest & { kind: RequestKind; day: IsoDate | null; note: string };

/** Puts a request on the staff's list, or changes the open one of its kind, and tells the practice of a new one. */
export async function makeRequest(deps: Deps, booking: BookingRow, asked: Asked): Promise<void> {
  const { kind, day, note } = asked;
  await transact(deps.db, async (trx) => {
    const open = await openRequest(trx, booking.id, kind);
    const id = open?.id ?? deps.ids.uuid();
    const values = {
      day,
      note_sealed: orNull(note, () => sealedNote.encrypt(deps.secrets, id, note)),
      created_at: deps.clock.now().toISOString(),
    };
    if (open) {
      await trx.updateTable("booking_requests").set(values).where("id", "=", id).execute();
    } else {
      const row: BookingRequestRow = {
        ...{ id, booking_id: booking.id, kind, ...values },
        ...{ answered_at: null, answered_as: null, answered_by: null, answer_sealed: null },
      };
      await trx.insertInto("booking_requests").values(row).execute();
      await enqueueMail(trx, deps, {
        topic: "request-notice",
        to: deps.settings.current().company.email,
        bookingId: booking.id,
        dedupeKey: `request-notice:${id}`,
        payload: { kind, day },
      });
    }
    await recordAudit(trx, deps, asked, "request.made", ["booking", booking.id], {
      note: `The referrer asks for ${requestWords({ kind, day })}`,
    });
  });
}

/** Takes an open request back. Does nothing when none of this kind is open. */
export async function withdrawRequest(
  deps: Deps,
  bookingId: string,
  { kind, ...by }: ActedByRequest & { kind: RequestKind },
): Promise<void> {
  await transact(deps.db, async (trx) => {
    const open = await openRequest(trx, bookingId, kind);
    if (!open || !(await closeRequest(trx, deps, open.id, { as: "withdrawn", by, answer: "" }))) return;
    await recordAudit(trx, deps, by, "request.withdrawn", ["booking", bookingId], {
      note: `The referrer had asked for ${requestWords(open)}`,
    });
  });
}

type Closing = {
  as: NonNullable<BookingRequestRow["answered_as"]>;
  by: Pick<ActedByRequest, "actor">;
  answer: string;
};

/** Answers a request that is open. False when somebody answered it before. */
export async function closeRequest(
  executor: Executor,
  deps: Pick<Deps, "clock" | "secrets">,
  requestId: string,
  { as, by, answer }: Closing,
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable("booking_requests")
    .set({
      answered_at: deps.clock.now().toISOString(),
      answered_as: as,
      answered_by: by.actor.kind === "staff" ? by.actor.id : null,
      answer_sealed: orNull(answer, () => sealedAnswer.encrypt(deps.secrets, requestId, answer)),
    })
    .where("id", "=", requestId)
    .where("answered_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** An open request about this booking. */
export async function findOpenRequest(
  executor: Executor,
  bookingId: string,
  requestId: string,
): Promise<BookingRequestRow | null> {
  const row = await executor
    .selectFrom("booking_requests")
    .selectAll()
    .where("id", "=", requestId)
    .where("booking_id", "=", bookingId)
    .where("answered_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}
