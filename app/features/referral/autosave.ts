import type { ConflictView } from "./conflict.server.ts";
import type { Progress } from "./journey.ts";
import { MOST_SAVE_IDS } from "./section-form.ts";

/** One save at a time, two seconds after the last change. `reduce` is the state machine. */

const DELAY_MS = 2_000;
const RETRY_MS = 5_000;

/** The server's answer to a save, or why there was none. After `refused`, only a change is sent again. */
export type SendResult =
  | { kind: "saved"; version: number; seen: string; savedAt: string; progress: Progress }
  | { kind: "conflict"; conflict: ConflictView }
  | { kind: "refused"; message: string }
  | { kind: "offline" | "failed" | "denied" };

export type AutosaveState = {
  kind: "idle" | "dirty" | "saving" | SendResult["kind"];
  /** The newest answer. */
  result: SendResult | null;
  /** Something was typed after the newest save was sent. */
  isEdited: boolean;
  /** Unsaved text was restored after a reload, and nothing was typed since. */
  isRestored: boolean;
  /** Base of the next save: the version, and the fingerprints of the answers that the page showed. */
  version: number;
  seen: string;
  /** Ids of the saves sent since the last one answered with `saved`, the newest last. */
  saveIds: readonly string[];
};

export type AutosaveEvent =
  { kind: "edited"; isRestored?: boolean } | { kind: "sent"; saveId: string | null } | SendResult;

/** The next state. A conflict is final: the reader chooses, and the whole page is submitted. */
export function reduce(state: AutosaveState, event: AutosaveEvent): AutosaveState {
  if (state.kind === "conflict") return state;
  switch (event.kind) {
    case "edited": {
      const kind = state.kind === "saving" ? "saving" : "dirty";
      return { ...state, kind, isEdited: true, isRestored: event.isRestored ?? false };
    }
    case "sent": {
      const saveIds = event.saveId === null ? [] : [...state.saveIds, event.saveId].slice(-MOST_SAVE_IDS);
      return { ...state, isEdited: false, kind: "saving", saveIds };
    }
    case "saved": {
      const kind = state.isEdited ? "dirty" : "saved";
      return { ...state, kind, result: event, version: event.version, seen: event.seen, saveIds: [] };
    }
    default:
      return { ...state, kind: event.kind, result: event };
  }
}

export function isUnsaved({ kind }: AutosaveState): boolean {
  return kind !== "idle" && kind !== "saved";
}

/** Milliseconds until the next save; null when there is nothing to send. */
export function delayBeforeSave({ kind, isEdited }: AutosaveState): number | null {
  if (kind === "offline" || kind === "failed" || kind === "denied") return RETRY_MS;
  return kind === "dirty" || (kind === "refused" && isEdited) ? DELAY_MS : null;
}

/** Runs `reduce`. `send` posts what the page holds at that moment; `makeSaveId` names a save, null for none. */
export function createAutosave(
  initial: AutosaveState,
  send: () => Promise<SendResult>,
  onState: (state: AutosaveState) => void,
  makeSaveId: () => string | null = () => null,
) {
  let state = initial;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function dispatch(event: AutosaveEvent): void {
    state = reduce(state, event);
    onState(state);
    clearTimeout(timer);
    const delay = delayBeforeSave(state);
    if (delay !== null) timer = setTimeout(() => void save(), delay);
  }

  async function run(): Promise<void> {
    dispatch({ kind: "sent", saveId: makeSaveId() });
    const result = await send();
    running = null;
    dispatch(result);
  }

  async function save(): Promise<void> {
    if (state.kind !== "conflict") await (running ??= run());
  }

  return {
    state: () => state,
    edited: (how: { isRestored?: boolean } = {}) => dispatch({ kind: "edited", ...how }),
    /** Saves now; with `always` even when nothing is unsaved. True when nothing is unsaved afterwards. */
    async flush({ always = false } = {}): Promise<boolean> {
      await running;
      if (always || isUnsaved(state)) await save();
      return !isUnsaved(state);
    },
    stop: () => clearTimeout(timer),
  };
}

export type Autosave = ReturnType<typeof createAutosave>;
