import { useEffect, useState } from "react";
import { queryOf } from "#app/forms/typed.ts";

const DELAY_MS = 2_000;
const TIMEOUT_MS = 15_000;

const WORDS = {
  saving: "Saving...",
  saved: "Saved as a draft.",
  failed: "The draft could not be saved just now. We try again when you type.",
  elsewhere: "This draft has changed in another tab. It is saved again when you press a button.",
  gone: "This draft cannot be saved any more. Press a button to see why.",
};

const OUTCOMES: Record<number, keyof typeof WORDS> = { 200: "saved", 409: "elsewhere", 410: "gone" };

/** The draft as it was saved last, and who booked before with its phone number. */
export type SavedDraft = {
  version: number;
  missing: { name: string; message: string }[];
  caller: { name: string; bookings: string } | null;
};

/** Saves the form under `url` two seconds after the last change, and when the page is hidden. Returns what to say about
 * it, empty before the first change, and what the server said of the saved draft. */
export function useDraftAutosave(formId: string, url: string): { words: string; saved: SavedDraft | null } {
  const [state, setState] = useState<keyof typeof WORDS | null>(null);
  const [saved, setSaved] = useState<SavedDraft | null>(null);
  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement;
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;

    async function save() {
      clearTimeout(timer);
      timer = undefined;
      setState("saving");
      try {
        const body = queryOf(form);
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const response = await fetch(url, { method: "POST", body, signal, keepalive: true });
        const outcome = OUTCOMES[response.status] ?? "failed";
        if (outcome === "saved") {
          const answer = (await response.json()) as SavedDraft;
          (form.elements.namedItem("version") as HTMLInputElement).value = String(answer.version);
          setSaved(answer);
        }
        isStopped = outcome === "elsewhere" || outcome === "gone";
        setState(outcome);
      } catch {
        setState("failed");
      }
    }

    const later = () => {
      clearTimeout(timer);
      if (!isStopped) timer = setTimeout(save, DELAY_MS);
    };
    const { signal } = listening;
    form.addEventListener("input", later, { signal });
    form.addEventListener("submit", () => clearTimeout(timer), { signal });
    const onHidden = () => document.hidden && timer !== undefined && void save();
    document.addEventListener("visibilitychange", onHidden, { signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [formId, url]);
  return { words: state === null ? "" : WORDS[state], saved };
}
