import type { Selectable } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { changeBooking, refused } from "#app/features/booking/record/change-booking.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { mailReferrer } from "#app/features/outbox/enqueue-mail.server.ts";
import type { CardPage } from "#app/integrations/card-payments/card-pages.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { transact } from "#app/platform/database.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { payer } from "../own/payments.server.ts";
import { lockAccount, readAccount } from "../own/read-account.server.ts";
import { recordPayment } from "../own/record-payment.server.ts";
import { storeAccount } from "../own/store-account.server.ts";
import type { CardPageRow } from "../tables.ts";

/** Card payments of invoices that are made here. The card service says what was paid; an event says when to ask. */

type Row = Selectable<CardPageRow>;

const MINUTE_MS = 60_000;
/** Between two looks at an open page. */
const AGAIN_MS = 10 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AT_ONCE = 50;
/** Bacs Direct Debit takes a week. A payment that comes later still is booked. */
const MAX_DAYS_ON_ITS_WAY = 14;

const later = ({ clock }: Pick<Deps, "clock">, ms: number) =>
  new Date(clock.now().getTime() + ms).toISOString();

type Opening = { booking: BookingRow; what: string; paidUrl: string; backUrl: string };

/** The address of a page on which the rest of a booking's invoices is paid: one open page for each amount. Null when
 * nothing is to pay, a payment of it is on its way, or cards are not taken. Throws `DeliveryError`. */
export async function openCardPage(deps: Deps, { booking, what, paidUrl, backUrl }: Opening) {
  if (!deps.cardPages) return null;
  for (const row of await pagesOf(deps, booking.id)) if (row.state === "open") await readPage(deps, row);
  const { toPayPence } = (await readAccount(deps, booking)).owed;
  if (toPayPence === 0) return null;
  const rows = await pagesOf(deps, booking.id);
  const open = rows.find(({ state, pence, url }) => state === "open" && pence === toPayPence && url);
  if (open) return open.url;
  const page = await deps.cardPages.open({
    // Two presses at once make one page; one after it has ended makes another.
    idempotencyKey: `card:${booking.id}:${toPayPence}:${rows.length}`,
    pence: toPayPence,
    what,
    paidUrl,
    backUrl,
  });
  await deps.db
    .insertInto("card_pages")
    .values({
      id: deps.ids.uuid(),
      booking_id: booking.id,
      vendor_id: page.id,
      url: page.url,
      pence: toPayPence,
      state: "open",
      created_at: deps.clock.now().toISOString(),
      next_read_at: later(deps, AGAIN_MS),
    })
    .onConflict((conflict) => conflict.column("vendor_id").doNothing())
    .execute();
  return page.url;
}

const pagesOf = ({ db }: Pick<Deps, "db">, bookingId: string): Promise<Row[]> =>
  db
    .selectFrom("card_pages")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

/** Reads the open pages of a booking, for somebody who comes back from paying. Quiet while the service fails. */
export async function readCardPagesOf(deps: Deps, bookingId: string): Promise<void> {
  if (!deps.cardPages) return;
  for (const row of await pagesOf(deps, bookingId))
    if (row.state === "open" || row.state === "on-its-way") await readPage(deps, row).catch(quietly);
}

function quietly(error: unknown): void {
  if (!(error instanceof DeliveryError)) throw error;
}

/** Reads the page that an event is about. An unknown one is none of ours. */
export async function readCardPageNow(deps: Deps, vendorId: string): Promise<void> {
  const row = await deps.db
    .selectFrom("card_pages")
    .selectAll()
    .where("vendor_id", "=", vendorId)
    .executeTakeFirst();
  if (row && LOOKED_AT.some((state) => state === row.state)) await readPage(deps, row);
}

/** Reads every page that is due. Ends those whose amount is no longer what is to pay. Stops quietly while the service
 * fails: they stay due. Returns how many were read. */
export async function readDueCardPages(deps: Deps, isOver = () => false): Promise<number> {
  if (!deps.cardPages) return 0;
  const rows = await deps.db
    .selectFrom("card_pages")
    .selectAll()
    .where("next_read_at", "<=", deps.clock.now().toISOString())
    .orderBy("next_read_at")
    .limit(AT_ONCE)
    .execute();
  let count = 0;
  for (const row of rows) {
    if (isOver()) break;
    try {
      await readPage(deps, row);
    } catch (error) {
      quietly(error);
      deps.log.warn("card payments not read", { error: (error as Error).name });
      break;
    }
    count += 1;
  }
  return count;
}

/** How a page stands: one that asks for another amount than what is to pay is ended first. */
async function askFor({ cardPages, ...deps }: Deps, row: Row): Promise<CardPage | null> {
  const booking = await findBooking(deps.db, row.booking_id);
  const isRight = booking !== null && (await readAccount(deps, booking)).owed.toPayPence === row.pence;
  return row.state === "open" && !isRight ? cardPages!.end(row.vendor_id) : cardPages!.read(row.vendor_id);
}

/** Pages of which the card service may still have news. Those of a payment that failed, or that expired, are read when
 * an event says so. */
const LOOKED_AT = ["open", "on-its-way", "kept-out", "failed", "expired"] as const satisfies Row["state"][];

