import { sql, type ExpressionBuilder } from "kysely";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { referrerName } from "#app/features/booking/record/booking-summary.ts";
import { changeBooking, DONE, refused } from "#app/features/booking/record/change-booking.server.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { coverPrice } from "#app/features/booking/record/write-booking.server.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { Tables } from "#app/platform/tables.ts";
import { makerNow } from "../makers.server.ts";
import { accountState, issueNextInvoice, nextInvoice } from "./issue.server.ts";
import { readAccount } from "./read-account.server.ts";
import { sumsOf } from "./sums.ts";

/** Completed bookings of which a part was never invoiced, in a practice that makes its invoices here. */

const MAX_SHOWN = 50;

/** True of a booking whose price is more than what invoices have or staff let be, in a practice that invoices here. */
export function isToInvoice(eb: ExpressionBuilder<Tables, "bookings">) {
  return eb.and([
    eb("bookings.status", "=", sql.lit("completed")),
    eb("bookings.total_pence", ">", eb.ref("bookings.covered_pence")),
    eb("bookings.referrer_email_key", "!=", ""),
    eb.not(
      eb.exists(
        eb
          .selectFrom("invoices")
          .select("invoices.id")
          .whereRef("invoices.booking_id", "=", "bookings.id")
          .where((own) =>
            own.or([
              own("invoices.maker", "=", "xero"),
              own.and([
                own("invoices.kind", "!=", "deposit"),
                sql<boolean>`coalesce(invoices.vendor_total_pence, invoices.amount_pence) - coalesce(invoices.credited_pence, 0) >= bookings.total_pence`,
              ]),
            ]),
          ),
      ),
    ),
  ]);
}

/** Bookings to invoice, the longest completed first, with what each invoice would say; `count` has all of them. */
export async function readToInvoice(deps: Deps) {
  if (makerNow(deps) !== "own") return { shown: [], count: 0, sum: "" };
  const bookings = deps.db.selectFrom("bookings").where((eb) => isToInvoice(eb));
  const { count } = await bookings
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await bookings.selectAll().orderBy("updated_at").orderBy("id").limit(MAX_SHOWN).execute();
  const shown = [];
  let sumPence = 0;
  for (const row of rows) {
    const read = await readAccount(deps, row);
    const next = await nextInvoice(deps, row, read);
    const pence = next ? sumsOf(next.content.lines).totalPence : 0;
    const refusal = await staffRefusal(deps.db, row);
    if (!refusal) sumPence += pence;
    shown.push({
      id: row.id,
      reference: row.reference,
      who: referrerName(await readBooking(deps, row)),
      what: next?.content.lines.map(({ description }) => description).join(", ") ?? "",
      amount: formatPoundsAndPence(pence),
      due: next ? formatLongDate(next.dueOn) : "",
      hasDeposit: read.documents.length > 0,
      refusal,
      seen: `${row.id}:${accountState(row, read)}`,
    });
  }
  return { shown, count: Number(count), sum: formatPoundsAndPence(sumPence) };
}

export type ToInvoice = Awaited<ReturnType<typeof readToInvoice>>;

/** Bookings with the state of their account that the page showed. */
const seen = z.preprocess(
  (value) => (value === undefined ? [] : [value].flat()),
  z.array(z.string().max(120)).min(1, "There is nothing to invoice any more.").max(MAX_SHOWN),
);

export const MakeAllSchema = z.object({ seen });

type Change = ActedByRequest & { seen: readonly string[] };

/** Each by itself, so that one that changed since keeps none of the others. */
async function forEach(
  change: Change,
  work: (bookingId: string, state: string) => Promise<{ ok: boolean }>,
): Promise<{ done: number; kept: number }> {
  let done = 0;
  for (const one of change.seen) {
    const [bookingId = "", state = ""] = one.split(":");
    if ((await work(bookingId, state)).ok) done += 1;
  }
  return { done, kept: change.seen.length - done };
}

/** Issues and mails the next invoice of each of these bookings whose account is as it was shown. */
export const makeInvoices = (deps: Deps, { seen: all, ...by }: Change) =>
  forEach({ ...by, seen: all }, (bookingId, state) =>
    issueNextInvoice(deps, { ...by, bookingId, seen: state }),
  );

/** Staff say that these bookings need no further invoice, as where one was made elsewhere. They come back when their
 * price rises. */
export const letBe = (deps: Deps, { seen: all, ...by }: Change) =>
  forEach({ ...by, seen: all }, (bookingId, state) =>
    changeBooking(deps, { bookingId, by, whenErased: true }, async (inside, booking) => {
      const read = await readAccount(inside, booking);
      if (accountState(booking, read) !== state) return refused("changed");
      await coverPrice(inside.db, bookingId, booking.total_pence);
      await recordAudit(inside.db, inside, by, "invoice.let-be", ["booking", bookingId], {
        note: formatPoundsAndPence(booking.total_pence),
      });
      return DONE;
    }),
  );
