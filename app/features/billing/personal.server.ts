import type { Personal } from "#app/features/data-protection/personal.ts";
import { purgeLines } from "./bank/lines.server.ts";
import { disputeOf } from "./dispute-invoice.server.ts";
import { findInvoice } from "./invoice-state.server.ts";
import { deleteOldDocuments, eraseBuyers, openDocumentsOf } from "./own/documents.server.ts";

export const personal: Personal = {
  eraseBooking: (trx, _, bookingId) => eraseBuyers(trx, bookingId),
  async exportBooking(deps, bookingId) {
    return {
      invoice: await findInvoice(deps, bookingId),
      invoiceDispute: await disputeOf(deps, bookingId),
      invoiceDocuments: (await openDocumentsOf(deps, bookingId)).map(
        ({ id: _, bookingId: __, ...rest }) => rest,
      ),
    };
  },
  async purge({ db }, { now }) {
    await deleteOldDocuments(db, now);
    await purgeLines(db, now);
  },
};
