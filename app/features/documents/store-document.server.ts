import { createHash, createSecretKey, randomBytes } from "node:crypto";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  refused,
  type Refused,
  type Inside,
} from "#app/features/booking/record/change-booking.server.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import { describeError } from "#app/platform/log.server.ts";
import { sealFrames } from "#app/platform/sealed-frames.server.ts";
import {
  documentsOfBooking,
  sealedDetails,
  sealKey,
  type BookingDocument,
  totalsOf,
} from "./document-rows.server.ts";
import type { FileProblem } from "./file-problems.ts";
import { isPdf } from "./file-kinds.ts";
import { createInspector } from "./inspect-file.ts";
import { nameOfDocument, type DocumentKind, type Visibility } from "./kinds.ts";
import { MAX_BOOKING_BYTES, MAX_DOCUMENTS, MEGABYTE } from "./limits.ts";
import { scanDocument } from "./scan-document.server.ts";
import type { DocumentRow } from "./tables.ts";
import { tellAssessor } from "./tell-assessor.server.ts";
import { isShownTo, viewerOf } from "./who-sees.ts";

const MAX_NAME = 120;

/** One line without folders, control characters and marks that turn the direction of reading. Never empty. */
export function cleanFileName(name: string): string {
  const line = cleanLine(name.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ""))
    .split(/[\\/]/)
    .at(-1)!
    .trim();
  const [, stem = line, extension = ""] = /^(.*?)(\.[^.]{1,8})?$/su.exec(line) ?? [];
  return ([...stem].slice(0, MAX_NAME).join("") || "document") + extension;
}

type FileToStore = {
  bookingId: string;
  purpose: DocumentRow["purpose"];
  kind: DocumentKind;
  visibleTo: Visibility;
  name: string;
  content: AsyncIterable<Uint8Array>;
  by: ActedByRequest;
  /** Work that is done in the commit of the document, or not at all: an error undoes both. */
  also?: (inside: Inside, documentId: string) => Promise<void>;
};

/** `already`: the booking had this very file, and its sender knows it. */
type StoreResult = { ok: true; documentId: string; already: BookingDocument | null } | Refused<FileProblem>;

class FileRefused extends Error {
  override name = "FileRefused";
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** An error of the sender's line, told from one of our disk. */
async function* untilCut(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch {
    throw new FileRefused("cut");
  }
}

export const maxFileBytes = ({ settings }: Pick<Deps, "settings">) =>
  settings.current().documents.maxMegabytes * MEGABYTE;

const hasMaxCount = ({ count }: { count: number }) => count >= MAX_DOCUMENTS;
const isFull = (totals: { count: number; bytes: number }, more: number) =>
  hasMaxCount(totals) || totals.bytes + more > MAX_BOOKING_BYTES;

/** Keeps a file while it arrives: it is checked and sealed on the way, lies safely in the store, and only then becomes
 * a document of the booking. Without an error nothing is half done; a file without a row has no key, and is
 * removed by night. */
export async function storeDocument(deps: Deps, file: FileToStore): Promise<StoreResult> {
  const id = deps.ids.uuid();
  const key = randomBytes(32);
  const inspector = createInspector();
  const hash = createHash("sha256");
  const limit = maxFileBytes(deps);
  const before = file.purpose === "paper" ? await totalsOf(deps.db, file.bookingId) : { count: 0, bytes: 0 };
  if (hasMaxCount(before)) return refused("full");
  let bytes = 0;
  let mediaType = "";

  async function* inspected(): AsyncGenerator<Uint8Array> {
    for await (const chunk of untilCut(file.content)) {
      bytes += chunk.length;
      if (bytes > limit) throw new FileRefused("too-large");
      if (isFull(before, bytes)) throw new FileRefused("booking-full");
      const problem = await inspector.see(chunk);
      if (problem) throw new FileRefused(problem);
      hash.update(chunk);
      yield chunk;
    }
    const verdict = await inspector.end();
    if (typeof verdict === "string") throw new FileRefused(verdict);
    if (file.purpose === "report" && !isPdf(verdict.mediaType)) throw new FileRefused("only-pdf");
    ({ mediaType } = verdict);
  }

  let stored: { sha256: string };
  try {
    stored = await deps.documents.write(id, sealFrames(createSecretKey(key), id, inspected()));
  } catch (error) {
    if (error instanceof FileRefused) return refused(error.problem);
    throw error;
  }
  const sha256 = hash.digest("hex");
  const row: DocumentRow = {
    id,
    booking_id: file.bookingId,
    purpose: file.purpose,
    kind: file.kind,
    visible_to: file.visibleTo,
    details_sealed: sealedDetails.encrypt(deps.secrets, id, { name: cleanFileName(file.name), sha256 }),
    key_sealed: sealKey(deps.secrets, id, key),
    media_type: mediaType,
    bytes,
    content_hash: deps.secrets.hash(`${sha256} ${senderOf(file.by)}`, "document"),
    stored_sha256: stored.sha256,
    uploaded_by_kind: file.by.actor.kind,
    uploaded_by_id: file.by.actor.id,
    scan: deps.scanner ? "waiting" : "unchecked",
    scanned_at: null,
    scan_signature: null,
    created_at: deps.clock.now().toISOString(),
  };
  const result = await commit(deps, file, row, sha256).catch(async (error: unknown) => {
    await deps.documents.remove(id).catch(() => {});
    throw error;
  });
  if (!result.ok || result.already) {
    await deps.documents.remove(id).catch(() => {});
    return result;
  }
  // The file is kept: whatever becomes of its check now, it is checked again.
  const checked = await scanDocument(deps, id, { isSenderWaiting: true }).catch((error: unknown) => {
    deps.log.error("a new document was not checked for viruses", { file: id, ...describeError(error) });
  });
  return checked === "infected" ? refused("virus") : result;
}

/** Each sender keeps a file once: the referrer, the practice, and each assessor. */
const senderOf = (by: ActedByRequest) => {
  const viewer = viewerOf(by);
  return viewer === "assessor" || viewer === "contributor" ? `${viewer} ${by.actor.id}` : viewer;
};

async function commit(deps: Deps, file: FileToStore, row: DocumentRow, sha256: string): Promise<StoreResult> {
  const { booking_id: bookingId, purpose } = row;
  return changeBooking(deps, { bookingId, by: file.by }, async (inside): Promise<StoreResult> => {
    const trx = inside.db;
    const all = await documentsOfBooking(inside, bookingId, purpose);
    const same = all.filter((document) => document.sha256 === sha256);
    if (same.some(({ scan }) => scan === "infected")) return refused("virus");
    const known = same.find((document) => isShownTo(file.by, document));
    if (known) return { ok: true, documentId: known.id, already: known };
    if (purpose === "paper" && isFull(await totalsOf(trx, bookingId), row.bytes))
      return refused("booking-full");
    await trx.insertInto("documents").values(row).execute();
    if (purpose === "paper") await tellAssessor(inside, row);
    const action = purpose === "report" ? "report.uploaded" : "document.added";
    const note = purpose === "report" ? null : nameOfDocument(row);
    await recordAudit(inside, file.by, action, ["booking", bookingId], { note });
    await file.also?.(inside, row.id);
    return { ok: true, documentId: row.id, already: null };
  });
}
