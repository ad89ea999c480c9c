import { personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { Actor } from "#app/features/audit/record-audit.server.ts";
import type { DocumentKind, ScanState, Visibility } from "./kinds.ts";

/** A file that belongs to a booking. Its content is in the document store, sealed with the key of this row. */
export type DocumentRow = {
  id: string;
  booking_id: string;
  /** Papers come in, reports go out; receipts are of expenses that an assessor claims, orders are what a court sent to
   * a recipient of a report. */
  purpose: "paper" | "report" | "receipt" | "order";
  kind: DocumentKind;
  visible_to: Visibility;
  /** Name of the file, and SHA-256 of its content. */
  details_sealed: string;
  key_sealed: string;
  media_type: string;
  bytes: number;
  /** Keyed hash of content and sender: in a booking, a sender's file is kept once. UNIQUE with booking and purpose. */
  content_hash: string;
  /** SHA-256 of the sealed file, hex. */
  stored_sha256: string;
  uploaded_by_kind: Actor["kind"];
  uploaded_by_id: string | null;
  scan: ScanState;
  scanned_at: string | null;
  /** The name of the virus; null for none. */
  scan_signature: string | null;
  created_at: string;
};

/** A paper that somebody sends by post. */
type PostedPaperRow = { booking_id: string; kind: DocumentKind; created_at: string };

declare module "#app/platform/tables.ts" {
  interface Tables {
    documents: DocumentRow;
    papers_by_post: PostedPaperRow;
  }
}

export const personal = personalTables("assessment", {
  documents: { isExportedByRoom: true, isErasedByRoom: true },
  papers_by_post: { isExportedByRoom: true },
});
