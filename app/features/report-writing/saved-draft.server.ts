import { byIds } from "#app/kit/pieces.server.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import type { SavedSection } from "#app/kit/sections/sections.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { PartKey } from "./parts.ts";
import type { DraftRow } from "./tables.ts";

/** A part of version 0 was prefilled when the draft was made, and never saved by its author. */
export type SavedDraft = DraftRow & { parts: Partial<Record<PartKey, SavedSection>> };

type ReadDeps = { db: Executor; secrets: Secrets };

const sealedAnswers = sealedJsonColumn<Answers>("report_parts", "answers_sealed");
const rowOf = (draftId: string, key: string) => `${draftId}:${key}`;

async function withParts({ db, secrets }: ReadDeps, drafts: readonly DraftRow[]): Promise<SavedDraft[]> {
  const ids = drafts.map(({ id }) => id);
  const rows = await byIds(ids, (piece) =>
    db
      .selectFrom("report_parts")
      .selectAll()
      .where("draft_id", "in", piece)
      .orderBy("draft_id")
      .orderBy("key")
      .execute(),
  );
  const parts = new Map<string, SavedDraft["parts"]>(ids.map((id) => [id, {}]));
  for (const { draft_id, key, version, answers_sealed, updated_at, save_hash } of rows) {
    const answers = sealedAnswers.decrypt(secrets, rowOf(draft_id, key), answers_sealed);
    parts.get(draft_id)![key] = { version, answers, updatedAt: updated_at, saveHash: save_hash };
  }
  return drafts.map((draft) => ({ ...draft, parts: parts.get(draft.id)! }));
}

/** Drafts of a booking's report, the newest first. */
const draftRows = (db: Executor, bookingId: string) =>
  db
    .selectFrom("report_drafts")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

/** True while nobody but its author has a draft: it was not sent, or the newest report from it came back. */
const isWithAuthor = async (db: Executor, { id, state }: DraftRow) =>
  state === "writing" || !(await isWithOthers(db, id));

/** The draft of a booking's report at which its author is: the one that is being written, else the newest. `isOpen`:
 * its author may change it, because it was not sent, or the newest report from it was returned or withdrawn. */
export async function findDraft(
  deps: ReadDeps,
  { bookingId, authorId }: { bookingId: string; authorId: string },
): Promise<{ draft: SavedDraft; isOpen: boolean } | null> {
  const rows = (await draftRows(deps.db, bookingId)).filter(({ author_id }) => author_id === authorId);
  const row = rows.find(({ state }) => state === "writing") ?? rows[0];
  const [draft] = await withParts(deps, row ? [row] : []);
  return draft ? { draft, isOpen: await isWithAuthor(deps.db, draft) } : null;
}

/** An answer to a finding. `about`: a hash of the finding's sentence and the text that it was about. */
export type Look = { about: string; message: string; words: string; at: string };
/** Each under its `findingId`. */
export type Looks = Readonly<Record<string, Look>>;

const sealedLooks = sealedJsonColumn<Looks>("report_drafts", "looks_sealed");

export const looksIn = (
  secrets: Secrets,
  { id, looks_sealed }: Pick<DraftRow, "id" | "looks_sealed">,
): Looks => (looks_sealed === null ? {} : sealedLooks.decrypt(secrets, id, looks_sealed));

/** The author's answers about a draft, in the order in which they gave them; none of a report that was uploaded. */
export async function looksOfDraft({ db, secrets }: ReadDeps, draftId: string | null): Promise<Look[]> {
  const row = await db
    .selectFrom("report_drafts")
    .select(["id", "looks_sealed"])
    .where("id", "=", draftId ?? "")
    .executeTakeFirst();
  const looks = row ? Object.values(looksIn(secrets, row)) : [];
  return looks.sort((one, other) => one.at.localeCompare(other.at));
}

/** Keeps the answers of an author about a draft, in a transaction that has its lock. */
export async function writeLooks(trx: Executor, secrets: Secrets, draftId: string, looks: Looks) {
  await trx
    .updateTable("report_drafts")
    .set({ looks_sealed: sealedLooks.encrypt(secrets, draftId, looks) })
    .where("id", "=", draftId)
    .execute();
}

/** Drafts of a booking at which the office may look, the newest first: none that is in review or released. */
export async function shownDrafts(deps: ReadDeps, bookingId: string): Promise<SavedDraft[]> {
  const open = [];
  for (const row of await draftRows(deps.db, bookingId))
    if (row.shown_at !== null && (await isWithAuthor(deps.db, row))) open.push(row);
  return withParts(deps, open);
}

/** Locks a booking's drafts on PostgreSQL until the transaction ends, also against writers with another lock. */
export async function lockDrafts(trx: Executor, bookingId: string): Promise<void> {
  await trx
    .updateTable("report_drafts")
    .set((eb) => ({ state: eb.ref("state") }))
    .where("booking_id", "=", bookingId)
    .execute();
}

/** True while a report from the draft is in review or released. */
async function isWithOthers(db: Executor, draftId: string): Promise<boolean> {
  const report = await db
    .selectFrom("reports")
    .select("id")
    .where("draft_id", "=", draftId)
    .where("state", "in", ["in-review", "released"])
    .executeTakeFirst();
  return report !== undefined;
}

/** All drafts of a booking, the oldest first. */
export const draftsOfBooking = async (deps: ReadDeps, bookingId: string) =>
  withParts(deps, (await draftRows(deps.db, bookingId)).toReversed());

/** Answers that an author last gave about themselves, in the newest of their drafts; empty the first time. */
export async function lastAboutAuthor(deps: ReadDeps, authorId: string): Promise<Answers> {
  const row = await deps.db
    .selectFrom("report_drafts")
    .innerJoin("report_parts", "report_parts.draft_id", "report_drafts.id")
    .select(["report_parts.draft_id", "report_parts.key", "report_parts.answers_sealed"])
    .where("report_drafts.author_id", "=", authorId)
    .where("report_parts.key", "=", "instruction")
    .orderBy("report_drafts.created_at", "desc")
    .orderBy("report_drafts.id", "desc")
    .executeTakeFirst();
  if (!row) return {};
  const answers = sealedAnswers.decrypt(deps.secrets, rowOf(row.draft_id, row.key), row.answers_sealed);
  const { authorName = "", authorRole = "", qualifications = "" } = answers;
  return { authorName, authorRole, qualifications };
}

/** Writes a part in a transaction that has the booking's lock, and the time at which the draft changed. */
export async function writePart(
  trx: Executor,
  secrets: Secrets,
  draftId: string,
  key: PartKey,
  { version, answers, updatedAt, saveHash }: SavedSection,
): Promise<void> {
  const row = {
    version,
    answers_sealed: sealedAnswers.encrypt(secrets, rowOf(draftId, key), answers),
    updated_at: updatedAt,
    save_hash: saveHash,
  };
  await trx
    .insertInto("report_parts")
    .values({ draft_id: draftId, key, ...row })
    .onConflict((conflict) => conflict.columns(["draft_id", "key"]).doUpdateSet(row))
    .execute();
  await trx.updateTable("report_drafts").set({ updated_at: updatedAt }).where("id", "=", draftId).execute();
}
