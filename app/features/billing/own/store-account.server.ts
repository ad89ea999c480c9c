import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { coverPrice } from "#app/features/booking/record/write-booking.server.ts";
import { invoiceRow, NOT_READ } from "../invoice-row.server.ts";
import { storeReading } from "../store-reading.server.ts";
import { readCardPagesSoon } from "../card/read-soon.server.ts";
import { coveredPence, readAccount, readingOf } from "./read-account.server.ts";

/** Derives what pages, mails and lists read of an account (`invoices`), in the transaction that changed it. Sends the
 * receipt of an invoice that is paid now. */
export async function storeAccount(deps: Deps, booking: BookingRow): Promise<void> {
  const read = await readAccount(deps, booking);
  const reading = readingOf(read);
  if (!reading) return;
  const { account, owed } = read;
  const [first] = account.invoices;
  const now = deps.clock.now().toISOString();
  const made = {
    kind: account.invoices.every(({ kind }) => kind === "deposit") ? ("deposit" as const) : ("full" as const),
    vendor_id: reading.vendorId,
    number: reading.number,
    amount_pence: account.invoicedPence,
    issued_on: first!.issuedOn,
    due_on: reading.dueOn!,
    on_its_way_pence: owed.onItsWay?.pence ?? null,
    on_its_way_on: owed.onItsWay?.on ?? null,
  };
  await deps.db
    .insertInto("invoices")
    .values({
      id: deps.ids.uuid(),
      booking_id: booking.id,
      maker: "own" as const,
      ...made,
      online_url: null,
      ...NOT_READ,
      accepted_wanted_pence: null,
      accepted_standing_pence: null,
      next_read_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("booking_id").doNothing())
    .execute();
  const before = (await invoiceRow(deps.db, booking.id))!;
  await deps.db.updateTable("invoices").set(made).where("id", "=", before.id).execute();
  await storeReading(deps, { ...before, ...made }, reading);
  await readCardPagesSoon(deps, booking.id);
  await coverPrice(deps.db, booking.id, coveredPence(read));
}
