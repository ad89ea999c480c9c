import { useEffect, useRef, useState, type FormEvent } from "react";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { PLAN_FIELDS } from "#app/features/visits/record/visit-plan.ts";
import type { FreeList } from "./who-is-free.server.ts";

const TYPING_MS = 400;

async function fetchList(path: string, form: HTMLFormElement, signal: AbortSignal): Promise<FreeList | null> {
  const content = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  // A look changes nothing, so it may be repeated.
  content.delete(FORM_KEY);
  const response = await fetch(path, { method: "POST", body: content, redirect: "error", signal });
  return response.ok ? ((await response.json()) as FreeList | null) : null;
}

/** Keeps the list of assessors right while somebody changes the plan: with scripts it follows what is typed, which is
 * sent to `path`. `watched` are the controls that it depends on. `shown` is the page's own list. While the server
 * cannot be reached the list stays, and says for when it is. */
export function useFreeList(shown: FreeList | null, path: string, watched: readonly string[] = PLAN_FIELDS) {
  const [fetched, setFetched] = useState<{ after: FreeList | null; list: FreeList } | null>(null);
  const asked = useRef<AbortController>(undefined);
  useEffect(() => () => asked.current?.abort(), []);

  function onInput({ target, currentTarget: form }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    if (!watched.includes(name)) return;
    asked.current?.abort();
    const { signal } = (asked.current = new AbortController());
    setTimeout(() => {
      if (signal.aborted || !form.isConnected) return;
      fetchList(path, form, signal).then(
        (list) => list && !signal.aborted && setFetched({ after: shown, list }),
        () => {},
      );
    }, TYPING_MS);
  }

  // An answer of the page itself is newer than what was fetched for the page before it.
  const list = fetched?.after === shown ? fetched.list : shown;
  // A form that was sent stays as it is: sent once more, it is still the same one.
  const onSubmitCapture = () => asked.current?.abort();
  return { list, handlers: { onInput, onSubmitCapture } };
}
