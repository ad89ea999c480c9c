import type { ConflictView } from "./conflict.server.ts";
import type { Progress } from "./journey.ts";
import { MOST_SAVE_IDS } from "./section-form.ts";

/**
 * Saving as one types, apart from any page: two seconds after the last change (SPEC section 4), one save at a time. `reduce`
 * is the whole state machine; `createAutosave` runs it.
 */

const DELAY_MS = 2_000;
const RETRY_MS = 5_000;

/** What the server answered a save, or why it did not. After `refused` only a change is sent again. */
export type SendResult =
  | { kind: "saved"; version: number; seen: string; savedAt: string; progress: Progress }
  | { kind: "conflict"; conflict: ConflictView }
  | { kind: "refused"; message: string }
  | { kind: "offline" | "failed" | "denied" };

export type AutosaveState = {
  status:
    | { kind: "idle" | "saving" }
    /** `isRestored`: unsaved text was brought back after a reload. */
    | { kind: "dirty"; isRestored: boolean }
    | Extract<SendResult, { kind: "saved" | "conflict" }>
    | { kind: "failed"; why: Extract<SendResult, { kind: "refused" | "offline" | "failed" | "denied" }> };
  /** Something was typed after the newest save was sent. */
  isEdited: boolean;
  /** What the next save is based on: a version, and the marks of what the page showed. */
  version: number;
  seen: string;
  /** Names of the saves sent since the last one that was answered with `saved`, the newest last. */
  saveIds: readonly string[];
};

export type AutosaveEvent =
  | { kind: "edited"; isRestored?: boolean }
  | { kind: "sent"; saveId: string | null }
  | { kind: "answered"; result: SendResult };

/** The next state. A conflict ends it: the reader chooses, and the page is sent as a whole. */
export function reduce(state: AutosaveState, event: AutosaveEvent): AutosaveState {
  const { status } = state;
  if (status.kind === "conflict") return state;
  switch (event.kind) {
    case "edited": {
      const isRestored = event.isRestored ?? false;
      return {
        ...state,
        isEdited: true,
        status: status.kind === "saving" ? status : { kind: "dirty", isRestored },
      };
    }
    case "sent": {
      const ids = event.saveId === null ? [] : [event.saveId];
      const saveIds = [...state.saveIds, ...ids].slice(-MOST_SAVE_IDS);
      return { ...state, status: { kind: "saving" }, isEdited: false, saveIds };
    }
    case "answered":
      return answered(state, event.result);
  }
}

function answered(state: AutosaveState, result: SendResult): AutosaveState {
  switch (result.kind) {
    case "conflict":
      return { ...state, status: result };
    case "saved": {
      const { version, seen } = result;
      const status = state.isEdited ? ({ kind: "dirty", isRestored: false } as const) : result;
      return { ...state, status, version, seen, saveIds: [] };
    }
    default:
      return { ...state, status: { kind: "failed", why: result } };
  }
}

/** True when the page holds something that the server has not acknowledged. */
export function isUnsaved({ status }: AutosaveState): boolean {
  return status.kind !== "idle" && status.kind !== "saved";
}

/** Milliseconds until the next save, or null when nothing is to be sent. */
export function delayBeforeSave({ status, isEdited }: AutosaveState): number | null {
  if (status.kind === "dirty") return DELAY_MS;
  if (status.kind !== "failed") return null;
  if (status.why.kind !== "refused") return RETRY_MS;
  return isEdited ? DELAY_MS : null;
}

export type Autosave = {
  state(): AutosaveState;
  dispatch(event: AutosaveEvent): void;
  /** Saves now, with `always` also when nothing is unsaved; true when nothing is unsaved afterwards. */
  flush(options?: { always?: boolean }): Promise<boolean>;
  stop(): void;
};

/** Runs `reduce`. `send` posts what the page holds at that moment; `makeSaveId` names a save, null for none. */
export function createAutosave(
  initial: AutosaveState,
  send: () => Promise<SendResult>,
  onState: (state: AutosaveState) => void,
  makeSaveId: () => string | null = () => null,
): Autosave {
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
    dispatch({ kind: "answered", result });
  }

  function save(): Promise<void> {
    if (state.status.kind === "conflict") return Promise.resolve();
    return (running ??= run());
  }

  return {
    state: () => state,
    dispatch,
    async flush({ always = false } = {}) {
      await running;
      if (always || isUnsaved(state)) await save();
      return !isUnsaved(state);
    },
    stop: () => clearTimeout(timer),
  };
}
