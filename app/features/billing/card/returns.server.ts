import type { InferResult, Selectable } from "kysely";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type Refused,
} from "#app/features/booking/record/change-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import type { CardReturn } from "#app/integrations/card-payments/card-pages.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { FIRST_PAGE } from "#app/kit/pages.ts";
import { byIds, pageOfQuery } from "#app/kit/pieces.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { formatLongDate, formatShortDate, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { sealedColumn } from "#app/platform/secrets.server.ts";
import { payer } from "../own/payments.server.ts";
import { lockAccount, readAccount } from "../own/read-account.server.ts";
import { recordReturned, undoPayment, type PaymentResult } from "../own/record-payment.server.ts";
import type { CardReturnRow } from "../tables.ts";
import { returnHash } from "./read-soon.server.ts";

/** Refunds and disputes of card payments. The card service says what is true; staff say what follows for the
 * account. */

type Row = Selectable<CardReturnRow>;

const sealedReason = sealedColumn("card_returns", "reason_sealed");
const DAY_MS = 86_400_000;
/** A dispute may come, and end, so long after its payment. */
const LOOK_BACK_DAYS = 400;
const MAX_REASON = 300;

/** Payments at the card service that no page of ours made: they are not asked about again. */
const foreign = new Set<string>();

/** The booking of a payment; null for one that is none of ours. Earlier releases stored no payments with their
 * pages. */
async function bookingOfPayment(deps: Deps, paymentId: string): Promise<string | null> {
  const pages = deps.db.selectFrom("card_pages").select(["id", "booking_id"]);
  const known = await pages.where("payment_id", "=", paymentId).executeTakeFirst();
  if (known || foreign.has(paymentId)) return known?.booking_id ?? null;
  const pageId = await deps.cardPages!.pageOfPayment(paymentId);
  const page = await pages.where("vendor_id", "=", pageId ?? "").executeTakeFirst();
  if (!page) {
    foreign.add(paymentId);
    return null;
  }
  await deps.db.updateTable("card_pages").set({ payment_id: paymentId }).where("id", "=", page.id).execute();
  return page.booking_id;
}

/** Reads refunds and disputes of one payment, or of all payments. Throws `DeliveryError`. */
export async function readReturns(deps: Deps, of: { paymentId: string } | { since: Date }): Promise<void> {
  for (const found of await deps.cardPages!.returns(of)) {
    const bookingId = await bookingOfPayment(deps, found.paymentId);
    if (bookingId !== null) await storeReturn(deps, bookingId, found);
  }
}

/** Reads what may have changed without an event. Quiet while the card service fails. */
export async function readAllReturns(deps: Deps): Promise<void> {
  if (!deps.cardPages) return;
  const any = await deps.db.selectFrom("card_pages").select("id").limit(1).executeTakeFirst();
  if (!any) return;
  const since = new Date(deps.clock.now().getTime() - LOOK_BACK_DAYS * DAY_MS);
  await readReturns(deps, { since }).catch((error: unknown) => {
    if (!(error instanceof DeliveryError)) throw error;
    deps.log.warn("refunds and disputes not read", { error: error.name });
  });
}

async function storeReturn(deps: Deps, bookingId: string, found: CardReturn): Promise<void> {
  const { state, pence } = found;
  const happened_on = londonDate(found.at);
  const answer_by = found.answerBy && londonDate(found.answerBy);
  await transact(deps, async (inside) => {
    await lockAccount(inside.db, bookingId);
    const known = await rowOf(inside.db, "vendor_id", found.id);
    if (known?.state === state && known.answer_by === answer_by && known.pence === pence) return;
    const news = { state, pence, answer_by, read_at: deps.clock.now().toISOString() };
    if (known) await inside.db.updateTable("card_returns").set(news).where("id", "=", known.id).execute();
    else
      await inside.db
        .insertInto("card_returns")
        .values({
          ...news,
          id: deps.ids.uuid(),
          booking_id: bookingId,
          vendor_id: found.id,
          happened_on,
          settled_state: null,
          reason_sealed: null,
          settled_by: null,
          settled_at: null,
        })
        .execute();
    if (known?.state === state) return;
    const note = STATE_WORDS[state](sumWords(found));
    await recordAudit(inside, BY_SYSTEM, "card.returned", ["booking", bookingId], { note });
  });
}

