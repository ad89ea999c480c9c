import { byIds } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import type { SavedSection } from "#app/kit/sections/sections.server.ts";
import { askedPart, isPartKey, type AskedPart } from "./asked-parts.ts";
import type { ContributionPartRow, ContributionRow } from "./tables.ts";

export type Details = { name: string; email: string | null; note: string; basisReason: string };
export type Reply = { reason?: string; fee?: string };

export const sealedDetails = sealedJsonColumn<Details>("contributions", "details_sealed");
export const sealedReply = sealedJsonColumn<Reply>("contributions", "reply_sealed");
const sealedAnswers = sealedJsonColumn<Answers>("contribution_parts", "answers_sealed");

const rowOf = (contributionId: string, part: string) => `${contributionId}:${part}`;

export const EMAIL_HASH = "contribution-email";
export const emailHash = (secrets: Secrets, email: string) => secrets.hash(email.toLowerCase(), EMAIL_HASH);

function toContribution(secrets: Secrets, row: ContributionRow) {
  const { details_sealed, reply_sealed, part_keys, ...shown } = row;
  const keys = (JSON.parse(part_keys) as unknown[]).filter(isPartKey);
  return {
    ...shown,
    ...sealedDetails.decrypt(secrets, row.id, details_sealed),
    reply: reply_sealed === null ? ({} as Reply) : sealedReply.decrypt(secrets, row.id, reply_sealed),
    parts: keys.map(askedPart),
  };
}

/** Somebody who was asked, decrypted. */
export type Contribution = ReturnType<typeof toContribution>;

export type ReadDeps = { db: Executor; secrets: Secrets };

export async function findContribution({ db, secrets }: ReadDeps, id: string): Promise<Contribution | null> {
  const row = await db.selectFrom("contributions").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? toContribution(secrets, row) : null;
}

/** Newest first. */
export async function contributionsOf({ db, secrets }: ReadDeps, bookingId: string): Promise<Contribution[]> {
  const rows = await db
    .selectFrom("contributions")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => toContribution(secrets, row));
}

/** Reads a row for writing. The update changes nothing but locks the row, so that writers take turns. */
export async function lockContribution({ db, secrets }: ReadDeps, id: string): Promise<Contribution | null> {
  const row = await db
    .updateTable("contributions")
    .set((eb) => ({ tries: eb.ref("tries") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row ? toContribution(secrets, row) : null;
}

/** In a transaction that has `lockContribution`. */
export const updateContribution = (db: Executor, id: string, change: Partial<ContributionRow>) =>
  db.updateTable("contributions").set(change).where("id", "=", id).execute();

export type SavedPart = SavedSection & Pick<ContributionPartRow, "saved_by_kind">;

/** The saved parts of each of several requests, decrypted, by the key of the part. */
export async function savedParts(
  { db, secrets }: ReadDeps,
  contributionIds: readonly string[],
): Promise<Map<string, Partial<Record<string, SavedPart>>>> {
  const saved = new Map(contributionIds.map((id) => [id, {} as Partial<Record<string, SavedPart>>]));
  if (contributionIds.length === 0) return saved;
  const rows = await byIds(contributionIds, (piece) =>
    db
      .selectFrom("contribution_parts")
      .selectAll()
      .where("contribution_id", "in", piece)
      .orderBy("contribution_id")
      .orderBy("part_key")
      .execute(),
  );
  for (const { contribution_id, part_key, version, answers_sealed, saved_by_kind, ...row } of rows) {
    const answers = sealedAnswers.decrypt(secrets, rowOf(contribution_id, part_key), answers_sealed);
    const { updated_at: updatedAt, save_hash: saveHash } = row;
    saved.get(contribution_id)![part_key] = { version, answers, updatedAt, saveHash, saved_by_kind };
  }
  return saved;
}

/** The saved parts of one request. */
export const savedPartsOf = async (deps: ReadDeps, id: string) => (await savedParts(deps, [id])).get(id)!;

/** Writes a part as version `version`, in a transaction that has `lockContribution`. */
export async function writePart(
  { db, secrets }: ReadDeps,
  contribution_id: string,
  part_key: string,
  { version, answers, updatedAt, saveHash, saved_by_kind }: SavedPart,
): Promise<void> {
  const row = {
    version,
    answers_sealed: sealedAnswers.encrypt(secrets, rowOf(contribution_id, part_key), answers),
    updated_at: updatedAt,
    save_hash: saveHash,
    saved_by_kind,
  };
  await db
    .insertInto("contribution_parts")
    .values({ contribution_id, part_key, ...row })
    .onConflict((conflict) => conflict.columns(["contribution_id", "part_key"]).doUpdateSet(row))
    .execute();
}

export const findPart = ({ parts }: Contribution, key: string): AskedPart | null =>
  parts.find((part) => part.key === key) ?? null;
