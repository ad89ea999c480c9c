import type { Deps } from "#app/deps.server.ts";
import { agreedCharges, chargeLine, putOnInvoice } from "#app/features/charges/charge-rows.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { givenBilling } from "#app/features/booking/fields/field-columns.server.ts";
import { invoiceContact, invoiceReference } from "#app/features/booking/money/billing.ts";
import { bookingWithReference, findBooking } from "#app/features/booking/record/find-booking.server.ts";
import type { Accounting, Invoice, InvoiceReading } from "#app/integrations/accounting/accounting.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { transact } from "#app/platform/database.server.ts";
import { rateAt, sellerOf, type Buyer, type DocumentContent } from "./content.ts";
import { documentOfRequest, issueDocument, openDocument } from "./documents.server.ts";
import { lockAccount, assessmentDay, readAccount, readingOf } from "./read-account.server.ts";
import { oneOf, sumLine } from "./sums.ts";

/** Who buys: the payer that was named, else whoever booked. */
export function buyerOf({ secrets }: Pick<Deps, "secrets">, booking: BookingRow, note = ""): Buyer {
  const billing = givenBilling(secrets, booking);
  return {
    name: invoiceContact(booking, billing).name,
    organisation: billing.billingName ? "" : (booking.referrer_organisation ?? ""),
    address: billing.billingAddress ?? "",
    reference: invoiceReference(booking.reference, billing),
    note,
  };
}

/** The content of a document of today about an assessment on a London day. The amounts of the lines include VAT, at
 * the rate of the tax point where they name none. */
export function contentOf(
  deps: Pick<Deps, "settings" | "clock">,
  suppliedOn: IsoDate | null,
  lines: readonly { description: string; pence: number; vatRate?: number }[],
): DocumentContent {
  const settings = deps.settings.current();
  const issuedOn = londonDate(deps.clock.now());
  return {
    seller: sellerOf(settings.company, issuedOn),
    lines: lines.map(({ description, pence, vatRate }) =>
      sumLine(oneOf(description, pence, rateAt(settings, { issuedOn, suppliedOn }, vatRate))),
    ),
    bankDetails: settings.company.bankDetails,
    suppliedOn,
  };
}

/** Invoices that the practice makes itself, behind the same interface as Xero. */
export function createOwnAccounting(deps: Deps): Accounting {
  return {
    async createInvoice(request): Promise<Invoice> {
      const issued = await transact(deps, async (inside) => {
        const found = await bookingWithReference(inside.db, request.bookingReference);
        if (found) await lockAccount(inside.db, found.id);
        const earlier = await documentOfRequest(inside, request.idempotencyKey);
        if (earlier) return earlier;
        const booking = found && (await findBooking(inside.db, found.id));
        if (!booking || booking.status === "cancelled" || booking.referrer_email_key === "")
          throw new DeliveryError("The booking was cancelled while its invoice was made.");
        // A deposit is a share of the price alone.
        const agreed = request.kind === "full" ? await agreedCharges(inside, booking.id) : [];
        const charges = agreed.filter(({ isInvoiced }) => !isInvoiced);
        const lines = [...request.lines, ...charges.map((charge) => chargeLine(charge, booking))];
        const made = await issueDocument(inside.db, deps, {
          bookingId: booking.id,
          kind: request.kind,
          requestKey: request.idempotencyKey,
          issuedOn: request.issuedOn,
          dueOn: request.dueOn,
          content: contentOf(inside, await assessmentDay(inside, booking), lines),
          buyer: buyerOf(deps, booking),
          issuedBy: null,
        });
        await putOnInvoice(
          inside.db,
          charges.map(({ id }) => id),
          made.id,
        );
        return made;
      });
      const { id: vendorId, number, totalPence: amountPence } = issued;
      return { vendorId, number, amountPence, onlineUrl: null, isAsRequested: true };
    },
    async readInvoices(documentIds): Promise<InvoiceReading[]> {
      const readings = [];
      for (const vendorId of documentIds) {
        const document = await openDocument(deps, vendorId);
        const booking = document && (await findBooking(deps.db, document.bookingId));
        const reading = booking && readingOf(await readAccount(deps, booking));
        if (reading) readings.push({ ...reading, vendorId });
      }
      return readings;
    },
  };
}
