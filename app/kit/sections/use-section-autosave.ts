import { useEffect, useRef, useState, type FormEvent } from "react";
import { useBlocker } from "react-router";
import { NONE } from "./fields.ts";
import { queryOf, typedIn, type Typed } from "#app/forms/typed.ts";
import { here, keepTyped, restoreTyped } from "#app/forms/unsent.ts";
import { emptyControls } from "#app/forms/use-live-form.ts";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { createAutosave, isUnsaved, type Autosave, type AutosaveState, type SendResult } from "./autosave.ts";
import { CONFLICT_ID, SAVE_ID, SEEN, VERSION } from "./posted-section.ts";

const LEAVE_ANYWAY = "What you typed is not saved yet. Leave this page anyway?";
const TOO_LONG = "This is more than we can save. Please shorten it a little.";
const TIMEOUT_MS = 15_000;

/** The sign-in expired or the link was replaced while the form was on screen. */
const DENIED = [401, 403, 404];

/** Posts a section to its autosave address. Never throws. */
async function sendSection(url: string, body: FormData): Promise<SendResult> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", body, signal });
    if (DENIED.includes(response.status)) return { kind: "denied" };
    const isOurs = response.headers.get("Content-Type")?.includes("application/json");
    if (isOurs) return (await response.json()) as SendResult;
    return response.status === 413 ? { kind: "refused", message: TOO_LONG } : { kind: "failed" };
  } catch {
    return { kind: "offline" };
  }
}

type Page = Pick<AutosaveState, "version" | "seen" | "conflict">;

function startingState({ version, seen, conflict }: Page, kept: Typed = {}): AutosaveState {
  return {
    kind: conflict ? "conflict" : "idle",
    conflict,
    isEdited: false,
    // Version 0 until the reader has chosen: nothing may be based on the saved text before.
    version: conflict ? 0 : Number(kept[VERSION] ?? version),
    seen: String(kept[SEEN] ?? seen),
    saveIds: [kept[SAVE_ID] ?? []].flat(),
  };
}

function isFilledIn(form: HTMLFormElement): boolean {
  const untouched = form.cloneNode(true) as HTMLFormElement;
  untouched.reset();
  return queryOf(untouched).toString() !== queryOf(form).toString();
}

let saveCount = 0;

function startAutosave(
  form: HTMLFormElement,
  url: string,
  page: Page,
  onState: (state: AutosaveState) => void,
  signal: AbortSignal,
): Autosave {
  const kept = restoreTyped(form);
  const hasText = isFilledIn(form);
  const pageKey = new FormData(form).get(FORM_KEY);
  const saver = createAutosave(
    startingState(page, (hasText && kept) || {}),
    ({ conflict }) => {
      const body = new FormData(form);
      if (conflict) body.set(VERSION, String(conflict.version));
      return sendSection(url, body);
    },
    (state) => {
      onState(state);
      keepTyped(form, isUnsaved(state) ? typedIn(new FormData(form)) : null);
    },
    () => `${String(pageKey)}.${(saveCount += 1)}`,
  );

  const setBase = ({ formData }: FormDataEvent) => {
    const { version, seen, saveIds } = saver.state();
    formData.set(VERSION, String(version));
    formData.set(SEEN, seen);
    for (const saveId of saveIds) formData.append(SAVE_ID, saveId);
  };
  form.addEventListener("formdata", setBase, { signal });
  const warn = (event: BeforeUnloadEvent) => isUnsaved(saver.state()) && event.preventDefault();
  window.addEventListener("beforeunload", warn, { signal });
  window.addEventListener("online", () => void saver.flush(), { signal });
  document.addEventListener("visibilitychange", () => document.hidden && void saver.flush(), { signal });

  if (hasText) saver.dispatch({ kind: kept ? "restored" : "edited" });
  else keepTyped(form, null);
  return saver;
}

/** Saves a section as one types, keeps unsaved text for a reload, and saves or warns before the page is left. */
export function useSectionAutosave(formId: string, url: string, { version, seen, conflict }: Page) {
  const [state, setState] = useState(() => startingState({ version, seen, conflict }));
  const autosave = useRef<Autosave | null>(null);
  /** A button waits for this save; a conflict is then scrolled into view. */
  const isAwaited = useRef(false);
  const isHydrated = useHydrated();

  useEffect(() => {
    if (!isHydrated) return;
    const form = document.getElementById(formId) as HTMLFormElement;
    const listening = new AbortController();
    const saver = startAutosave(form, url, { version, seen, conflict }, setState, listening.signal);
    autosave.current = saver;
    return () => void saver.stop().then(() => listening.abort());
  }, [formId, url, version, seen, conflict, isHydrated]);

  useEffect(() => {
    if (state.conflict && isAwaited.current) document.getElementById(CONFLICT_ID)?.focus();
  }, [state.conflict]);

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
  }, [blocker]);

  return {
    state,
    onInput({ target }: FormEvent<HTMLFormElement>) {
      isAwaited.current = false;
      helpTyping(target);
      autosave.current?.dispatch({ kind: "edited" });
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const saver = autosave.current;
      const form = event.currentTarget;
      const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
      if (!saver) return;
      const before = saver.state();
      const isLeaving = submitter?.value !== "save";
      if (isLeaving && !isUnsaved(before)) return;
      event.preventDefault();
      isAwaited.current = true;
      void saver.flush(true).then((isSaved) => {
        if (isSaved && isLeaving) form.requestSubmit(submitter);
        // To show the saved texts that were chosen.
        else if (isSaved && before.conflict) window.location.replace(here());
      });
    },
  };
}

function keepNoneAlone(box: HTMLInputElement): void {
  for (const other of box.form!.querySelectorAll<HTMLInputElement>(`input[name="${box.name}"]`)) {
    if (other !== box && (box.value === NONE || other.value === NONE)) other.checked = false;
  }
}

function upperCase(input: HTMLInputElement): void {
  const { selectionStart, selectionEnd } = input;
  const upper = input.value.toUpperCase();
  if (upper === input.value) return;
  input.value = upper;
  input.setSelectionRange(selectionStart, selectionEnd);
}

/** Upper-cases a postcode, lets None exclude the others, and clears what another answer rules out, as
 * the server does. */
function helpTyping(target: EventTarget): void {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.dataset.case === "upper") upperCase(target);
  if (target.type === "checkbox" && target.checked) keepNoneAlone(target);
  if (target.dataset.clears === undefined) return;
  const revealed = target.closest(".reveal")?.querySelector(".revealed");
  emptyControls(revealed?.querySelectorAll("input, textarea, select"));
}
