import { useCallback, useEffect, useRef, useState, type FormEvent } from "react";
import { useBlocker } from "react-router";
import { createAutosave, type Autosave, type AutosaveState } from "./autosave.ts";
import { helpTyping } from "./form-behaviour.ts";
import { sendSection } from "./send-section.ts";
import type { ConflictView } from "./conflict.ts";
import { CHOICE_PREFIX } from "./section-form.ts";
import { findUnsaved, formEntries, isEdited, keepUnsaved, restoreText } from "./unsaved-text.ts";

const LEAVE_ANYWAY = "What you typed is not saved yet. Leave this page all the same?";

type Options = {
  formId: string;
  /** Where one section is saved as it is typed. */
  url: string;
  /** Names this section of this booking among the texts kept in this tab. */
  storageKey: string;
  /** The conflict with which the page was sent, if any. */
  conflict: ConflictView | null;
};

export type SectionAutosave = {
  state: AutosaveState;
  /** For the form: `onInput` and `onSubmit`. */
  onInput(event: FormEvent<HTMLFormElement>): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
};

const formOf = (id: string) => document.getElementById(id) as HTMLFormElement;
const versionOf = (form: HTMLFormElement) => form.elements.namedItem("version") as HTMLInputElement;

/**
 * Saves a section's form two seconds after the last change (SPEC section 4), keeps unsaved text for a reload, and sees to
 * it that nothing unsaved is left behind when the page is left. Without JavaScript the form's own buttons save.
 */
export function useSectionAutosave({ formId, url, storageKey, conflict }: Options): SectionAutosave {
  const [state, setState] = useState<AutosaveState>(
    conflict ? { kind: "conflict", conflict } : { kind: "clean" },
  );
  const autosave = useRef<Autosave | null>(null);

  const keep = useCallback(() => {
    const form = formOf(formId);
    keepUnsaved(storageKey, { version: versionOf(form).value, entries: formEntries(form) });
  }, [formId, storageKey]);

  useEffect(() => {
    const form = formOf(formId);
    const saver = createAutosave(
      async () => {
        const result = await sendSection(url, form);
        if (result.kind === "saved") versionOf(form).value = String(result.version);
        return result;
      },
      (next) => {
        setState(next);
        if (next.kind === "saved") {
          if (saver.isUnsaved()) keep();
          else keepUnsaved(storageKey, null);
        }
      },
      { isPaused: conflict !== null },
    );
    autosave.current = saver;

    const kept = conflict ? null : findUnsaved(storageKey);
    const isAnswered = kept?.givenUp && kept.version !== versionOf(form).value;
    if (kept && !isAnswered) restoreText(form, kept);
    if (isEdited(form)) {
      if (kept) versionOf(form).value = kept.version;
      keep();
      saver.changed(kept ? "restored" : "unsaved");
    } else if (kept) {
      keepUnsaved(storageKey, null);
    }
    return () => saver.stop();
  }, [formId, url, storageKey, conflict, keep]);

  useWatchForLeaving(autosave);

  return {
    state,
    onInput(event) {
      helpTyping(event.target);
      keep();
      autosave.current?.changed();
    },
    onSubmit(event) {
      const form = event.currentTarget;
      const submitter = (event.nativeEvent as SubmitEvent).submitter;
      if (state.kind === "conflict") return answerConflict(form, state.conflict, storageKey);
      if (!autosave.current?.isUnsaved()) return;
      event.preventDefault();
      void autosave.current.flush().then((isSaved) => isSaved && form.requestSubmit(submitter));
    },
  };
}

/** The whole page is sent, with the choices; what is kept of it is what was chosen, until it has arrived. */
function answerConflict(form: HTMLFormElement, conflict: ConflictView, storageKey: string): void {
  const choices = new FormData(form);
  const version = String(conflict.version);
  versionOf(form).value = version;
  const givenUp = conflict.fields
    .map((field) => field.name)
    .filter((name) => choices.get(CHOICE_PREFIX + name) === "saved");
  keepUnsaved(storageKey, { version, entries: formEntries(form), givenUp });
}

/** Saves when the page is hidden or the connection returns; warns when something unsaved would be left behind. */
function useWatchForLeaving(autosave: { current: Autosave | null }): void {
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (autosave.current?.isUnsaved()) event.preventDefault();
    };
    const onHidden = () => {
      if (document.visibilityState === "hidden") void autosave.current?.flush();
    };
    const onOnline = () => autosave.current?.retry();
    window.addEventListener("beforeunload", onBeforeUnload);
    document.addEventListener("visibilitychange", onHidden);
    window.addEventListener("online", onOnline);
    return () => {
      window.removeEventListener("beforeunload", onBeforeUnload);
      document.removeEventListener("visibilitychange", onHidden);
      window.removeEventListener("online", onOnline);
    };
  }, [autosave]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      Boolean(autosave.current?.isUnsaved()) && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void autosave.current?.flush().then((isSaved) => {
      if (isSaved || window.confirm(LEAVE_ANYWAY)) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker, autosave]);
}
