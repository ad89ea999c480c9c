import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import {
  createAutosave,
  delayBeforeSave,
  isUnsaved,
  reduce,
  type AutosaveEvent,
  type AutosaveState,
  type SendResult,
} from "./autosave.ts";

const START: AutosaveState = {
  kind: "idle",
  result: null,
  isEdited: false,
  isRestored: false,
  version: 0,
  seen: "",
  saveIds: [],
};
const SAVED: SendResult = { kind: "saved", version: 1, seen: "a", savedAt: "14:03", progress: "in-progress" };
const CONFLICT: SendResult = { kind: "conflict", conflict: { version: 2, savedAt: "14:03", fields: [] } };
const REFUSED: SendResult = { kind: "refused", message: "too long" };
const edited: AutosaveEvent = { kind: "edited" };
const sent: AutosaveEvent = { kind: "sent", saveId: "page.1" };

describe("the states of saving as one types", () => {
  test.each<[string, AutosaveEvent[], { kind: string; delay: number | null; isUnsaved: boolean }]>([
    ["nothing typed", [], { kind: "idle", delay: null, isUnsaved: false }],
    ["typed", [edited], { kind: "dirty", delay: 2_000, isUnsaved: true }],
    ["on its way", [edited, sent], { kind: "saving", delay: null, isUnsaved: true }],
    ["typed on during a save", [edited, sent, edited], { kind: "saving", delay: null, isUnsaved: true }],
    ["saved", [edited, sent, SAVED], { kind: "saved", delay: null, isUnsaved: false }],
    ["saved, and typed on", [edited, sent, edited, SAVED], { kind: "dirty", delay: 2_000, isUnsaved: true }],
    ["offline", [edited, sent, { kind: "offline" }], { kind: "offline", delay: 5_000, isUnsaved: true }],
    ["failed", [edited, sent, { kind: "failed" }], { kind: "failed", delay: 5_000, isUnsaved: true }],
    ["denied", [edited, sent, { kind: "denied" }], { kind: "denied", delay: 5_000, isUnsaved: true }],
    ["refused", [edited, sent, REFUSED], { kind: "refused", delay: null, isUnsaved: true }],
    [
      "refused, and typed on meanwhile",
      [edited, sent, edited, REFUSED],
      { kind: "refused", delay: 2_000, isUnsaved: true },
    ],
    [
      "refused, and typed on since",
      [edited, sent, REFUSED, edited],
      { kind: "dirty", delay: 2_000, isUnsaved: true },
    ],
    ["a conflict", [edited, sent, CONFLICT], { kind: "conflict", delay: null, isUnsaved: true }],
    [
      "a conflict, and typed on",
      [edited, sent, CONFLICT, edited],
      { kind: "conflict", delay: null, isUnsaved: true },
    ],
  ])("%s", (_, events, expected) => {
    const state = events.reduce(reduce, START);
    expect({ kind: state.kind, delay: delayBeforeSave(state), isUnsaved: isUnsaved(state) }).toEqual(
      expected,
    );
  });

  it("bases the next save on the newest answer", () => {
    expect([edited, sent, SAVED].reduce(reduce, START)).toMatchObject({
      version: 1,
      seen: "a",
      saveIds: [],
    });
  });

  it("names the saves that stayed without an answer, so that the server knows them as the page's own", () => {
    const failed: SendResult = { kind: "offline" };
    const again: AutosaveEvent = { kind: "sent", saveId: "page.2" };
    expect([edited, sent, failed, again].reduce(reduce, START).saveIds).toEqual(["page.1", "page.2"]);
    const many = Array.from({ length: 50 }, (_, index): AutosaveEvent => ({
      kind: "sent",
      saveId: `page.${index}`,
    }));
    expect(many.reduce(reduce, START).saveIds).toHaveLength(20);
  });
});

describe("saving as one types", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** An autosave whose saves are answered by hand. */
  function setUp() {
    const answers: ((result: SendResult) => void)[] = [];
    const states: string[] = [];
    const send = vi.fn(() => new Promise<SendResult>((resolve) => answers.push(resolve)));
    const autosave = createAutosave(START, send, ({ kind }) => states.push(kind));
    const answer = async (result: SendResult) => {
      answers.shift()!(result);
      await vi.advanceTimersByTimeAsync(0);
    };
    const type = () => autosave.edited();
    return { autosave, send, states, answer, type };
  }

  it("saves exactly two seconds after the last change", async () => {
    const { type, send, states, answer } = setUp();
    type();
    vi.advanceTimersByTime(1_900);
    type();
    vi.advanceTimersByTime(1_999);
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledOnce();
    await answer(SAVED);
    expect(states).toEqual(["dirty", "dirty", "saving", "saved"]);
  });

  it("saves what is typed during a save after it, never two at a time", async () => {
    const { autosave, type, send, answer } = setUp();
    type();
    vi.advanceTimersByTime(2_000);
    type();
    vi.advanceTimersByTime(10_000);
    expect(send).toHaveBeenCalledOnce();
    await answer(SAVED);
    expect(isUnsaved(autosave.state())).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it.each<[string, SendResult]>([
    ["the connection is lost", { kind: "offline" }],
    ["the right to the form has ended, which may be proved anew in another tab", { kind: "denied" }],
    ["the server fails", { kind: "failed" }],
  ])("keeps trying while %s, and at once when asked to", async (_, result) => {
    const { autosave, type, send, answer, states } = setUp();
    type();
    vi.advanceTimersByTime(2_000);
    await answer(result);
    vi.advanceTimersByTime(5_000);
    expect(send).toHaveBeenCalledTimes(2);
    await answer(result);
    void autosave.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(send).toHaveBeenCalledTimes(3);
    await answer(SAVED);
    vi.advanceTimersByTime(60_000);
    expect(send).toHaveBeenCalledTimes(3);
    expect(states.at(-1)).toBe("saved");
  });

  it("waits for the reader's choice after a conflict", async () => {
    const { autosave, type, send, answer } = setUp();
    type();
    vi.advanceTimersByTime(2_000);
    await answer(CONFLICT);
    type();
    vi.advanceTimersByTime(60_000);
    await expect(autosave.flush({ always: true })).resolves.toBe(false);
    expect(send).toHaveBeenCalledOnce();
  });

  it("does not repeat what was refused until it changes", async () => {
    const { type, send, answer } = setUp();
    type();
    vi.advanceTimersByTime(2_000);
    await answer(REFUSED);
    vi.advanceTimersByTime(60_000);
    expect(send).toHaveBeenCalledOnce();
    type();
    vi.advanceTimersByTime(2_000);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("flushes before the page is left, waiting for a save that is under way", async () => {
    const { autosave, type, send, answer } = setUp();
    await expect(autosave.flush()).resolves.toBe(true);
    expect(send).not.toHaveBeenCalled();
    type();
    vi.advanceTimersByTime(2_000);
    type();
    const flushed = autosave.flush();
    await answer(SAVED);
    await answer(SAVED);
    await expect(flushed).resolves.toBe(true);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("saves at once, and what nobody typed in, when Save is pressed", async () => {
    const { autosave, send, answer } = setUp();
    const saved = autosave.flush({ always: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(send).toHaveBeenCalledOnce();
    await answer(SAVED);
    expect(await saved).toBe(true);
  });
});
