import type { Progress } from "./fields.ts";
import { MAX_SAVE_IDS } from "./posted-section.ts";

const DELAY_MS = 2_000;
const RETRY_MS = 5_000;

/** The conflict of a save that is based on an old version: both texts of each field that differs. */
export type ConflictView = {
  version: number;
  savedAt: string;
  fields: { name: string; label: string; saved: string; mine: string; isSavedLikelier: boolean }[];
};

/** The server's answer to a save, or why there was none. After `refused`, only a change is sent again. */
export type SendResult =
  | { kind: "saved"; version: number; seen: string; savedAt: string; progress?: Progress }
  | { kind: "conflict"; conflict: ConflictView }
  | { kind: "refused"; message: string }
  | { kind: "offline" | "failed" | "denied" };

export type AutosaveState = {
  kind: "idle" | "edited" | "restored" | "saving" | SendResult["kind"];
  /** The texts to choose between, until a save is accepted. Until then only a click on Save saves. */
  conflict: ConflictView | null;
  /** Typed in since the save that is on its way was sent. */
  isEdited: boolean;
  /** Base of the next save: the version, and the fingerprints of the answers that the page showed. */
  version: number;
  seen: string;
  /** Ids of the saves sent since the last one answered with `saved`, the newest last. */
  saveIds: readonly string[];
  savedAt?: string;
  progress?: Progress;
  message?: string;
};

/** `save` is due after its delay, or requested; `isPressed`: by a button. */
export type AutosaveEvent =
  | { kind: "edited" | "restored" }
  | { kind: "save"; saveId: string; isPressed?: boolean }
  | SendResult;

/** To be done now: send the form, save after so many milliseconds, or nothing. */
export type Effect = "send" | number | null;

export function reduce(state: AutosaveState, event: AutosaveEvent): [AutosaveState, Effect] {
  switch (event.kind) {
    case "edited":
    case "restored":
      if (state.kind === "saving") return [{ ...state, isEdited: true }, null];
      if (state.conflict) return [state, null];
      return [{ ...state, kind: event.kind }, DELAY_MS];
    case "save": {
      if (state.kind === "saving" || (state.conflict && !event.isPressed)) return [state, null];
      const saveIds = [...state.saveIds, event.saveId].slice(-MAX_SAVE_IDS);
      return [{ ...state, kind: "saving", isEdited: false, saveIds }, "send"];
    }
    case "saved": {
      const next = { ...state, ...event, conflict: null, saveIds: [] };
      return state.isEdited ? [{ ...next, kind: "edited" }, DELAY_MS] : [next, null];
    }
    case "conflict":
      return [{ ...state, ...event }, null];
    case "refused":
      return [{ ...state, ...event }, state.isEdited ? DELAY_MS : null];
    default:
      return [{ ...state, ...event }, state.conflict ? null : RETRY_MS];
  }
}

export function isUnsaved({ kind }: AutosaveState): boolean {
  return kind !== "idle" && kind !== "saved";
}

/** Runs `reduce`: `send` posts what the page holds at that moment, `makeSaveId` names a save. */
export function createAutosave(
  initial: AutosaveState,
  send: (state: AutosaveState) => Promise<SendResult>,
  onState: (state: AutosaveState) => void,
  makeSaveId: () => string,
) {
  let state = initial;
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function dispatch(event: AutosaveEvent): void {
    const [next, effect] = reduce(state, event);
    state = next;
    onState(state);
    clearTimeout(timer);
    if (effect === "send") running = send(state).then(dispatch);
    else if (effect !== null) timer = setTimeout(save, effect);
  }

  function save(isPressed = false): void {
    dispatch({ kind: "save", saveId: makeSaveId(), isPressed });
  }

  /** Saves now what is unsaved. A press saves in any case, unless a conflict has come since. True when nothing
   * is unsaved afterwards. */
  async function flush(isPressed = false): Promise<boolean> {
    const { conflict } = state;
    await running;
    const isNewConflict = state.conflict !== null && state.conflict !== conflict;
    if (!isNewConflict && (isPressed || isUnsaved(state))) save(isPressed);
    await running;
    return !isUnsaved(state);
  }

  return {
    state: () => state,
    dispatch,
    flush,
    /** Ends it after a last save, of what was typed while the next page was loading. */
    async stop() {
      await flush();
      clearTimeout(timer);
    },
  };
}

export type Autosave = ReturnType<typeof createAutosave>;
