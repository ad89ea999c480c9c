import type { Personal } from "#app/features/data-protection/personal.ts";
import type { Deps } from "#app/deps.server.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import {
  MAX_ANSWER_LENGTH,
  MAX_CHOICE_LENGTH,
  MAX_CHOICES,
} from "#app/features/booking/fields/field-values.ts";
import { DRAFT_HOURS } from "#app/features/data-protection/retention.ts";
import { signedCookie } from "#app/platform/signed-cookie.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { sealedJsonColumn } from "#app/platform/secrets.server.ts";
import { hasValidAnswers } from "./journey.ts";
import type { DraftRow } from "./tables.ts";
import type { Answers } from "#app/features/booking/fields/steps.ts";
import type { Tracking } from "#app/features/booking/fields/tracking.ts";

/** Wizard drafts: one per tab, its id in the URL; a cookie proves that it is the visitor's. Answers are kept as they
 * were typed, encrypted, for 48 hours after the last save. */
export type Draft = Omit<BookedDraftRow, "tracking"> & { answers: Answers; tracking: Tracking };

export type DraftDeps = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets">;

const VISITOR_COOKIE_DAYS = 7;

/** UTC instant at which a draft saved now expires. */
export const draftExpiry = (now: Date): string =>
  new Date(now.getTime() + DRAFT_HOURS * 3_600_000).toISOString();

/** The signed cookie that proves which drafts are this browser's. */
export const visitorCookie = (deps: Pick<Deps, "env">) =>
  signedCookie(deps, "visitor", VISITOR_COOKIE_DAYS * 86_400);

/** The visitor's secret, or null when the cookie is absent or forged. */
export const readVisitor = (deps: Pick<Deps, "env">, request: Request): string | null =>
  visitorCookie(deps).parse(request.headers.get("Cookie")) as string | null;

/** Lets the visitor's cookie live as long again: each save gives their draft another 48 hours. */
export function renewedVisitor(deps: Pick<Deps, "env">, request: Request): HeadersInit {
  const visitor = readVisitor(deps, request);
  return visitor === null ? {} : { "Set-Cookie": visitorCookie(deps).serialize(visitor) };
}

export const VISITOR_HASH = "visitor";
const REFERRER_HASH = "draft-referrer";

/** True when this visitor made the draft. The database keeps a keyed hash of the secret only. */
export const isOwnDraft = (deps: Pick<Deps, "secrets">, visitor: string, draft: DraftRow): boolean =>
  deps.secrets.hashes(visitor, VISITOR_HASH).includes(draft.visitor_hash);

const referrerEmailKey = ({ referrerEmail }: Answers): string =>
  typeof referrerEmail === "string" ? referrerEmail.trim().toLowerCase() : "";

/** Keyed hash of the referrer's address, by which a request about personal data finds drafts. */
export const referrerHash = (deps: Pick<Deps, "secrets">, answers: Answers): string =>
  deps.secrets.hash(referrerEmailKey(answers), REFERRER_HASH);

const sealedAnswers = sealedJsonColumn<Answers>("drafts", "answers_sealed");

const asRead = (text: string) => cleanLine(text.replaceAll("\r\n", "\n").trim());

/** A text that is too long is cut to one character more than it may have: enough to be refused again. */
export function boundAnswers(answers: Answers): Answers {
  const bounded = Object.entries(answers).map(([field, value]) => [field, boundAnswer(field, value)]);
  return Object.fromEntries(bounded) as Answers;
}

/** Sealed answers, each cut to its limit. */
export const encryptAnswers = (deps: Pick<Deps, "secrets">, draftId: string, answers: Answers): string =>
  sealedAnswers.encrypt(deps.secrets, draftId, boundAnswers(answers));

function boundAnswer(field: string, value: Answers[string]): Answers[string] {
  const longest = MAX_ANSWER_LENGTH[field] ?? MAX_CHOICE_LENGTH;
  const bound = (text: string) =>
    text.length <= longest ? text : [...asRead(text)].slice(0, longest + 1).join("");
  return typeof value === "string" ? bound(value) : value.slice(0, MAX_CHOICES + 1).map(bound);
}

type BookedDraftRow = DraftRow & { booking_id: string | null };

