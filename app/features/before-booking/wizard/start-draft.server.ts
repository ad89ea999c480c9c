import { redirect } from "react-router";
import { transact, type Executor } from "#app/platform/database.server.ts";
import {
  draftExpiry,
  findDraftRow,
  nextVersion,
  isOwnDraft,
  decryptDraft,
  readVisitor,
  referrerHash,
  encryptAnswers,
  visitorCookie,
  VISITOR_HASH,
  type Draft,
  type DraftDeps,
} from "./drafts.server.ts";
import { hasValidAnswers } from "./journey.ts";
import type { DraftRow } from "./tables.ts";
import { bookingOfDraft } from "#app/features/booking/record/find-booking.server.ts";
import type { Answers } from "#app/features/booking/fields/steps.ts";
import type { Tracking } from "#app/features/booking/fields/tracking.ts";
import { readFormKey } from "#app/platform/http/form-key.server.ts";

/** The drafts that one address may have. Many people share the address of a hospital or a council. */
const MAX_DRAFTS_OF_ADDRESS = 1_000;

const CLIENT_HASH = "draft-client";

/** How many drafts without a valid answer are kept; the oldest are deleted. */
const MAX_EMPTY_DRAFTS = { ofVisitor: 5, ofAddress: 50, inAll: 10_000 };

type DraftStart = {
  /** In whose name a member books; without it the draft keeps what it has. */
  organisationId?: string | undefined;
  answers: Answers;
  tracking: Tracking;
  clientAddress: string;
  formKey?: string | null;
  /** Key of the form that makes this change. */
  changedBy?: string | null;
};

/** Made from the form key: nobody can choose an id, and a form sent twice makes the same one. */
export const draftIdOf = (deps: DraftDeps, formKey: string): string =>
  deps.secrets.hash(formKey, "draft-id").slice(0, 22);

/** The cookie's, or a new one, which is the same when the form is sent again. */
export function visitorOf(deps: DraftDeps, request: Request, formKey: string | null): string {
  const known = readVisitor(deps, request);
  if (known !== null) return known;
  return formKey ? deps.secrets.hash(formKey, "draft-visitor") : deps.ids.random256();
}

export async function mayStartDraft(deps: DraftDeps, clientAddress: string): Promise<boolean> {
  if (deps.env.RATE_LIMITS === "off") return true;
  const last = await deps.db
    .selectFrom("drafts")
    .select("client_hash")
    .where("client_hash", "=", deps.secrets.hash(clientAddress, CLIENT_HASH))
    .limit(1)
    .offset(MAX_DRAFTS_OF_ADDRESS - 1)
    .executeTakeFirst();
  return last === undefined;
}

/** Makes a draft for this visitor and deletes expired ones. A form that made one before saves into that. No id is used
 * twice: a booking may have been made from it. */
export async function startDraft(deps: DraftDeps, request: Request, start: DraftStart) {
  const { formKey = null } = start;
  const visitor = visitorOf(deps, request, formKey);
  const draft = await transact(deps, async (inside) => {
    await inside.db.deleteFrom("drafts").where("expires_at", "<=", deps.clock.now().toISOString()).execute();
    return writeDraft(inside.db, deps, start, visitor, formKey && draftIdOf(deps, formKey));
  });
  return { draft, visitor, setCookie: visitorCookie(deps).serialize(visitor) };
}

/** Saves answers into the draft `id` of this visitor, which is made when there is none. Null, and nothing is written,
 * when it is somebody else's or was booked. */
export const keepDraft = (deps: DraftDeps, visitor: string, id: string, start: DraftStart) =>
  transact(deps, async (inside) => {
    const earlier = await findDraftRow(inside.db, id);
    if (earlier && !isOwnDraft(deps, visitor, earlier)) return null;
    if ((await bookingOfDraft(inside.db, id)) !== null) return null;
    return writeDraft(inside.db, deps, start, visitor, id);
  });

