import { sql, type Selectable } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { byIds, pageOfQuery } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedColumn } from "#app/platform/secrets.server.ts";
import type { PaymentRow } from "../tables.ts";

const sealedNote = sealedColumn("payments", "note_sealed");

export type Payment = Omit<Selectable<PaymentRow>, "note_sealed" | "line_hash" | "act_id"> & { note: string };

function toPayment(secrets: Deps["secrets"], row: Selectable<PaymentRow>): Payment {
  const { note_sealed, line_hash: _, act_id: __, ...payment } = row;
  return { ...payment, note: note_sealed === null ? "" : sealedNote.decrypt(secrets, row.id, note_sealed) };
}

type Read = { db: Executor; secrets: Deps["secrets"] };

/** All payments and refunds of a booking, in the order in which they were recorded, those taken back included. */
export async function paymentsOf({ db, secrets }: Read, bookingId: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom("payments")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("recorded_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => toPayment(secrets, row));
}

/** The money that came in and went back for bookings, without what was recorded by mistake; those without any are
 * missing. */
export async function movedOfBookings({ db }: { db: Executor }, bookingIds: readonly string[]) {
  const rows = await byIds(bookingIds, (piece) =>
    db
      .selectFrom("payments")
      .select(["booking_id", "pence", "moved_on as on"])
      .where("booking_id", "in", piece)
      .where("undone_at", "is", null)
      .execute(),
  );
  return Map.groupBy(rows, ({ booking_id }) => booking_id);
}

/** The name of whoever booked, in a query of bookings. */
export const payer = sql<string>`bookings.referrer_first_name || ' ' || bookings.referrer_last_name`.as(
  "who",
);

/** A page of the payments with their bookings' references and who booked, those recorded last first. */
export async function latestPayments({ db, secrets }: Read, url: URL) {
  const query = db
    .selectFrom("payments")
    .innerJoin("bookings", "bookings.id", "payments.booking_id")
    .selectAll("payments")
    .select(["bookings.reference", payer])
    .orderBy("payments.recorded_at", "desc")
    .orderBy("payments.id", "desc");
  const { rows, at } = await pageOfQuery(query, url);
  return {
    at,
    rows: rows.map(({ reference, who, ...row }) => ({ ...toPayment(secrets, row), reference, who })),
  };
}

/** The pence that came in since a day. */
export async function penceSince({ db }: { db: Executor }, since: string): Promise<number> {
  const { pence } = await db
    .selectFrom("payments")
    .select((eb) => eb.fn.sum<number | string | null>("pence").as("pence"))
    .where("moved_on", ">=", since)
    .where("pence", ">", 0)
    .where("source", "!=", "moved")
    .where("undone_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(pence ?? 0);
}

type NewPayment = Pick<Selectable<PaymentRow>, "booking_id" | "pence" | "way" | "moved_on" | "source"> & {
  note: string;
  lineHash: string | null;
  recordedBy: string | null;
  actId?: string | null;
};

/** The id; null when the line of the bank file was booked before. */
export async function insertPayment(
  trx: Executor,
  deps: Pick<Deps, "clock" | "ids" | "secrets">,
  { note, lineHash, recordedBy, actId = null, ...payment }: NewPayment,
): Promise<string | null> {
  const id = deps.ids.uuid();
  const inserted = await trx
    .insertInto("payments")
    .values({
      id,
      ...payment,
      line_hash: lineHash,
      act_id: actId,
      note_sealed: note === "" ? null : sealedNote.encrypt(deps.secrets, id, note),
      recorded_by: recordedBy,
      recorded_at: deps.clock.now().toISOString(),
      undone_by: null,
      undone_at: null,
    })
    .onConflict((conflict) => conflict.column("line_hash").doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n ? id : null;
}
