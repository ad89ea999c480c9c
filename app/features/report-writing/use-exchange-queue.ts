import { useEffect, useRef, useState, type FormEvent } from "react";
import { useRevalidator } from "react-router";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { inTab } from "#app/ui/tab-storage.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import {
  createExchangeQueue,
  sendExchange,
  type QueueState,
  type WaitingExchange,
} from "./exchange-queue.ts";

const RETRY_MS = 15_000;

let addCount = 0;

const text = (form: FormData, name: string) => String(form.get(name) ?? "").trim();

/** Takes exchanges from a form, without waiting for the server; `owner` names the reader and the visit, so that nobody
 * else who uses this tab sends them. Without scripts the form is posted. */
export function useExchangeQueue(url: string, owner: string) {
  const [state, setState] = useState<QueueState>({ waiting: [], status: "idle" });
  const queue = useRef<ReturnType<typeof createExchangeQueue> | null>(null);
  const { revalidate } = useRevalidator();
  const isHydrated = useHydrated();

  useEffect(() => {
    if (!isHydrated) return;
    const key = `exchanges ${owner}`;
    const own = createExchangeQueue(
      {
        read: () => inTab((tab) => JSON.parse(tab.getItem(key) ?? "[]") as WaitingExchange[]) ?? [],
        write: (waiting) =>
          void inTab((tab) =>
            waiting.length > 0 ? tab.setItem(key, JSON.stringify(waiting)) : tab.removeItem(key),
          ),
      },
      (exchange) => sendExchange(url, exchange),
      setState,
      () => void revalidate(),
    );
    queue.current = own;
    const flush = () => void own.flush();
    const timer = setInterval(() => own.waiting().length > 0 && flush(), RETRY_MS);
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("online", flush, { signal });
    const warn = (event: BeforeUnloadEvent) => own.waiting().length > 0 && event.preventDefault();
    window.addEventListener("beforeunload", warn, { signal });
    flush();
    return () => {
      clearInterval(timer);
      listening.abort();
    };
  }, [url, owner, isHydrated, revalidate]);

  return {
    state,
    remove: (key: string) => queue.current?.remove(key),
    /** Queues what the form says, and empties it. */
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const form = event.currentTarget;
      const typed = new FormData(form);
      // The server says what an empty form lacks.
      if (!queue.current || text(typed, "text") === "") return;
      event.preventDefault();
      addCount += 1;
      queue.current.add({
        key: `${text(typed, FORM_KEY)}.${addCount}`,
        speaker: text(typed, "speaker"),
        text: text(typed, "text"),
        at: text(typed, "at"),
      });
      form.reset();
      form.querySelector("textarea")?.focus();
    },
  };
}
