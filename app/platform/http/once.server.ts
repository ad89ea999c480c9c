import { setTimeout as pause } from "node:timers/promises";
import { data, type ActionFunctionArgs } from "react-router";
import { requestScope, type RequestScope } from "#app/context.ts";
import { describeError } from "#app/platform/log.server.ts";
import { sealedJsonColumn } from "#app/platform/secrets.server.ts";
import { FORM_KEY } from "./form-key.ts";
import { readFormKey } from "./form-key.server.ts";
import { signInFirst } from "./sign-in-first.ts";

/** A form sent twice does its work once. The first request claims it in the database; a second one waits
 * for its answer. */

type Deps = Pick<RequestScope["deps"], "db" | "clock" | "secrets" | "log">;
/** Return type of `data(…)`. */
type Wrapped = { data: unknown; init: ResponseInit | null };

const KEPT_MS = 60 * 60_000;
/** A claim this old without an answer belongs to a killed process: the next request takes it. */
const CLAIM_MS = 20_000;
const POLL_MS = 25;

type Answer = { status: number; headers: [string, string][]; data?: unknown };

const isWrapped = (result: unknown): result is Wrapped =>
  typeof result === "object" && result !== null && "data" in result && "init" in result;

/** The answer to keep; null for a refusal, and for anything but a page's answer. */
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

/** Deletes remembered answers that are past their time. */
export async function purgeFormAnswers({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const oldest = new Date(clock.now().getTime() - KEPT_MS).toISOString();
  await db.deleteFrom("form_answers").where("claimed_at", "<=", oldest).execute();
}

/** Found again by hash and time together: another request may have taken the key since. */
type Claim = { key_hash: string; claimed_at: string };

async function claim(deps: Deps, key_hash: string): Promise<{ answer: Answer } | { mine: Claim }> {
  const waitUntil = performance.now() + CLAIM_MS;
  await purgeFormAnswers(deps);
  for (;;) {
    const now = deps.clock.now();
    const mine: Claim = { key_hash, claimed_at: now.toISOString() };
    const inserted = await deps.db
      .insertInto("form_answers")
      .values({ ...mine, answer_sealed: null })
      .onConflict((conflict) => conflict.column("key_hash").doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return { mine };
    const earlier = await deps.db
      .selectFrom("form_answers")
      .selectAll()
      .where("key_hash", "=", key_hash)
      .executeTakeFirst();
    if (!earlier) continue;
    const { claimed_at, answer_sealed } = earlier;
    if (answer_sealed !== null)
      return { answer: sealedAnswer.decrypt(deps.secrets, key_hash, answer_sealed) };
    const isLeftBehind = now.getTime() - Date.parse(claimed_at) > CLAIM_MS;
    if (!isLeftBehind && performance.now() < waitUntil) {
      await pause(POLL_MS);
      continue;
    }
    await release(deps, { key_hash, claimed_at });
  }
}

async function release({ db }: Deps, mine: Claim): Promise<void> {
  await db
    .deleteFrom("form_answers")
    .where(({ and }) => and(mine))
    .execute();
}

/** Keeps the answer, or releases the claim. Never fails: the work is done. */
async function settle(deps: Deps, mine: Claim, answer: Answer | null): Promise<void> {
  try {
    if (!answer) return await release(deps, mine);
    const answer_sealed = sealedAnswer.encrypt(deps.secrets, mine.key_hash, answer);
    await deps.db
      .updateTable("form_answers")
      .set({ answer_sealed })
      .where(({ and }) => and(mine))
      .execute();
  } catch (error) {
    deps.log.error("a form's answer was not kept", describeError(error));
  }
}

const onceActions = new WeakSet<object>();

/** True for what `once` made. */
export const answersOnce = (action: object): boolean => onceActions.has(action);

/** An action that a form runs once: the same form sent again gets the first answer. A refusal, or an answer that leads
 * to signing in first, is not kept. */
export function once<Args extends ActionFunctionArgs, Result>(action: (args: Args) => Promise<Result>) {
  const answered = async (args: Args): Promise<Result> => {
    const { deps, form } = args.context.get(requestScope);
    const keyHash = keyHashOf(deps, form ?? (await formOf(args.request)), args.url);
    if (keyHash === null) return action(args);
    const claimed = await claim(deps, keyHash);
    if ("answer" in claimed) return give(claimed.answer) as Result;
    let result: Result;
    try {
      result = await action(args);
    } catch (thrown) {
      const isAnswer = thrown instanceof Response && !signInFirst(thrown, args.url.search);
      await settle(deps, claimed.mine, isAnswer ? answerOf(thrown) : null);
      throw thrown;
    }
    await settle(deps, claimed.mine, answerOf(result));
    return result;
  };
  onceActions.add(answered);
  return answered;
}

/** For an action that reads its form while that arrives, and whose work is harmless to repeat: the answer that the same
 * form got before for the same work, or else `answer`, which is kept. Never fails: the work is done. */
export async function firstAnswer(deps: Deps, form: FormData, work: readonly string[], answer: Response) {
  const key = readFormKey(deps, form);
  if (!key) return answer;
  const keyHash = deps.secrets.hash(JSON.stringify([key, ...work]), "form-answer");
  const claimed = await claim(deps, keyHash).catch(() => null);
  if (claimed && "answer" in claimed) return give(claimed.answer) as Response;
  if (claimed) await settle(deps, claimed.mine, answerOf(answer));
  return answer;
}

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Null for what is no form. */
async function formOf(request: Request): Promise<FormData | null> {
  if (!FORM_TYPES.test(request.headers.get("Content-Type") ?? "")) return null;
  return request
    .clone()
    .formData()
    .catch(() => null);
}

function keyHashOf(deps: Deps, form: FormData | null, url: URL): string | null {
  const key = form && readFormKey(deps, form);
  if (!key) return null;
  const fields = [...form].map(([name, value]) => [name, typeof value === "string" ? value : ""]);
  const content = fields.filter(([name]) => name !== FORM_KEY);
  return deps.secrets.hash(JSON.stringify([key, url.pathname, url.search, content]), "form-answer");
}
