import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type KeptNow,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { declare, fieldsOf } from "#app/forms/declared-fields.ts";
import { countRows } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { sealedColumn } from "#app/platform/secrets.server.ts";
import { invoiceRow } from "./invoice-row.server.ts";

const sealedDispute = sealedColumn("invoices", "dispute_sealed");
const MAX_REASON = 500;

export const DISPUTE = fieldsOf({
  dispute: declare("lines")(
    "What the customer says",
    z
      .string({ error: "Write what the customer says." })
      .trim()
      .max(MAX_REASON, `Please keep this to ${MAX_REASON} characters.`),
    { hint: "For the office alone. Until it is settled, no reminder is sent.", rows: 2 },
  ),
});

export type DisputeProblem = KeptNow | "no-invoice";

type Change = ActedByRequest & { bookingId: string };

/** Why the customer disputes the booking's invoice, and since when; null while nobody does. */
export async function disputeOf(
  { db, secrets }: { db: Executor; secrets: Deps["secrets"] },
  bookingId: string,
): Promise<{ on: IsoDate; reason: string } | null> {
  const row = await invoiceRow(db, bookingId);
  if (!row?.disputed_on) return null;
  const { id, disputed_on: on, dispute_sealed } = row;
  return { on, reason: dispute_sealed === null ? "" : sealedDispute.decrypt(secrets, id, dispute_sealed) };
}

/** Stops the reminders of a booking's invoice until `settleDispute`. A second reason replaces the first. */
export async function disputeInvoice(deps: Deps, { bookingId, reason, ...by }: Change & { reason: string }) {
  return changeBooking(deps, { bookingId, by }, async (inside): Promise<Result<DisputeProblem>> => {
    const row = await invoiceRow(inside.db, bookingId);
    if (!row) return refused("no-invoice");
    const disputed_on = row.disputed_on ?? londonDate(deps.clock.now());
    const dispute_sealed = sealedDispute.encrypt(deps.secrets, row.id, reason);
    await inside.db
      .updateTable("invoices")
      .set({ disputed_on, dispute_sealed })
      .where("id", "=", row.id)
      .execute();
    await recordAudit(inside, by, "invoice.disputed", ["booking", bookingId]);
    return DONE;
  });
}

/** Lets reminders go out again, the next one on its day. Done already: done. */
export async function settleDispute(deps: Deps, { bookingId, ...by }: Change) {
  return changeBooking(deps, { bookingId, by }, async (inside): Promise<Result<DisputeProblem>> => {
    const settled = await inside.db
      .updateTable("invoices")
      .set({ disputed_on: null, dispute_sealed: null })
      .where("booking_id", "=", bookingId)
      .where("disputed_on", "is not", null)
      .executeTakeFirst();
    if (settled.numUpdatedRows > 0n)
      await recordAudit(inside, by, "invoice.dispute-settled", ["booking", bookingId]);
    return DONE;
  });
}

/** Why nobody may be reminded of a booking's invoice: the customer disputes it, or has an open complaint. */
export async function whyNotRemind(
  db: Executor,
  { id, referrer_email_key }: { id: string; referrer_email_key: string },
): Promise<"invoice-disputed" | "complaint-open" | null> {
  if ((await invoiceRow(db, id))?.disputed_on) return "invoice-disputed";
  const complaints = db.selectFrom("complaints").where("email_key", "=", referrer_email_key);
  return (await countRows(complaints.where("state", "!=", "answered"))) > 0 ? "complaint-open" : null;
}