/** The draft with its booking's id, if it was booked; expired ones too. Whose it is, is for the caller to check. */
export async function findDraftRow(executor: Executor, id: string): Promise<BookedDraftRow | null> {
  const row = await executor
    .selectFrom("drafts")
    .selectAll()
    // A join would take SQLite 27 µs instead of 4.
    .select(({ selectFrom }) =>
      selectFrom("bookings")
        .select("bookings.id")
        .whereRef("bookings.draft_id", "=", "drafts.id")
        .as("booking_id"),
    )
    .where("drafts.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Throws when no key of DATA_KEY decrypts it. */
export function decryptDraft(deps: Pick<Deps, "secrets">, row: DraftRow & Partial<BookedDraftRow>): Draft {
  const answers = sealedAnswers.decrypt(deps.secrets, row.id, row.answers_sealed);
  return { booking_id: null, ...row, answers, tracking: JSON.parse(row.tracking) as Tracking };
}

/** The version of a draft after a save: it rises when an answer changes. */
export function nextVersion(before: Pick<Draft, "answers" | "version">, after: Answers): number {
  const { answers, version } = before;
  const isSame = Object.keys(after).every((name) => String(answers[name] ?? "") === String(after[name]));
  return isSame ? version : version + 1;
}

/** Saves answers, valid or not, over those that the draft has, and gives it another 48 hours. A draft that another tab
 * saved since it was read is read again; one that was booked stays empty. The version rises when an answer changes;
 * `formKey` names the form that changed it. `sessionData` is added to what the draft knows of the visit. */
export async function saveAnswers(
  deps: Deps,
  draft: Draft,
  answers: Answers,
  { formKey = null, sessionData }: { formKey?: string | null; sessionData?: Tracking["sessionData"] } = {},
): Promise<Draft> {
  if (draft.booking_id !== null) return draft;
  const now = deps.clock.now();
  const saveOver = async (trx: Executor, before: Draft): Promise<Draft | null> => {
    const merged = boundAnswers({ ...before.answers, ...answers });
    const isSameReferrer =
      before.referrer_hash !== null && merged.referrerEmail === before.answers.referrerEmail;
    const changes: Pick<DraftRow, "answers_sealed" | "updated_at" | "expires_at"> &
      Partial<Pick<DraftRow, "referrer_hash" | "is_answered" | "version" | "changed_by" | "tracking">> = {
      answers_sealed: encryptAnswers(deps, draft.id, merged),
      updated_at: now.toISOString(),
      expires_at: draftExpiry(now),
    };
    // SQLite writes the indexes of a column that is set to what it was: three pages of six for a step.
    if (!isSameReferrer) changes.referrer_hash = referrerHash(deps, merged);
    if (before.is_answered === 0 && hasValidAnswers(merged)) changes.is_answered = 1;
    const version = nextVersion(before, merged);
    if (version !== before.version) Object.assign(changes, { version, changed_by: formKey });
    const { tracking } = before;
    const added = sessionData && { ...tracking, sessionData: { ...tracking.sessionData, ...sessionData } };
    if (added) changes.tracking = JSON.stringify(added);
    // Other text is stored when somebody saved or booked the draft since it was read.
    const { numUpdatedRows } = await trx
      .updateTable("drafts")
      .set(changes)
      .where("id", "=", before.id)
      .where("answers_sealed", "=", before.answers_sealed)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return null;
    return { ...before, ...changes, answers: merged, tracking: added ?? tracking };
  };
  const save = async ({ db: trx }: { db: Executor }): Promise<Draft> => {
    const saved = await saveOver(trx, draft);
    if (saved) return saved;
    const row = await findDraftRow(trx, draft.id);
    if (!row) throw new Error("The draft is gone");
    const latest = decryptDraft(deps, row);
    return latest.booking_id === null ? (await saveOver(trx, latest))! : latest;
  };
  return transact(deps, save, `drafts/${draft.id}`);
}

/** Drafts from before they had a hash are decrypted, all of them; 48 hours after the upgrade there are none. */
export async function draftsOfReferrer(deps: Pick<Deps, "db" | "secrets">, emailKey: string) {
  const rows = await deps.db
    .selectFrom("drafts")
    .selectAll()
    .where((eb) =>
      eb.or([
        eb("referrer_hash", "in", deps.secrets.hashes(emailKey, REFERRER_HASH)),
        eb("referrer_hash", "is", null),
      ]),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows
    .map((row) => decryptDraft(deps, row))
    .filter((draft) => referrerEmailKey(draft.answers) === emailKey);
}

/** A visitor's drafts that have not expired, the latest first. */
export async function listDraftsOf(deps: Pick<Deps, "db" | "clock" | "secrets">, visitor: string) {
  const rows = await deps.db
    .selectFrom("drafts")
    .selectAll()
    .where("visitor_hash", "in", deps.secrets.hashes(visitor, VISITOR_HASH))
    .where("expires_at", ">", deps.clock.now().toISOString())
    .orderBy("updated_at", "desc")
    .execute();
  return rows.map((row) => decryptDraft(deps, row));
}

export async function deleteDrafts(executor: Executor, ids: string[]): Promise<void> {
  for (const id of ids) await executor.deleteFrom("drafts").where("id", "=", id).execute();
}

/** Deletes expired drafts; returns how many. */
async function purgeDrafts(deps: Pick<Deps, "db" | "clock">): Promise<number> {
  const result = await deps.db
    .deleteFrom("drafts")
    .where("expires_at", "<", deps.clock.now().toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export const personal: Personal = { purge: async (deps) => ({ drafts: await purgeDrafts(deps) }) };
