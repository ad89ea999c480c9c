import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAutosave, type AutosaveState, type SendResult } from "./autosave.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SAVED: SendResult = { kind: "saved", version: 1, seen: "", savedAt: "14:03", progress: "in-progress" };

/** An autosave whose saves are answered by hand. */
function setUp() {
  const answers: ((result: SendResult) => void)[] = [];
  const states: AutosaveState["kind"][] = [];
  const send = vi.fn(() => new Promise<SendResult>((resolve) => answers.push(resolve)));
  const autosave = createAutosave(send, (state) => states.push(state.kind));
  const answer = async (result: SendResult) => {
    answers.shift()!(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { autosave, send, states, answer };
}

it("saves exactly two seconds after the last change", async () => {
  const { autosave, send, states, answer } = setUp();
  autosave.changed();
  vi.advanceTimersByTime(1_900);
  autosave.changed();
  vi.advanceTimersByTime(1_999);
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(send).toHaveBeenCalledOnce();
  expect(autosave.isUnsaved()).toBe(true);
  await answer(SAVED);
  expect(autosave.isUnsaved()).toBe(false);
  expect(states).toEqual(["unsaved", "unsaved", "saving", "saved"]);
});

it("saves what is typed during a save after it, never two at a time", async () => {
  const { autosave, send, answer } = setUp();
  autosave.changed();
  vi.advanceTimersByTime(2_000);
  autosave.changed();
  vi.advanceTimersByTime(10_000);
  expect(send).toHaveBeenCalledOnce();
  await answer(SAVED);
  expect(autosave.isUnsaved()).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(send).toHaveBeenCalledTimes(2);
});

it("keeps trying when the right to the form has ended: it may be proved anew in another tab", async () => {
  const { autosave, send, answer, states } = setUp();
  autosave.changed();
  vi.advanceTimersByTime(2_000);
  await answer({ kind: "denied" });
  expect(autosave.isUnsaved()).toBe(true);
  vi.advanceTimersByTime(5_000);
  expect(send).toHaveBeenCalledTimes(2);
  await answer(SAVED);
  expect(states.at(-1)).toBe("saved");
});

it("keeps trying while the connection is lost, and at once when it comes back", async () => {
  const { autosave, send, answer } = setUp();
  autosave.changed();
  vi.advanceTimersByTime(2_000);
  await answer({ kind: "offline" });
  vi.advanceTimersByTime(5_000);
  expect(send).toHaveBeenCalledTimes(2);
  await answer({ kind: "offline" });
  autosave.retry();
  expect(send).toHaveBeenCalledTimes(3);
  await answer(SAVED);
  vi.advanceTimersByTime(60_000);
  expect(send).toHaveBeenCalledTimes(3);
});

it("waits for the reader's choice after a conflict", async () => {
  const { autosave, send, answer } = setUp();
  autosave.changed();
  vi.advanceTimersByTime(2_000);
  await answer({ kind: "conflict", conflict: { version: 2, savedAt: "14:03", fields: [] } });
  autosave.changed();
  vi.advanceTimersByTime(60_000);
  expect(send).toHaveBeenCalledOnce();
  await expect(autosave.flush()).resolves.toBe(false);
});

it("does not repeat what was refused until it changes", async () => {
  const { autosave, send, answer } = setUp();
  autosave.changed();
  vi.advanceTimersByTime(2_000);
  await answer({ kind: "refused", message: "too long" });
  vi.advanceTimersByTime(60_000);
  expect(send).toHaveBeenCalledOnce();
  autosave.changed();
  vi.advanceTimersByTime(2_000);
  expect(send).toHaveBeenCalledTimes(2);
});

it("flushes before the page is left, waiting for a save that is under way", async () => {
  const { autosave, send, answer } = setUp();
  await expect(autosave.flush()).resolves.toBe(true);
  expect(send).not.toHaveBeenCalled();
  autosave.changed();
  vi.advanceTimersByTime(2_000);
  autosave.changed();
  const flushed = autosave.flush();
  await answer(SAVED);
  await answer(SAVED);
  await expect(flushed).resolves.toBe(true);
  expect(send).toHaveBeenCalledTimes(2);
});

it("saves at once, and what nobody typed in, when Save is pressed", async () => {
  const { autosave, send, answer } = setUp();
  const saved = autosave.saveNow();
  expect(send).toHaveBeenCalledOnce();
  await answer(SAVED);
  expect(await saved).toBe(true);
});
