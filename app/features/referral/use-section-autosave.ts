import { useCallback, useEffect, useRef, useState, type FormEvent } from "react";
import { useBlocker } from "react-router";
import { createAutosave, type Autosave, type AutosaveState, type SendResult } from "./autosave.ts";
import { helpTyping } from "./form-behaviour.ts";
import type { ConflictView } from "./conflict.ts";
import { isOwnSave } from "./own-save.ts";
import { CHOICE_PREFIX, CONFLICT_ID } from "./section-form.ts";
import type { SectionKey } from "./sections.ts";
import { sendSection } from "./send-section.ts";
import { findUnsaved, formEntries, isEdited, keepUnsaved, restoreText } from "./unsaved-text.ts";

const LEAVE_ANYWAY = "What you typed is not saved yet. Leave this page all the same?";

type Options = {
  formId: string;
  section: SectionKey;
  /** Where one section is saved as it is typed. */
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

export type SectionAutosave = {
  state: AutosaveState;
  /** There is a saved section to update. */
  isUpdate: boolean;
  /** The conflict that waits for a choice. */
  conflict: ConflictView | null;
  /** For the form: `onInput` and `onSubmit`. */
  onInput(event: FormEvent<HTMLFormElement>): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
};

/**
 * Saves a section's form two seconds after the last change (SPEC section 4), keeps unsaved text for a reload, and sees to
 * it that nothing unsaved is left behind when the page is left. Without JavaScript the form's own buttons save.
 */
export function useSectionAutosave(options: Options): SectionAutosave {
  const { formId, section, url, storageKey, version, seen, conflict } = options;
  const [state, setState] = useState<AutosaveState>(
    conflict ? { kind: "conflict", conflict } : { kind: "clean" },
  );
  const [isUpdate, setIsUpdate] = useState(version > 0);
  const autosave = useRef<Autosave | null>(null);
  /** What the next save is based on; every way of sending the form carries it, see `onFormData`. */
  const base = useRef({ version, seen });
  /** A button waits for the save; a conflict is then brought into view. */
  const isSending = useRef(false);

  const keep = useCallback(
    (form: HTMLFormElement) => keepUnsaved(storageKey, { ...base.current, entries: formEntries(form) }),
    [storageKey],
  );

  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement;
    const onFormData = ({ formData }: FormDataEvent) => {
      formData.set("version", String(base.current.version));
      formData.set("seen", base.current.seen);
    };
    form.addEventListener("formdata", onFormData);
    /** Sent and not answered: saved all the same, perhaps. */
    const unanswered = new Map<string, FormData>();
    const send = async (): Promise<SendResult> => {
      const answers = new FormData(form);
      const result = await sendSection(url, answers);
      if (result.kind === "offline" || result.kind === "failed") {
        unanswered.set(JSON.stringify([...answers]), answers);
        return result;
      }
      const sent = [...unanswered.values()];
      unanswered.clear();
      if (result.kind === "saved") base.current = { version: result.version, seen: result.seen };
      if (result.kind !== "conflict") return result;
      if (!sent.some((one) => isOwnSave(section, result.conflict, one))) return result;
      base.current.version = result.conflict.version;
      return send();
    };
    const saver = createAutosave(
      send,
      (next) => {
        setState(next);
        if (next.kind === "saved") {
          setIsUpdate(true);
          if (saver.isUnsaved()) keep(form);
          else keepUnsaved(storageKey, null);
        }
      },
      { isPaused: conflict !== null },
    );
    autosave.current = saver;

    const kept = conflict ? null : findUnsaved(storageKey);
    const isAnswered = kept?.givenUp && kept.version !== version;
    if (kept && !isAnswered) restoreText(form, kept);
    if (isEdited(form)) {
      if (kept) base.current = { version: kept.version, seen: kept.seen };
      keep(form);
      saver.changed(kept ? "restored" : "unsaved");
    } else if (kept) {
      keepUnsaved(storageKey, null);
    }
    return () => {
      // What was typed while the next page was on its way here.
      void saver.flush().finally(() => {
        saver.stop();
        form.removeEventListener("formdata", onFormData);
      });
    };
  }, [formId, section, url, storageKey, version, conflict, keep]);

  useWatchForLeaving(autosave);
  useEffect(() => {
    if (state.kind === "conflict" && isSending.current) document.getElementById(CONFLICT_ID)?.focus();
  }, [state.kind]);

  const openConflict = state.kind === "conflict" ? state.conflict : conflict;
  return {
    state,
    isUpdate,
    conflict: openConflict,
    onInput(event) {
      isSending.current = false;
      helpTyping(event.target);
      keep(event.currentTarget);
      autosave.current?.changed();
    },
    onSubmit(event) {
      const form = event.currentTarget;
      const submitter = (event.nativeEvent as SubmitEvent).submitter;
      if (openConflict) {
        base.current.version = openConflict.version;
        keepUnsaved(storageKey, { ...base.current, ...chosenText(form, openConflict) });
        autosave.current = null; // The form leaves as a document: that is saving, not leaving something behind.
        return;
      }
      const isLeaving = !(submitter instanceof HTMLButtonElement && submitter.value === "save");
      const isAllSaved = base.current.version > 0 && !autosave.current?.isUnsaved();
      if (!autosave.current || (isLeaving && isAllSaved)) return;
      event.preventDefault();
      isSending.current = true;
      void autosave.current.saveNow().then((isSaved) => {
        if (!isSaved) return;
        isSending.current = false;
        if (isLeaving) form.requestSubmit(submitter);
      });
    },
  };
}

/** What a form says in answer to a conflict: kept until it has arrived, but for what was given up. */
function chosenText(form: HTMLFormElement, { fields }: ConflictView) {
  const choices = new FormData(form);
  const givenUp = fields
    .map((field) => field.name)
    .filter((name) => choices.get(CHOICE_PREFIX + name) === "saved");
  return { entries: formEntries(form), givenUp };
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
