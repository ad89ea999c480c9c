import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { preparedQuery } from "#app/platform/prepared-query.server.ts";
import {
  draftExpiry,
  findDraftRow,
  isOwnDraft,
  decryptDraft,
  readVisitor,
  referrerHash,
  sealAnswers,
  visitorCookie,
  VISITOR_HASH,
  type Draft,
} from "./drafts.server.ts";
import { hasValidAnswers } from "./journey.ts";
import type { DraftRow } from "./tables.ts";
import { bookingOfDraft } from "#app/features/booking/find-booking.server.ts";
import type { Answers } from "#app/features/booking/steps.ts";
import type { Tracking } from "#app/features/booking/tracking.ts";

/** The drafts that one address may have. Many people share the address of a hospital or a council. */
const MOST_OF_ADDRESS = 1_000;

const CLIENT_HASH = "draft-client";

/** How many drafts without a valid answer are kept; the oldest are deleted. */
const MOST_EMPTY = { ofVisitor: 5, ofAddress: 50, inAll: 10_000 };

export type StartDeps = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets">;

type DraftStart = {
  answers: Answers;
  tracking: Tracking;
  clientAddress: string;
  formKey?: string | null;
};

/** Nobody can choose an id, and the form sent again makes the same. */
export function draftIdOf(deps: Pick<Deps, "secrets">, formKey: string): string {
  return deps.secrets.hash(formKey, "draft-id").slice(0, 22);
}

/** The cookie's, or a new one, which is the same when the form is sent again. */
export async function visitorOf(deps: StartDeps, request: Request, formKey: string | null): Promise<string> {
  const known = await readVisitor(deps, request);
  if (known !== null) return known;
  return formKey ? deps.secrets.hash(formKey, "draft-visitor") : deps.ids.random256();
}

export async function mayStartDraft(
  deps: Pick<Deps, "env" | "db" | "secrets">,
  clientAddress: string,
): Promise<boolean> {
  if (deps.env.RATE_LIMITS === "off") return true;
  const last = await deps.db
    .selectFrom("drafts")
    .select("client_hash")
    .where("client_hash", "=", deps.secrets.hash(clientAddress, CLIENT_HASH))
    .limit(1)
    .offset(MOST_OF_ADDRESS - 1)
    .executeTakeFirst();
  return last === undefined;
}

const deleteExpired = preparedQuery((trx, now: string) =>
  trx.deleteFrom("drafts").where("expires_at", "<=", now),
);
const insertDraft = preparedQuery((trx, row: DraftRow) => trx.insertInto("drafts").values(row));

/** Makes a draft for this visitor and deletes expired ones. `setCookie` proves whose it is. A form that made one before
 * saves into that. No id is used twice: a booking may have been made from it. */
export async function startDraft(
  deps: StartDeps,
  request: Request,
  start: DraftStart,
): Promise<{ draft: Draft; visitor: string; setCookie: string }> {
  const { formKey = null } = start;
  const visitor = await visitorOf(deps, request, formKey);
  const draft = await deps.db.transaction().execute(async (trx) => {
    await deleteExpired(trx, deps.clock.now().toISOString());
    return writeDraft(trx, deps, start, visitor, formKey && draftIdOf(deps, formKey));
  });
  return { draft, visitor, setCookie: await visitorCookie(deps).serialize(visitor) };
}

async function writeDraft(
  trx: Executor,
  deps: StartDeps,
  start: DraftStart,
  visitor: string,
  wantedId: string | null,
): Promise<Draft> {
  const earlier = wantedId === null ? null : await findDraftRow(trx, wantedId);
  const isOthers = earlier !== null && !isOwnDraft(deps, visitor, earlier);
  // The draft may be gone since it was booked.
  const isFree = wantedId !== null && !isOthers && (await bookingOfDraft(trx, wantedId)) === null;
  const before = isFree ? earlier : null;
  const id = isFree ? wantedId : deps.ids.random128();
  const answers = { ...(before && decryptDraft(deps, before).answers), ...start.answers };
  const now = deps.clock.now();
  const nowText = now.toISOString();
  const isAnswered = hasValidAnswers(answers);
  const row: DraftRow = {
    id,
    visitor_hash: deps.secrets.hash(visitor, VISITOR_HASH),
    client_hash: deps.secrets.hash(start.clientAddress, CLIENT_HASH),
    answers_sealed: sealAnswers(deps, id, answers),
    referrer_hash: referrerHash(deps, answers),
    is_answered: isAnswered ? 1 : 0,
    tracking: before?.tracking ?? JSON.stringify(start.tracking),
    created_at: before?.created_at ?? nowText,
    updated_at: nowText,
    expires_at: draftExpiry(now),
  };
  if (before) {
    await trx.updateTable("drafts").set(row).where("id", "=", id).execute();
  } else {
    await insertDraft(trx, row);
  }
  if (!isAnswered) await dropOldestEmpty(trx, row);
  return decryptDraft(deps, row);
}

/** Each query walks along one index, or this would read all drafts. */
async function dropOldestEmpty(
  trx: Executor,
  made: Pick<DraftRow, "id" | "visitor_hash" | "client_hash">,
): Promise<void> {
  const empty = trx.selectFrom("drafts").select("id").where("is_answered", "=", 0);
  const after = (most: number) => empty.orderBy("created_at", "desc").limit(100).offset(most);
  const ofVisitor = await trx
    .selectFrom("drafts")
    .select(["id", "is_answered"])
    .where("visitor_hash", "=", made.visitor_hash)
    .orderBy("updated_at", "desc")
    .execute();
  const surplus = [
    ...ofVisitor.filter((draft) => draft.is_answered === 0).slice(MOST_EMPTY.ofVisitor),
    ...(await after(MOST_EMPTY.ofAddress).where("client_hash", "=", made.client_hash).execute()),
    ...(await after(MOST_EMPTY.inAll).execute()),
  ];
  const ids = surplus.map(({ id }) => id).filter((id) => id !== made.id);
  if (ids.length > 0) await trx.deleteFrom("drafts").where("id", "in", ids).execute();
}
