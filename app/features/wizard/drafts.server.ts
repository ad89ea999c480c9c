import type { Deps } from "#app/deps.server.ts";
import { LONGEST_ANSWER, LONGEST_CHOICE, MOST_CHOICES } from "#app/features/booking/field-values.ts";
import { DRAFT_HOURS } from "#app/features/data-protection/retention.ts";
import { signedCookie } from "#app/platform/http/signed-cookie.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { preparedQuery } from "#app/platform/prepared-query.server.ts";
import { sealedJsonColumn } from "#app/platform/secrets.server.ts";
import type { DraftRow } from "./tables.ts";
import type { Answers } from "#app/features/booking/steps.ts";
import type { Tracking } from "#app/features/booking/tracking.ts";

/** Wizard drafts: one per tab, its id in the URL; a cookie proves that it is the visitor's. Answers are kept as they
 * were typed, encrypted, for 48 hours after the last save. */
export type Draft = Omit<BookedDraftRow, "tracking"> & { answers: Answers; tracking: Tracking };

const VISITOR_COOKIE_DAYS = 7;

export function draftExpiry(now: Date): string {
  return new Date(now.getTime() + DRAFT_HOURS * 3_600_000).toISOString();
}

export function visitorCookie(deps: Pick<Deps, "env">) {
  return signedCookie(deps, "visitor", VISITOR_COOKIE_DAYS * 86_400);
}

export async function readVisitor(deps: Pick<Deps, "env">, request: Request): Promise<string | null> {
  const value: unknown = await visitorCookie(deps).parse(request.headers.get("Cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}

export const VISITOR_HASH = "visitor";
export const REFERRER_HASH = "draft-referrer";

export function isOwnDraft(deps: Pick<Deps, "secrets">, visitor: string, draft: DraftRow): boolean {
  return deps.secrets.hashes(visitor, VISITOR_HASH).includes(draft.visitor_hash);
}

/** The referrer's address as addresses are compared; empty when there is none. */
export function referrerEmailKey({ referrerEmail }: Answers): string {
  return typeof referrerEmail === "string" ? referrerEmail.trim().toLowerCase() : "";
}

export function referrerHash(deps: Pick<Deps, "secrets">, answers: Answers): string {
  const email = referrerEmailKey(answers);
  return email === "" ? "" : deps.secrets.hash(email, REFERRER_HASH);
}

const sealedAnswers = sealedJsonColumn<Answers>("drafts", "answers_sealed");

/** A text that is too long is cut to one character more than it may have: enough to be refused again. */
export function sealAnswers(deps: Pick<Deps, "secrets">, draftId: string, answers: Answers): string {
  const bounded = Object.entries(answers).map(([field, value]) => [field, boundAnswer(field, value)]);
  return sealedAnswers.encrypt(deps.secrets, draftId, Object.fromEntries(bounded) as Answers);
}

function boundAnswer(field: string, value: Answers[string]): Answers[string] {
  const longest = LONGEST_ANSWER[field] ?? LONGEST_CHOICE;
  const bound = (text: string) => (text.length <= longest ? text : text.trim().slice(0, longest + 1));
  return typeof value === "string" ? bound(value) : value.slice(0, MOST_CHOICES + 1).map(bound);
}

/** With the id of the booking that was made from it. */
type BookedDraftRow = DraftRow & { booking_id: string | null };

const selectDraft = preparedQuery((executor, id: string) =>
  executor
    .selectFrom("drafts")
    .leftJoin("bookings", "bookings.draft_id", "drafts.id")
    .selectAll("drafts")
    .select("bookings.id as booking_id")
    .where("drafts.id", "=", id),
);

export async function findDraftRow(executor: Executor, id: string): Promise<BookedDraftRow | null> {
  const { rows } = await selectDraft(executor, id);
  return rows[0] ?? null;
}

/** Throws when no key of DATA_KEY decrypts it. */
export function decryptDraft(deps: Pick<Deps, "secrets">, row: DraftRow & Partial<BookedDraftRow>): Draft {
  const answers = sealedAnswers.decrypt(deps.secrets, row.id, row.answers_sealed);
  return { booking_id: null, ...row, answers, tracking: JSON.parse(row.tracking) as Tracking };
}
