import { setTimeout as pause } from "node:timers/promises";
import { data, type ActionFunctionArgs, type ServerBuild } from "react-router";
import { requestScope, type RequestScope } from "#app/context.ts";
import { describeError } from "#app/platform/log.server.ts";
import { sealedJsonColumn } from "#app/platform/secrets.server.ts";
import { FORM_KEY } from "./form-key.ts";
import { readFormKey } from "./form-key.server.ts";

/**
 * A form that is sent twice is answered twice as the first time, and does its work once: a double click, a reload, a retry
 * after a lost answer. The same form is the same form key, path and fields. The first request claims them in the database,
 * so that this holds between processes; a second one waits for its answer. Refusals are not kept: sent again, the form is
 * looked at again.
 */

type Deps = Pick<RequestScope["deps"], "db" | "clock" | "secrets" | "log">;
type Action = (args: ActionFunctionArgs) => unknown;
type Wrapped = { type: "DataWithResponseInit"; data: unknown; init: ResponseInit | null };

/** How long an answer is kept. */
const KEPT_MS = 60 * 60_000;
/** A claim without an answer after this time was left behind by a process that was killed: the next request takes it. */
const CLAIM_MS = 20_000;
const POLL_MS = 25;

/** What an action answered: a redirect when it has no `data`. */
type Answer = { status: number; headers: [string, string][]; data?: unknown };

function isWrapped(result: unknown): result is Wrapped {
  return (result as Partial<Wrapped> | null)?.type === "DataWithResponseInit";
}

/** The answer to keep; null for a refusal, and for what is no page's answer. */
function answerOf(result: unknown): Answer | null {
  if (result instanceof Response) {
    const isRedirect = result.status >= 300 && result.status < 400;
    return isRedirect ? { status: result.status, headers: [...result.headers] } : null;
  }
  if (!isWrapped(result)) return { status: 200, headers: [], data: result ?? null };
  const status = result.init?.status ?? 200;
  return status >= 400
    ? null
    : { status, headers: [...new Headers(result.init?.headers)], data: result.data };
}

function give({ status, headers, data: body }: Answer) {
  if (body !== undefined) return data(body, { status, headers: new Headers(headers) });
  return new Response(null, { status, headers: new Headers(headers) });
}

const sealedAnswer = sealedJsonColumn<Answer>("form_answers", "answer_sealed");

/** Forgets answers past their hour. */
export async function purgeFormAnswers({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const oldest = new Date(clock.now().getTime() - KEPT_MS).toISOString();
  await db.deleteFrom("form_answers").where("claimed_at", "<=", oldest).execute();
}

/** The answer that was given, or that a request under way gives; otherwise `claimedAt` says that the work is the caller's. */
async function claim(deps: Deps, keyHash: string): Promise<{ answer: Answer } | { claimedAt: string }> {
  const waitUntil = performance.now() + CLAIM_MS;
  await purgeFormAnswers(deps);
  for (;;) {
    const now = deps.clock.now();
    const claimedAt = now.toISOString();
    const inserted = await deps.db
      .insertInto("form_answers")
      .values({ key_hash: keyHash, claimed_at: claimedAt, answer_sealed: null })
      .onConflict((conflict) => conflict.column("key_hash").doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return { claimedAt };
    const earlier = await deps.db
      .selectFrom("form_answers")
      .selectAll()
      .where("key_hash", "=", keyHash)
      .executeTakeFirst();
    if (!earlier) continue;
    if (earlier.answer_sealed !== null) {
      return { answer: sealedAnswer.decrypt(deps.secrets, keyHash, earlier.answer_sealed) };
    }
    const isLeftBehind = now.getTime() - Date.parse(earlier.claimed_at) > CLAIM_MS;
    if (!isLeftBehind && performance.now() < waitUntil) {
      await pause(POLL_MS);
      continue;
    }
    await ownClaim(deps.db.deleteFrom("form_answers"), keyHash, earlier.claimed_at).execute();
  }
}

/** Narrows a change to a claim as it was made: it may have been given up and taken by another request since. */
function ownClaim<Query extends { where(column: "key_hash" | "claimed_at", is: "=", value: string): Query }>(
  query: Query,
  keyHash: string,
  claimedAt: string,
): Query {
  return query.where("key_hash", "=", keyHash).where("claimed_at", "=", claimedAt);
}

/** Keeps the answer, or gives the claim up. What was done stays done and is answered, whatever happens here. */
async function settle(deps: Deps, keyHash: string, claimedAt: string, answer: Answer | null): Promise<void> {
  try {
    if (answer) {
      const answer_sealed = sealedAnswer.encrypt(deps.secrets, keyHash, answer);
      const change = deps.db.updateTable("form_answers").set({ answer_sealed });
      await ownClaim(change, keyHash, claimedAt).execute();
    } else {
      await ownClaim(deps.db.deleteFrom("form_answers"), keyHash, claimedAt).execute();
    }
  } catch (error) {
    deps.log.error("a form's answer was not kept", describeError(error));
  }
}

/** Runs an action that answers a form once. Without a form key of ours it runs as it is. */
export async function answerOnce(action: Action, args: ActionFunctionArgs): Promise<unknown> {
  const { deps } = args.context.get(requestScope);
  const keyHash = await keyHashOf(deps, args);
  if (keyHash === null) return action(args);
  const claimed = await claim(deps, keyHash);
  if ("answer" in claimed) return give(claimed.answer);
  let result: unknown;
  try {
    result = await action(args);
  } catch (thrown) {
    // Actions also throw their redirects.
    await settle(deps, keyHash, claimed.claimedAt, thrown instanceof Response ? answerOf(thrown) : null);
    throw thrown;
  }
  await settle(deps, keyHash, claimed.claimedAt, answerOf(result));
  return result;
}

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

async function keyHashOf(deps: Deps, { request, url }: ActionFunctionArgs): Promise<string | null> {
  if (!FORM_TYPES.test(request.headers.get("Content-Type") ?? "")) return null;
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  const key = form && readFormKey(deps, form);
  if (!key) return null;
  const fields = [...form].map(([name, value]) => [name, typeof value === "string" ? value : ""]);
  const content = fields.filter(([name]) => name !== FORM_KEY);
  return deps.secrets.hash(JSON.stringify([key, url.pathname, url.search, content]), "form-answer");
}

/**
 * What a route says whose forms may be sent again without harm, because the same fields only ever lead to the same
 * record: nothing is kept for it. `export const handle = { isRepeatable: true }`.
 */
type Handle = { isRepeatable?: boolean } | undefined;

/** The build with every action wrapped in `answerOnce`, those of repeatable routes aside. */
export function withAnswersOnce(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const action = route?.module.action;
    if (!route || !action || (route.module.handle as Handle)?.isRepeatable) return [id, route];
    const once: Action = (args) => answerOnce(action as Action, args);
    return [id, { ...route, module: { ...route.module, action: once } }];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}
