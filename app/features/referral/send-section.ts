import type { SendResult } from "./autosave.ts";

const TIMEOUT_MS = 15_000;

/** Posts one section's form to its autosave address. Never throws: what went wrong is the result. */
export async function sendSection(url: string, form: HTMLFormElement): Promise<SendResult> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new FormData(form),
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
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