async function writeDraft(
  trx: Executor,
  deps: DraftDeps,
  start: DraftStart,
  visitor: string,
  wantedId: string | null,
): Promise<Draft> {
  const earlier = wantedId === null ? null : await findDraftRow(trx, wantedId);
  const isOthers = earlier !== null && !isOwnDraft(deps, visitor, earlier);
  // Also when the draft itself has been deleted since it was booked.
  const isFree = wantedId !== null && !isOthers && (await bookingOfDraft(trx, wantedId)) === null;
  const before = isFree && earlier ? decryptDraft(deps, earlier) : null;
  const id = isFree ? wantedId : deps.ids.random128();
  const answers = { ...before?.answers, ...start.answers };
  const now = deps.clock.now();
  const nowText = now.toISOString();
  const isAnswered = hasValidAnswers(answers);
  const row: DraftRow = {
    id,
    visitor_hash: deps.secrets.hash(visitor, VISITOR_HASH),
    client_hash: deps.secrets.hash(start.clientAddress, CLIENT_HASH),
    answers_sealed: encryptAnswers(deps, id, answers),
    referrer_hash: referrerHash(deps, answers),
    is_answered: isAnswered ? 1 : 0,
    version: before ? nextVersion(before, answers) : 1,
    changed_by: start.changedBy ?? null,
    tracking: JSON.stringify(before?.tracking ?? start.tracking),
    organisation_id: start.organisationId ?? (before && earlier ? earlier.organisation_id : null),
    created_at: before?.created_at ?? nowText,
    updated_at: nowText,
    expires_at: draftExpiry(now),
  };
  if (before) await trx.updateTable("drafts").set(row).where("id", "=", id).execute();
  else await trx.insertInto("drafts").values(row).execute();
  if (!isAnswered) await dropOldestEmpty(trx, row);
  return decryptDraft(deps, row);
}

/** Each query walks along one index, or this would read all drafts. */
async function dropOldestEmpty(trx: Executor, made: Pick<DraftRow, "id" | "visitor_hash" | "client_hash">) {
  const empty = trx.selectFrom("drafts").select("id").where("is_answered", "=", 0);
  const after = (most: number) => empty.orderBy("created_at", "desc").limit(100).offset(most);
  const ofVisitor = await trx
    .selectFrom("drafts")
    .select(["id", "is_answered"])
    .where("visitor_hash", "=", made.visitor_hash)
    .orderBy("updated_at", "desc")
    .execute();
  const surplus = [
    ...ofVisitor.filter((draft) => draft.is_answered === 0).slice(MAX_EMPTY_DRAFTS.ofVisitor),
    ...(await after(MAX_EMPTY_DRAFTS.ofAddress).where("client_hash", "=", made.client_hash).execute()),
    ...(await after(MAX_EMPTY_DRAFTS.inAll).execute()),
  ];
  const ids = surplus.map(({ id }) => id).filter((id) => id !== made.id);
  if (ids.length > 0) await trx.deleteFrom("drafts").where("id", "in", ids).execute();
}

export const COOKIE_CHECK = "cookies";

const CHECK_MS = 10 * 60_000;

type Note = { visitor: string; at: number };

const placeOf = (draftId: string) => `cookie-check:${draftId}`;

/** Leads on to `href`, a page of the draft just started, with its cookie. A browser may refuse cookies; then nothing
 * proves whose the draft is. So the address carries an encrypted note in `?cookies=` for a few minutes: if no cookie
 * came with it, the page shows again what was typed. A program, which sends no form key of ours, gets no note. */
export function leadOn(
  deps: DraftDeps,
  request: Request,
  form: FormData,
  href: string,
  { draft, visitor, setCookie }: { draft: Draft; visitor: string; setCookie: string },
): Response {
  const init = { status: 303, headers: { "Set-Cookie": setCookie } };
  const isKnown = bringsCookies(request) || form.get(COOKIE_CHECK) === "on";
  if (isKnown || readFormKey(deps, form) === null) return redirect(href, init);
  const note: Note = { visitor, at: deps.clock.now().getTime() };
  const check = deps.secrets.encrypt(JSON.stringify(note), placeOf(draft.id));
  return redirect(`${href}&${new URLSearchParams({ [COOKIE_CHECK]: check })}`, init);
}

/** The secret of the visitor who made the draft; null when the note is not for it, or too old. */
export function readCookieCheck(deps: DraftDeps, draftId: string, check: string): string | null {
  try {
    const { visitor, at } = JSON.parse(deps.secrets.decrypt(check, placeOf(draftId))) as Note;
    return deps.clock.now().getTime() - at < CHECK_MS ? visitor : null;
  } catch {
    return null;
  }
}

export const bringsCookies = (request: Request): boolean => (request.headers.get("Cookie") ?? "") !== "";