async function readPage(deps: Deps, row: Row): Promise<void> {
  const page = await askFor(deps, row);
  const isWaiting = row.state === "on-its-way";
  const payment = { payment_id: page?.paymentId ?? row.payment_id };
  const again = { url: null, ...payment, next_read_at: later(deps, AGAIN_MS) };
  const ended = { ...again, next_read_at: null };
  if (page?.state === "open")
    return store(deps, row, { ...again, state: "open", url: page.url, on_its_way_on: null });
  const today = londonDate(deps.clock.now());
  const on_its_way_on = row.on_its_way_on ?? today;
  const isLate = isWaiting && addDays(on_its_way_on, MAX_DAYS_ON_ITS_WAY) < today;
  // A payment on its way ends by what the service says of it, and at the latest when none takes as long.
  if (!isLate && (page?.state === "on-its-way" || (page === null && isWaiting))) {
    return store(deps, row, { ...again, state: "on-its-way", on_its_way_on });
  }
  if (page?.state !== "paid") {
    const hasFailed = isWaiting || page?.state === "failed";
    return store(deps, row, { ...ended, state: hasFailed ? "failed" : "expired" });
  }
  if (page.pence !== row.pence) return store(deps, row, { ...ended, state: "other-amount" });
  const booked = await bookPage(deps, row, payment);
  // Once the restriction is lifted it is booked; of an erased booking staff see to it.
  if (!booked.ok && booked.problem !== "booked")
    await store(deps, row, { ...again, state: "kept-out", on_its_way_on, next_read_at: later(deps, DAY_MS) });
}

const CHANGES_WHAT_IS_ASKED = new Set<Row["state"]>(["on-its-way", "kept-out", "failed"]);

/** Stores how a page stands that was read as `row`. What is on its way, or did not come, changes what is asked for: the
 * payer and staff are told of a payment that failed. */
async function store(deps: Deps, row: Row, next: Partial<Row> & Pick<Row, "state">): Promise<void> {
  await transact(deps, async (inside) => {
    await lockAccount(inside.db, row.booking_id);
    const stored = await inside.db
      .updateTable("card_pages")
      .set(next)
      .where("id", "=", row.id)
      .where("state", "=", row.state)
      .executeTakeFirst();
    const isNews = stored.numUpdatedRows > 0n && next.state !== row.state;
    if (!isNews || ![row.state, next.state].some((state) => CHANGES_WHAT_IS_ASKED.has(state))) return;
    const booking = (await findBooking(inside.db, row.booking_id))!;
    await storeAccount(inside, booking);
    if (next.state !== "on-its-way" && next.state !== "failed") return;
    await recordAudit(inside, BY_SYSTEM, `card.${next.state}`, ["booking", booking.id], {
      note: formatPoundsAndPence(row.pence),
    });
    if (next.state === "failed" && !isErased(booking))
      await mailReferrer(inside, booking, ["card-payment-failed", row.vendor_id], {
        pence: row.pence,
        on: row.on_its_way_on,
      });
  });
}

/** Records the payment of a page, once. */
async function bookPage(deps: Deps, row: Row, payment: Pick<Row, "payment_id">) {
  const { id, booking_id: bookingId, vendor_id, pence } = row;
  return changeBooking(deps, { bookingId, by: BY_SYSTEM }, async (inside) => {
    await lockAccount(inside.db, bookingId);
    const taken = await inside.db
      .updateTable("card_pages")
      .set({ ...payment, state: "paid", url: null, next_read_at: null })
      .where("id", "=", id)
      .where("state", "in", LOOKED_AT)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) return refused("booked");
    return recordPayment(inside, {
      ...BY_SYSTEM,
      bookingId,
      pence,
      way: "card",
      source: "card",
      note: "",
      on: londonDate(deps.clock.now()),
      lineHash: `card:${vendor_id}`,
    });
  });
}

const TO_CHECK = ["other-amount", "kept-out", "failed"] as const satisfies Row["state"][];

/** Card payments that nobody booked, as a query: another amount than was asked for, a booking that takes none, or one
 * that did not come. */
export const cardPaymentsToCheck = ({ db }: Pick<Deps, "db">) =>
  db
    .selectFrom("card_pages")
    .innerJoin("bookings", "bookings.id", "card_pages.booking_id")
    .select(["card_pages.id", "booking_id", "reference", payer, "pence", "state", "vendor_id"])
    .where("state", "in", TO_CHECK)
    .orderBy("card_pages.created_at")
    .orderBy("card_pages.id")
    .$narrowType<{ state: (typeof TO_CHECK)[number] }>();

/** Payments that take days, as a query, the oldest first. */
export const paymentsOnTheirWay = ({ db }: Pick<Deps, "db">) =>
  db
    .selectFrom("invoices")
    .innerJoin("bookings", "bookings.id", "invoices.booking_id")
    .select(["booking_id", "reference", payer, "on_its_way_pence as pence", "on_its_way_on as on"])
    .where("on_its_way_on", "is not", null)
    .orderBy("on_its_way_on")
    .orderBy("booking_id")
    .$narrowType<{ pence: number; on: string }>();

/** Staff have seen to a card payment that was not booked. */
export async function settleCardPage(deps: Deps, id: string): Promise<void> {
  await transact(deps, async (inside) => {
    const { db } = inside;
    const row = await db
      .selectFrom("card_pages")
      .select(["booking_id", "state"])
      .where("id", "=", id)
      .where("state", "in", TO_CHECK)
      .executeTakeFirst();
    if (!row) return;
    await lockAccount(db, row.booking_id);
    // Nothing came of one that failed: should it come late, it is booked.
    const state = row.state === "failed" ? "expired" : "settled";
    await db
      .updateTable("card_pages")
      .set({ state, next_read_at: null })
      .where("id", "=", id)
      .where("state", "=", row.state)
      .execute();
    await storeAccount(inside, (await findBooking(db, row.booking_id))!);
  });
}
