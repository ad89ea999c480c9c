import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Inside } from "#app/features/booking/record/change-booking.server.ts";
import { storeDocument } from "#app/features/documents/store-document.server.ts";

/** Undoes all that was written with a document; its message says why. */
export class NotSent extends Error {
  override name = "NotSent";
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

type Written = { bookingId: string; by: ActedByRequest; name: string; bytes: Uint8Array; notStored: string };

/** Keeps the PDF of a report that was written here, and does `also` in the same commit. Returns why nothing was kept,
 * `notStored` where the store failed; null when it was kept. */
export async function sendWritten(
  deps: Deps,
  { bookingId, by, name, bytes, notStored }: Written,
  also: (inside: Inside, documentId: string) => Promise<void>,
): Promise<string | null> {
  try {
    const stored = await storeDocument(deps, {
      bookingId,
      purpose: "report",
      kind: "other",
      visibleTo: "assessor-and-staff",
      by,
      name,
      content: inOnePiece(bytes),
      also,
    });
    return stored.ok ? null : notStored;
  } catch (error) {
    if (error instanceof NotSent) return error.message;
    throw error;
  }
}
