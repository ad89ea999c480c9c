import type { ConflictView } from "./conflict.ts";
import type { Progress } from "./progress.ts";

/** The timing of saving as one types (SPEC section 4: two seconds after the last change), apart from any page. */

const AUTOSAVE_DELAY_MS = 2_000;
const RETRY_MS = 5_000;

/** What a save comes to. `offline`, `failed` and `denied` are tried again, `refused` after the next change only. */
export type SendResult =
  | { kind: "saved"; version: number; seen: string; savedAt: string; progress: Progress }
  | { kind: "conflict"; conflict: ConflictView }
  | { kind: "refused"; message: string }
  | { kind: "offline" }
  | { kind: "failed" }
  | { kind: "denied" };

const TRIED_AGAIN = new Set<SendResult["kind"]>(["offline", "failed", "denied"]);

/** `restored`: unsaved text was brought back after a reload. */
export type AutosaveState =
  { kind: "clean" } | { kind: "unsaved" } | { kind: "restored" } | { kind: "saving" } | SendResult;

export type Autosave = {
  /** Something was typed, or brought back. */
  changed(how?: "unsaved" | "restored"): void;
  /** Saves now what is unsaved; true when nothing is unsaved afterwards. */
  flush(): Promise<boolean>;
  /** As `flush`, and also when nothing was typed: Save was pressed. */
  saveNow(): Promise<boolean>;
  /** Tries again at once after a failure: the connection is back. */
  retry(): void;
  isUnsaved(): boolean;
  stop(): void;
};

/**
 * `send` writes what the page holds at that moment. One save at a time; what is typed meanwhile is saved after it. After a
 * conflict it pauses for good: the reader chooses, and the page is sent as a whole.
 */
export function createAutosave(
  send: () => Promise<SendResult>,
  onState: (state: AutosaveState) => void,
  { isPaused = false } = {},
): Autosave {
  let changes = 0;
  let savedChanges = 0;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  };
  const isUnsaved = () => changes > savedChanges;

  async function run(): Promise<void> {
    const upTo = changes;
    onState({ kind: "saving" });
    const result = await send();
    isPaused ||= result.kind === "conflict";
    if (result.kind === "saved") savedChanges = upTo;
    onState(result);
    if (TRIED_AGAIN.has(result.kind)) wait(RETRY_MS);
    else if (changes > upTo && !isPaused) wait(AUTOSAVE_DELAY_MS);
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  async function saveWhen(isWanted: () => boolean): Promise<boolean> {
    if (running) await running;
    if (isWanted() && !isPaused) await save();
    return !isUnsaved();
  }

  return {
    changed(how = "unsaved") {
      changes += 1;
      if (isPaused || running) return;
      onState({ kind: how });
      wait(AUTOSAVE_DELAY_MS);
    },
    flush: () => saveWhen(isUnsaved),
    saveNow: () => saveWhen(() => true),
    retry() {
      if (isUnsaved() && !isPaused && !running) void save();
    },
    isUnsaved,
    stop: () => clearTimeout(timer),
  };
}
