import type { Deps } from "#app/deps.server.ts";
import { LONGEST_ANSWER, LONGEST_CHOICE, MOST_CHOICES } from "#app/features/booking/fields.ts";
import { DRAFT_HOURS } from "#app/features/data-protection/retention.ts";
import { signedCookie } from "#app/platform/http/signed-cookie.server.ts";
import { sealedJsonColumn } from "#app/platform/secrets.server.ts";
import type { DraftRow } from "./tables.ts";
import type { Answers } from "#app/features/booking/steps.ts";
import type { Tracking } from "#app/features/booking/tracking.ts";

/**
 * Wizard drafts (DESIGN decision 1): one per tab, its id in the URL; a cookie proves that it is the visitor's. Answers
 * are kept as they were typed, encrypted, for 48 hours after the last save.
 */
export type Draft = {
  id: string;
  answers: Answers;
  tracking: Tracking;
  createdAt: string;
  updatedAt: string;
};

const VISITOR_COOKIE_DAYS = 7;

/** When a draft that is saved at `now` dies, UTC. */
export function draftExpiry(now: Date): string {
  return new Date(now.getTime() + DRAFT_HOURS * 3_600_000).toISOString();
}

/** The cookie that carries the visitor's secret. */
export function visitorCookie(deps: Pick<Deps, "env">) {
  return signedCookie(deps, "visitor", VISITOR_COOKIE_DAYS * 86_400);
}

/** The visitor's own secret, or null when the browser brings none. */
export async function readVisitor(deps: Pick<Deps, "env">, request: Request): Promise<string | null> {
  const value: unknown = await visitorCookie(deps).parse(request.headers.get("Cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}

const VISITOR_HASH = "visitor";

/** What the database holds instead of the visitor's secret. */
export function visitorHash(deps: Pick<Deps, "secrets">, visitor: string): string {
  return deps.secrets.hash(visitor, VISITOR_HASH);
}

/** What it may hold, for finding the visitor's drafts. */
export function visitorHashes(deps: Pick<Deps, "secrets">, visitor: string): string[] {
  return deps.secrets.hashes(visitor, VISITOR_HASH);
}

/** What the database holds of the address that a draft was made from: for counting, and nothing else. */
export function clientHash(deps: Pick<Deps, "secrets">, clientAddress: string): string {
  return deps.secrets.hash(clientAddress, "draft-client");
}

const sealedAnswers = sealedJsonColumn<Answers>("drafts", "answers_sealed");

/**
 * The answers as `answers_sealed` of the draft holds them. What is longer than its field may be is kept to one character more:
 * enough to be refused again, whatever was sent.
 */
export function sealAnswers(deps: Pick<Deps, "secrets">, draftId: string, answers: Answers): string {
  const bounded = Object.entries(answers).map(([field, value]) => [field, boundAnswer(field, value)]);
  return sealedAnswers.encrypt(deps.secrets, draftId, Object.fromEntries(bounded) as Answers);
}

function boundAnswer(field: string, value: Answers[string]): Answers[string] {
  const longest = LONGEST_ANSWER[field] ?? LONGEST_CHOICE;
  const bound = (text: string) => (text.length <= longest ? text : text.trim().slice(0, longest + 1));
  return typeof value === "string" ? bound(value) : value.slice(0, MOST_CHOICES + 1).map(bound);
}

/** A row as its draft. Throws when no key of DATA_KEY opens it. */
export function openDraft(deps: Pick<Deps, "secrets">, row: DraftRow): Draft {
  return {
    id: row.id,
    answers: sealedAnswers.decrypt(deps.secrets, row.id, row.answers_sealed),
    tracking: JSON.parse(row.tracking) as Tracking,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
