import { ACCOUNTS, type Personal } from "#app/features/data-protection/personal.ts";
import { purgeLines } from "./bank/lines.server.ts";
import { exportCardPages } from "./card/card-pages.server.ts";
import { eraseReturns, exportReturns } from "./card/returns.server.ts";
import { disputeOf, eraseDispute } from "./dispute-invoice.server.ts";
import { findInvoice } from "./invoice-state.server.ts";
import { deleteOldDocuments, eraseBuyers, openDocumentsOf } from "./own/documents.server.ts";
import { erasePaymentNotes, paymentsOf } from "./own/payments.server.ts";

const UNMATCHED = "Nobody knows yet whose it is. Once it is booked, the payment has its words.";

export const personal: Personal = {
  activity: "money",
  tables: {
    invoices: {
      key: "booking_id",
      keptFor: "invoices",
      staysBecause: ACCOUNTS,
      changesWhileRestricted: "The accounts need to know what was paid.",
    },
    invoice_documents: {
      key: "booking_id",
      keptFor: "invoices",
      staysBecause: ACCOUNTS,
      wordsStay: { content_sealed: "Lines and the seller: the accounts need them, and they name nobody." },
    },
    card_returns: { key: "booking_id", keptFor: "invoices", staysBecause: ACCOUNTS },
    card_pages: { key: "booking_id", keptFor: "invoices", staysBecause: ACCOUNTS },
    bank_lines: {
      key: "id",
      keptFor: "bank-lines",
      wordsStay: { words_sealed: UNMATCHED },
      notExported: { words_sealed: UNMATCHED },
    },
    payments: { key: "booking_id", keptFor: "invoices", staysBecause: ACCOUNTS },
  },
  async eraseBooking(trx, _, bookingId) {
    await eraseBuyers(trx, bookingId);
    await eraseDispute(trx, bookingId);
    await erasePaymentNotes(trx, bookingId);
    await eraseReturns(trx, bookingId);
  },
  async exportBooking(deps, bookingId) {
    return {
      invoice: await findInvoice(deps, bookingId),
      cardPages: await exportCardPages(deps, bookingId),
      cardReturns: await exportReturns(deps, bookingId),
      invoiceDispute: await disputeOf(deps, bookingId),
      invoiceDocuments: (await openDocumentsOf(deps, bookingId)).map(
        ({ id: _, bookingId: __, ...rest }) => rest,
      ),
      payments: (await paymentsOf(deps, bookingId)).map(
        ({ id: _, booking_id: __, recorded_by: ___, undone_by: ____, ...payment }) => payment,
      ),
    };
  },
  async purge({ db }, { now }) {
    await deleteOldDocuments(db, now);
    await purgeLines(db, now);
  },
};
