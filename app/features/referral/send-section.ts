import type { SendResult } from "./autosave.ts";

const TIMEOUT_MS = 15_000;

/** The right to the form ended while it was open: a sign-in that expired, a link that was replaced. */
const DENIED = new Set([401, 403, 404]);

/** Posts one section's answers to its autosave address. Never throws: what went wrong is the result. */
export async function sendSection(url: string, answers: FormData): Promise<SendResult> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: answers,
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (DENIED.has(response.status)) return { kind: "denied" };
    if (response.headers.get("Content-Type")?.includes("application/json")) {
      return (await response.json()) as SendResult;
    }
    if (response.status === 413) {
      return { kind: "refused", message: "This is more than we can save. Please shorten it a little." };
    }
    return { kind: "failed" };
  } catch {
    return { kind: "offline" };
  }
}
