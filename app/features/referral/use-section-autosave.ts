import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";
import { useBlocker } from "react-router";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { createAutosave, isUnsaved, type Autosave, type AutosaveState, type SendResult } from "./autosave.ts";
import type { ConflictView } from "./conflict.server.ts";
import { helpTyping } from "./form-behaviour.ts";
import { CHOICE_PREFIX, CONFLICT_ID, SAVE_ID, SEEN, VERSION } from "./section-form.ts";
import { findUnsaved, isEdited, keepUnsaved, restoreText, textOf, type UnsavedText } from "./unsaved-text.ts";

const LEAVE_ANYWAY = "What you typed is not saved yet. Leave this page all the same?";
const TOO_LONG = "This is more than we can save. Please shorten it a little.";
const TIMEOUT_MS = 15_000;

/** The sign-in expired or the link was replaced while the form was on screen. */
const DENIED = [401, 403, 404];

/** Posts a section to its autosave address. Never throws. */
async function sendSection(url: string, body: FormData): Promise<SendResult> {
  const headers = { Accept: "application/json" };
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (DENIED.includes(response.status)) return { kind: "denied" };
    const isOurs = response.headers.get("Content-Type")?.includes("application/json");
    if (isOurs) return (await response.json()) as SendResult;
    return response.status === 413 ? { kind: "refused", message: TOO_LONG } : { kind: "failed" };
  } catch {
    return { kind: "offline" };
  }
}

type Page = {
  /** The section's version and the fingerprints of its answers, as the page came. */
  version: number;
  seen: string;
  /** The conflict that came with the page, if any. */
  conflict: ConflictView | null;
};

/** Starts from the page, or from the text kept before a reload. */
function startingState({ version, seen, conflict }: Page, kept: UnsavedText = []): AutosaveState {
  const keptValues = (control: string) => kept.filter(([name]) => name === control).map(([, value]) => value);
  return {
    kind: conflict ? "conflict" : "idle",
    result: conflict && { kind: "conflict", conflict },
    isEdited: false,
    isRestored: false,
    // Version 0 until the reader has chosen: nothing may be based on the saved text before.
    version: conflict ? 0 : Number(keptValues(VERSION)[0] ?? version),
    seen: keptValues(SEEN)[0] ?? seen,
    saveIds: keptValues(SAVE_ID),
  };
}

/** Makes save ids unique within the document. */
let saveCount = 0;

type Options = Page & {
  formId: string;
  url: string;
  /** Key of this section's unsaved text in sessionStorage. */
  storageKey: string;
};

type Flag = RefObject<boolean>;

/** Puts back what was kept before a reload, saves from then on, and bases every submission of the form on what is
 * saved. Gives the function that stops it, after a last save. */
function startAutosave(
  form: HTMLFormElement,
  { url, storageKey, ...page }: Omit<Options, "formId">,
  isChosen: Flag,
  onState: (state: AutosaveState) => void,
): { saver: Autosave; stop: () => void } {
  const kept = findUnsaved(storageKey) ?? [];
  restoreText(form, kept);
  const hasText = isEdited(form);
  const pageKey = new FormData(form).get(FORM_KEY);
  const saver = createAutosave(
    startingState(page, hasText ? kept : []),
    () => sendSection(url, new FormData(form)),
    (next) => {
      onState(next);
      const isChoice = ([name]: UnsavedText[number]) => name.startsWith(CHOICE_PREFIX);
      keepUnsaved(storageKey, isUnsaved(next) ? textOf(form).filter((entry) => !isChoice(entry)) : null);
    },
    () => pageKey && `${String(pageKey)}.${(saveCount += 1)}`,
  );
  const sayBase = ({ formData }: FormDataEvent) => {
    const { result, version, seen, saveIds } = saver.state();
    const isAnswer = isChosen.current && result?.kind === "conflict";
    formData.set(VERSION, String(isAnswer ? result.conflict.version : version));
    formData.set(SEEN, seen);
    for (const saveId of saveIds) formData.append(SAVE_ID, saveId);
  };
  form.addEventListener("formdata", sayBase);
  if (hasText) saver.edited({ isRestored: kept.length > 0 });
  else if (kept.length > 0) keepUnsaved(storageKey, null);
  const stop = () => {
    // Typed while the next page was loading.
    void saver.flush().finally(() => {
      saver.stop();
      form.removeEventListener("formdata", sayBase);
    });
  };
  return { saver, stop };
}

/** Saves a section two seconds after the last change, keeps unsaved text for a reload, and saves or warns before the
 * page is left. Returns the state and the form's `onInput` and `onSubmit`. */
export function useSectionAutosave({ formId, url, storageKey, version, seen, conflict }: Options) {
  const [state, setState] = useState(() => startingState({ version, seen, conflict }));
  const autosave = useRef<Autosave | null>(null);
  /** The reader chose between two texts: submitting the form is not leaving unsaved text. */
  const isChosen = useRef(false);
  /** A button waits for this save; a conflict is then scrolled into view. */
  const isAwaited = useRef(false);

  const isHydrated = useHydrated();
  useEffect(() => {
    if (!isHydrated) return;
    const form = document.getElementById(formId) as HTMLFormElement;
    const page = { url, storageKey, version, seen, conflict };
    const { saver, stop } = startAutosave(form, page, isChosen, setState);
    autosave.current = saver;
    return stop;
  }, [formId, url, storageKey, version, seen, conflict, isHydrated]);

  useWatchForLeaving(autosave, isChosen);
  useEffect(() => {
    if (state.kind === "conflict" && isAwaited.current) document.getElementById(CONFLICT_ID)?.focus();
  }, [state.kind]);

  return {
    state,
    onInput(event: FormEvent<HTMLFormElement>) {
      isAwaited.current = false;
      helpTyping(event.target);
      autosave.current?.edited();
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const saver = autosave.current;
      const form = event.currentTarget;
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (!saver) return;
      if (saver.state().kind === "conflict") {
        isChosen.current = true;
        keepUnsaved(storageKey, textOf(form));
        return;
      }
      const isLeaving = !(submitter instanceof HTMLButtonElement && submitter.value === "save");
      if (isLeaving && !isUnsaved(saver.state()) && saver.state().version > 0) return;
      event.preventDefault();
      isAwaited.current = true;
      void saver.flush({ always: true }).then((isSaved) => {
        if (isSaved) isAwaited.current = false;
        if (isSaved && isLeaving) form.requestSubmit(submitter);
      });
    },
  };
}

/** Saves when the page is hidden or the connection returns; warns when unsaved text would be lost. */
function useWatchForLeaving(autosave: RefObject<Autosave | null>, isChosen: Flag): void {
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const save = () => void autosave.current?.flush();
    const warn = (event: BeforeUnloadEvent) => {
      if (autosave.current && isUnsaved(autosave.current.state()) && !isChosen.current)
        event.preventDefault();
    };
    window.addEventListener("beforeunload", warn, { signal });
    window.addEventListener("online", save, { signal });
    document.addEventListener("visibilitychange", () => document.hidden && save(), { signal });
    return () => listening.abort();
  }, [autosave, isChosen]);

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isElsewhere = currentLocation.pathname !== nextLocation.pathname;
    return isElsewhere && autosave.current !== null && isUnsaved(autosave.current.state());
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void autosave.current?.flush().then((isSaved) => {
      if (isSaved || window.confirm(LEAVE_ANYWAY)) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker, autosave]);
}
