import { createSecretKey, type KeyObject } from "node:crypto";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedColumn, sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import { nameByKind } from "./file-kinds.ts";
import type { DocumentRow } from "./tables.ts";

type Details = { name: string; sha256: string };

export const sealedDetails = sealedJsonColumn<Details>("documents", "details_sealed");
const sealedKey = sealedColumn("documents", "key_sealed");

export const sealKey = (secrets: Secrets, id: string, key: Buffer) =>
  sealedKey.encrypt(secrets, id, key.toString("base64url"));

export const keyOf = (secrets: Secrets, row: Pick<DocumentRow, "id" | "key_sealed">): KeyObject =>
  createSecretKey(Buffer.from(sealedKey.decrypt(secrets, row.id, row.key_sealed), "base64url"));

/** With the file's name, which ends as its kind does, and the SHA-256 of its content; without its key. */
export function toDocument(secrets: Secrets, row: DocumentRow) {
  const { key_sealed: _, details_sealed, ...shown } = row;
  const { name, sha256 } = sealedDetails.decrypt(secrets, row.id, details_sealed);
  return { ...shown, name: nameByKind(name, row.media_type), sha256 };
}

export type BookingDocument = ReturnType<typeof toDocument>;

type ReadDeps = { db: Executor; secrets: Secrets };

export const findDocumentRow = async (executor: Executor, id: string): Promise<DocumentRow | null> =>
  (await executor.selectFrom("documents").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;

export async function findDocument(deps: ReadDeps, id: string): Promise<BookingDocument | null> {
  const row = await findDocumentRow(deps.db, id);
  return row && toDocument(deps.secrets, row);
}

/** Oldest first. */
export async function documentsOfBooking(
  deps: ReadDeps,
  bookingId: string,
  purpose: DocumentRow["purpose"] = "paper",
): Promise<BookingDocument[]> {
  const rows = await deps.db
    .selectFrom("documents")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .where("purpose", "=", purpose)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => toDocument(deps.secrets, row));
}

/** Kinds of papers that are on their way by post. */
export async function papersByPost(executor: Executor, bookingId: string) {
  const rows = await executor
    .selectFrom("papers_by_post")
    .select("kind")
    .where("booking_id", "=", bookingId)
    .orderBy("created_at")
    .orderBy("kind")
    .execute();
  return rows.map(({ kind }) => kind);
}

/** How many papers a booking has, and their bytes. */
export async function totalsOf(executor: Executor, bookingId: string) {
  const { count, bytes } = await executor
    .selectFrom("documents")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.sum<number | null>("bytes").as("bytes")])
    .where("booking_id", "=", bookingId)
    .where("purpose", "=", "paper")
    .where("scan", "!=", "infected")
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes ?? 0) };
}

/** How many papers a booking has, those by post included. */
export const countPapers = async (executor: Executor, bookingId: string): Promise<number> =>
  (await totalsOf(executor, bookingId)).count + (await papersByPost(executor, bookingId)).length;
