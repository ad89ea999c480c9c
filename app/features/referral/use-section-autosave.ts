import { useEffect, useRef, useState, type FormEvent } from "react";
import { useBlocker } from "react-router";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { createAutosave, isUnsaved, type Autosave, type AutosaveState, type SendResult } from "./autosave.ts";
import type { ConflictView } from "./conflict.server.ts";
import { helpTyping } from "./form-behaviour.ts";
import { CHOICE_PREFIX, CONFLICT_ID, SAVE_ID, SEEN, VERSION } from "./section-form.ts";
import { findUnsaved, isEdited, keepUnsaved, restoreText, textOf, type UnsavedText } from "./unsaved-text.ts";

const LEAVE_ANYWAY = "What you typed is not saved yet. Leave this page all the same?";
const TIMEOUT_MS = 15_000;

/** The right to the form ended while it was open: a sign-in that expired, a link that was replaced. */
const DENIED = new Set([401, 403, 404]);

/** Posts a section's answers to its autosave address. Never throws: what went wrong is the result. */
async function sendSection(url: string, answers: FormData): Promise<SendResult> {
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

/** Counts the saves of this document: each has a name of its own. */
let saveCount = 0;

type Options = {
  formId: string;
  /** Where the section is saved as it is typed. */
  url: string;
  /** Names this section of this booking among the texts kept in this tab. */
  storageKey: string;
  /** The version of the section that the page shows. */
  version: number;
  /** Marks of the answers that the page shows. */
  seen: string;
  /** The conflict with which the page was sent, if any. */
  conflict: ConflictView | null;
};

function startingState({
  version,
  seen,
  conflict,
}: Pick<Options, "version" | "seen" | "conflict">): AutosaveState {
  const base = { isEdited: false, seen, saveIds: [] };
  if (!conflict) return { ...base, status: { kind: "idle" }, version };
  // Older than any saved version: until the reader has chosen, nothing counts as based on the saved text.
  return { ...base, status: { kind: "conflict", conflict }, version: 0 };
}

/** The state from which unsaved text goes on that was kept before a reload. */
function keptState(state: AutosaveState, kept: UnsavedText): AutosaveState {
  const valuesOf = (control: string) => kept.filter(([name]) => name === control).map(([, value]) => value);
  return {
    ...state,
    version: Number(valuesOf(VERSION)[0] ?? state.version),
    seen: valuesOf(SEEN)[0] ?? state.seen,
    saveIds: valuesOf(SAVE_ID),
  };
}

/**
 * Saves a section's form two seconds after the last change (SPEC section 4), keeps unsaved text for a reload, and sees to
 * it that nothing unsaved is left behind when the page is left. Without JavaScript the form's own buttons save. Returns the
 * state, and the form's `onInput` and `onSubmit`.
 */
export function useSectionAutosave({ formId, url, storageKey, version, seen, conflict }: Options) {
  const [state, setState] = useState(() => startingState({ version, seen, conflict }));
  const autosave = useRef<Autosave | null>(null);
  /** The reader chose between two texts: the form is sent as a document, which is not leaving something behind. */
  const isChosen = useRef(false);
  /** A button waits for the save; a conflict is then brought into view. */
  const isAwaited = useRef(false);

  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement;
    const kept = findUnsaved(storageKey);
    if (kept) restoreText(form, kept);
    const hasText = isEdited(form);
    if (kept && !hasText) keepUnsaved(storageKey, null);
    const start = startingState({ version, seen, conflict });
    const pageKey = new FormData(form).get(FORM_KEY);
    const textToKeep = () => textOf(form).filter(([name]) => !name.startsWith(CHOICE_PREFIX));

    const saver = createAutosave(
      kept && hasText && !conflict ? keptState(start, kept) : start,
      () => sendSection(url, new FormData(form)),
      (next) => {
        setState(next);
        keepUnsaved(storageKey, isUnsaved(next) ? textToKeep() : null);
      },
      () => (pageKey ? `${String(pageKey)}.${(saveCount += 1)}` : null),
    );
    // Every way of sending the form says what it is based on.
    const sayBase = ({ formData }: FormDataEvent) => {
      const { status, version, seen, saveIds } = saver.state();
      const isAnswer = isChosen.current && status.kind === "conflict";
      formData.set(VERSION, String(isAnswer ? status.conflict.version : version));
      formData.set(SEEN, seen);
      for (const saveId of saveIds) formData.append(SAVE_ID, saveId);
    };
    form.addEventListener("formdata", sayBase);
    autosave.current = saver;
    if (hasText && !conflict) saver.dispatch({ kind: "edited", isRestored: kept !== null });
    return () => {
      // What was typed while the next page was on its way here.
      void saver.flush().finally(() => {
        saver.stop();
        form.removeEventListener("formdata", sayBase);
      });
    };
  }, [formId, url, storageKey, version, seen, conflict]);

  useWatchForLeaving(autosave, isChosen);
  useEffect(() => {
    if (state.status.kind === "conflict" && isAwaited.current) document.getElementById(CONFLICT_ID)?.focus();
  }, [state.status.kind]);

  return {
    state,
    onInput(event: FormEvent<HTMLFormElement>) {
      isAwaited.current = false;
      helpTyping(event.target);
      autosave.current?.dispatch({ kind: "edited" });
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const saver = autosave.current;
      if (!saver) return;
      const form = event.currentTarget;
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (saver.state().status.kind === "conflict") {
        isChosen.current = true;
        keepUnsaved(storageKey, textOf(form));
        return;
      }
      const isLeaving = !(submitter instanceof HTMLButtonElement && submitter.value === "save");
      if (isLeaving && !isUnsaved(saver.state()) && saver.state().version > 0) return;
      event.preventDefault();
      isAwaited.current = true;
      void saver.flush({ always: true }).then((isSaved) => {
        if (!isSaved) return;
        isAwaited.current = false;
        if (isLeaving) form.requestSubmit(submitter);
      });
    },
  };
}

/** Saves when the page is hidden or the connection returns; warns when something unsaved would be left behind. */
function useWatchForLeaving(autosave: { current: Autosave | null }, isChosen: { current: boolean }): void {
  useEffect(() => {
    const hasUnsaved = () => Boolean(autosave.current && isUnsaved(autosave.current.state()));
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsaved() && !isChosen.current) event.preventDefault();
    };
    const onHidden = () => {
      if (document.visibilityState === "hidden") void autosave.current?.flush();
    };
    const onOnline = () => void autosave.current?.flush();
    window.addEventListener("beforeunload", onBeforeUnload);
    document.addEventListener("visibilitychange", onHidden);
    window.addEventListener("online", onOnline);
    return () => {
      window.removeEventListener("beforeunload", onBeforeUnload);
      document.removeEventListener("visibilitychange", onHidden);
      window.removeEventListener("online", onOnline);
    };
  }, [autosave, isChosen]);

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isElsewhere = currentLocation.pathname !== nextLocation.pathname;
    return isElsewhere && Boolean(autosave.current && isUnsaved(autosave.current.state()));
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void autosave.current?.flush().then((isSaved) => {
      if (isSaved || window.confirm(LEAVE_ANYWAY)) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker, autosave]);
}
