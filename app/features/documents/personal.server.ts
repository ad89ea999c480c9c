import type { Personal } from "#app/features/data-protection/personal.ts";
import { documentData, eraseDocuments, isDocumentAddedSince } from "./erase-documents.server.ts";

export const personal: Personal = {
  activity: "assessment",
  tables: {
    documents: { key: "booking_id", keptFor: "booking" },
    papers_by_post: { key: "booking_id", keptFor: "booking", goesWithBooking: true },
  },
  eraseBooking: async (trx, _, bookingId) => ({ documentIds: await eraseDocuments(trx, bookingId) }),
  exportBooking: documentData,
  isChangedSince: isDocumentAddedSince,
};
