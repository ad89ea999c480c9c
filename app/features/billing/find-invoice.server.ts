import type { Executor } from "#app/platform/database.server.ts";

/** The invoice of a booking that the caller may see; null when there is none. Its days are London's. */
export async function findInvoice({ db }: { db: Executor }, bookingId: string) {
  const row = await db
    .selectFrom("invoices")
    .select(["kind", "number", "online_url as onlineUrl", "amount_pence as amountPence"])
    .select(["issued_on as issuedOn", "due_on as dueOn"])
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  return row ?? null;
}

export type BookingInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;
