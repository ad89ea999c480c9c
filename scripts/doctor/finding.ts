import { openConfigured, type Db } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";

/** `advice` says what to do; good findings need none. */
export type Finding = { level: "good" | "note" | "warning" | "bad"; what: string; advice?: string };

export const good = (what: string): Finding => ({ level: "good", what });
export const note = (what: string, advice?: string): Finding => ({ level: "note", what, advice });
export const warning = (what: string, advice: string): Finding => ({ level: "warning", what, advice });
export const bad = (what: string, advice: string): Finding => ({ level: "bad", what, advice });

type Maybe = Finding | false | null | "" | undefined;

/** Leaves out the findings that were not made. */
export const found = (...all: Maybe[]): Finding[] => all.filter((one) => Boolean(one)) as Finding[];

/** The first five of a list that may be long. */
export const someOf = (all: readonly string[], between = ", ") => all.slice(0, 5).join(between);

/** Works on the configured database, and closes it. */
export async function onDatabase<Result>(env: Env, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openConfigured(env);
  return work(db).finally(() => db.destroy());
}

const DEADLINE_MS = 5_000;

/** The answer within 5 seconds, or why there was none. */
export async function ask(url: string, init: RequestInit = {}) {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause;
    return cause?.code ?? (error as Error).name;
  }
}