const sumWords = ({ pence }: Pick<Row, "pence">) =>
  pence === null ? "a sum in another currency" : formatPoundsAndPence(pence);

const rowOf = (db: Executor, by: "id" | "vendor_id", value: string): Promise<Row | undefined> =>
  db.selectFrom("card_returns").selectAll().where(by, "=", value).executeTakeFirst();

const STATE_WORDS: Record<Row["state"], (amount: string) => string> = {
  refunded: (amount) => `${amount} was refunded at Stripe.`,
  failed: (amount) => `The refund of ${amount} failed at Stripe: the customer did not get it.`,
  asked: (amount) => `The payer’s bank asks about ${amount}. It took no money yet.`,
  disputed: (amount) => `The payer disputes ${amount}: the bank took the money.`,
  won: (amount) => `The dispute about ${amount} ended in our favour: we have the money.`,
  lost: (amount) => `The dispute about ${amount} was lost: the payer has the money.`,
};

/** Whether the payer, or the payer's bank, has the money. */
const isTaken = ({ state }: Pick<Row, "state">) => ["refunded", "disputed", "lost"].includes(state);

const openRows = ({ db }: Pick<Deps, "db">) =>
  db
    .selectFrom("card_returns")
    .innerJoin("bookings", "bookings.id", "card_returns.booking_id")
    .selectAll("card_returns")
    .select(["bookings.reference", payer])
    .where((eb) =>
      eb.or([eb("settled_state", "is", null), eb("settled_state", "!=", eb.ref("card_returns.state"))]),
    )
    .orderBy("happened_on")
    .orderBy("card_returns.id");

const inWords = (row: InferResult<ReturnType<typeof openRows>>[number]) => ({
  id: row.id,
  bookingId: row.booking_id,
  reference: row.reference,
  vendorId: row.vendor_id,
  who: row.who,
  what: STATE_WORDS[row.state](sumWords(row)),
  on: formatShortDate(row.happened_on),
  answerBy: row.answer_by && formatLongDate(row.answer_by),
});

/** The first refunds and disputes that staff have not dealt with, in words, the oldest first, with the count of all. */
export async function openReturns(deps: Pick<Deps, "db">, size: number) {
  const { rows, at } = await pageOfQuery(openRows(deps), FIRST_PAGE, { size });
  return { rows: rows.map(inWords), at };
}

/** A warning for whoever pays back what is due for a booking: its payer has a sum by the card service already, and
 * staff have not dealt with that. By the booking's id. */
export async function wentBackAlready(deps: Pick<Deps, "db">): Promise<Map<string, string>> {
  const taken = (await openRows(deps).execute()).filter(isTaken);
  const hashOf = (row: Row) => returnHash(row.vendor_id);
  const applied = await byIds(taken.map(hashOf), (piece) =>
    deps.db.selectFrom("payments").select("line_hash").where("line_hash", "in", piece).execute(),
  );
  const open = taken.filter((row) => !applied.some(({ line_hash }) => line_hash === hashOf(row)));
  return new Map(
    [...Map.groupBy(open, (row) => row.booking_id)].map(([bookingId, rows]) => [
      bookingId,
      `${rows.map(sumWords).join(" and ")} went back at Stripe already: deal with that under “Refunds and disputes at Stripe” first, and pay nothing twice.`,
    ]),
  );
}

/** How the account and a return differ: `take` the money off, `give` it back, or nothing. `same` is a refund of this
 * sum that staff recorded already. */
async function readEffect(deps: Pick<Deps, "clock" | "secrets"> & { db: Executor }, row: Row) {
  const booking = (await findBooking(deps.db, row.booking_id))!;
  const payments = await deps.db
    .selectFrom("payments")
    .select(["id", "line_hash", "pence", "moved_on", "source"])
    .where("booking_id", "=", row.booking_id)
    .where("undone_at", "is", null)
    .orderBy("recorded_at")
    .orderBy("id")
    .execute();
  const applied = payments.find(({ line_hash }) => line_hash === returnHash(row.vendor_id));
  const { owed } = await readAccount(deps, booking);
  const taken = row.pence !== null && isTaken(row) && !applied;
  const act = taken ? "take" : applied && !isTaken(row) ? "give" : null;
  const same = payments.find(
    (one) => one.source === "hand" && one.line_hash === null && one.pence === -(row.pence ?? 0),
  );
  return {
    act,
    appliedId: applied?.id,
    same: act === "take" ? same : undefined,
    againPence: Math.max(0, (row.pence ?? 0) - owed.payBackPence),
    /** The facts that a page showed: others refuse what is pressed there. */
    seen: [row.state, act, same?.id, owed.payBackPence].join(" "),
  };
}

