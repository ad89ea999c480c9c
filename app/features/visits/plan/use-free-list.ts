import { useEffect, useRef, useState, type FormEvent, type MouseEvent } from "react";
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
 * sent to `path`, and a link that offers a time fills that in here, so that what else was typed stays. It depends on
 * the controls `watched`; `shown` is the page's own list; `picked` are the assessors that somebody has ticked since,
 * `offered` the times. While the server cannot be reached the list stays, and says for when it is. */
export function useFreeList(shown: FreeList | null, path: string, watched: readonly string[] = PLAN_FIELDS) {
  const [fetched, setFetched] = useState<{ after: FreeList | null; list: FreeList } | null>(null);
  const [picked, setPicked] = useState<string[] | null>(null);
  const [offered, setOffered] = useState<string[] | null>(null);
  const asked = useRef<AbortController>(undefined);
  useEffect(() => () => asked.current?.abort(), []);

  function refresh(form: HTMLFormElement, delayMs: number) {
    asked.current?.abort();
    const { signal } = (asked.current = new AbortController());
    setTimeout(() => {
      if (signal.aborted || !form.isConnected) return;
      fetchList(path, form, signal).then(
        (list) => list && !signal.aborted && setFetched({ after: shown, list }),
        () => {},
      );
    }, delayMs);
  }

  function onInput({ target, currentTarget: form }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    if (name === "times") setOffered(new FormData(form).getAll(name).map(String));
    if (name === "assessors") setPicked(new FormData(form).getAll(name).map(String));
    if (watched.includes(name)) refresh(form, TYPING_MS);
  }

  function onClickCapture(event: MouseEvent<HTMLFormElement>) {
    const link = (event.target as Element).closest("a");
    const offer = new URLSearchParams(link?.search);
    if (!link || !offer.has("day") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const form = event.currentTarget;
    const controls = [...form.elements].filter((one) => one instanceof HTMLInputElement);
    const assessor = offer.get("assessor");
    for (const control of controls) {
      if (control.name === "assessors" && assessor) control.checked = control.value === assessor;
      else if (watched.includes(control.name)) control.value = offer.get(control.name) ?? control.value;
    }
    if (assessor) setPicked([assessor]);
    refresh(form, 0);
    document.getElementById(link.hash.slice(1))?.focus();
  }

  // An answer of the page itself is newer than what was fetched for the page before it.
  const list = fetched?.after === shown ? fetched.list : shown;
  // A form that was sent stays as it is: sent once more, it is still the same one.
  const onSubmitCapture = () => asked.current?.abort();
  return { list, picked, offered, handlers: { onInput, onClickCapture, onSubmitCapture } };
}
