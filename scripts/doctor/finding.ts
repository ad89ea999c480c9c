/** `advice` says what to do; good findings need none. */
export type Finding = { level: "good" | "note" | "warning" | "bad"; what: string; advice?: string };

export const good = (what: string): Finding => ({ level: "good", what });
export const note = (what: string, advice?: string): Finding => ({ level: "note", what, advice });
export const warning = (what: string, advice: string): Finding => ({ level: "warning", what, advice });
export const bad = (what: string, advice: string): Finding => ({ level: "bad", what, advice });

const DEADLINE_MS = 5_000;

/** The answer within 5 seconds, or why there was none. */
export async function ask(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; text: string } | string> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause;
    return cause?.code ?? (error as Error).name;
  }
}