/** `openReturns` with what a press does. */
export async function returnsToSettle(deps: Deps, url = FIRST_PAGE) {
  const items = [];
  const { rows, at } = await pageOfQuery(openRows(deps), url, { name: "stripe" });
  for (const row of rows) {
    const { act, same, againPence, seen } = await readEffect(deps, row);
    const again =
      againPence > 0
        ? `If you apply it, ${formatPoundsAndPence(againPence)} is to be paid again. Issue a credit note first for what the customer does not owe.`
        : "If you apply it, it counts as paid back.";
    items.push({
      ...inWords(row),
      seen,
      canApply: act !== null,
      does: act === "take" ? again : act === "give" ? "If you apply it, the money counts as paid again." : "",
      same: same ? `A refund of this sum on ${formatShortDate(same.moved_on)} is recorded already.` : "",
    });
  }
  return { rows: items, at };
}

/** `reason`: why it is set aside. */
export const ReturnSchema = z.object({
  return: z.string().default(""),
  seen: z.string().default(""),
  reason: z.string().trim().max(MAX_REASON, `Please keep this to ${MAX_REASON} characters.`).default(""),
});

type Settle = ActedByRequest & z.output<typeof ReturnSchema> & { how: "apply" | "recorded" | "aside" };

type Settled = PaymentResult | Refused<"no-reason">;

/** Deals with a refund or dispute as it is now: applies it to the account, says which recorded refund it is, or sets it
 * aside. */
export async function settleReturn(deps: Deps, { return: id, seen, reason, how, ...by }: Settle) {
  const found = await rowOf(deps.db, "id", id);
  if (!found) return refused("changed");
  // An erased booking takes no payment, and its return may be set aside still.
  const change = { bookingId: found.booking_id, by, ...(how === "aside" && { whenErased: true as const }) };
  return changeBooking(deps, change, async (inside): Promise<Settled> => {
    await lockAccount(inside.db, found.booking_id);
    const row = (await rowOf(inside.db, "id", id))!;
    const effect = await readEffect(inside, row);
    if (row.settled_state === row.state || effect.seen !== seen) return refused("changed");
    if (how === "aside" && effect.act !== null && reason === "") return refused("no-reason");
    const done = how === "aside" ? DONE : await apply(inside, { ...by, row, how, effect });
    if (!done.ok) return done;
    await inside.db
      .updateTable("card_returns")
      .set({
        settled_state: row.state,
        settled_by: by.actor.id,
        settled_at: deps.clock.now().toISOString(),
        reason_sealed:
          how === "aside" && reason !== "" ? sealedReason.encrypt(deps.secrets, id, reason) : null,
      })
      .where("id", "=", id)
      .execute();
    if (how === "aside")
      await recordAudit(inside, by, "card.set-aside", ["booking", row.booking_id], { note: sumWords(row) });
    return DONE;
  });
}

type Apply = ActedByRequest & {
  row: Row;
  how: Settle["how"];
  effect: Awaited<ReturnType<typeof readEffect>>;
};

async function apply(inside: Inside, { row, how, effect, ...by }: Apply): Promise<PaymentResult> {
  const lineHash = returnHash(row.vendor_id);
  if (effect.act === null) return refused("changed");
  if (effect.act === "give") return undoPayment(inside, { ...by, paymentId: effect.appliedId! });
  if (how === "apply")
    return recordReturned(inside, {
      ...by,
      bookingId: row.booking_id,
      pence: -row.pence!,
      way: "card",
      source: "card",
      lineHash,
      on: row.happened_on,
      note: STATE_WORDS[row.state](sumWords(row)),
      isBanks: row.state !== "refunded",
    });
  if (!effect.same) return refused("changed");
  await inside.db
    .updateTable("payments")
    .set({ line_hash: lineHash })
    .where("id", "=", effect.same.id)
    .execute();
  return DONE;
}
