import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import {
  createAutosave,
  isUnsaved,
  reduce,
  type AutosaveEvent,
  type AutosaveState,
  type Effect,
  type SendResult,
} from "./autosave.ts";

const START: AutosaveState = {
  kind: "idle",
  conflict: null,
  isEdited: false,
  version: 0,
  seen: "",
  saveIds: [],
};
const SAVED: SendResult = { kind: "saved", version: 1, seen: "a", savedAt: "14:03", progress: "in-progress" };
const CONFLICT: SendResult = { kind: "conflict", conflict: { version: 2, savedAt: "14:03", fields: [] } };
const REFUSED: SendResult = { kind: "refused", message: "too long" };
const edited: AutosaveEvent = { kind: "edited" };
const save: AutosaveEvent = { kind: "save", saveId: "page.1" };
const pressed: AutosaveEvent = { kind: "save", saveId: "page.2", isPressed: true };

/** The state after these events, and what is to be done after the last. */
function after(events: readonly AutosaveEvent[]): [AutosaveState, Effect] {
  return events.reduce<[AutosaveState, Effect]>(([state], event) => reduce(state, event), [START, null]);
}

type Transition = [
  name: string,
  AutosaveEvent[],
  { kind: AutosaveState["kind"]; effect: Effect; isUnsaved: boolean },
];

describe("the states of saving as one types", () => {
  test.each<Transition>([
    ["nothing typed", [], { kind: "idle", effect: null, isUnsaved: false }],
    ["typed", [edited], { kind: "edited", effect: 2_000, isUnsaved: true }],
    ["brought back", [{ kind: "restored" }], { kind: "restored", effect: 2_000, isUnsaved: true }],
    [
      "brought back, and typed on",
      [{ kind: "restored" }, edited],
      { kind: "edited", effect: 2_000, isUnsaved: true },
    ],
    ["on its way", [edited, save], { kind: "saving", effect: "send", isUnsaved: true }],
    ["typed on during a save", [edited, save, edited], { kind: "saving", effect: null, isUnsaved: true }],
    [
      "asked for again during a save",
      [edited, save, pressed],
      { kind: "saving", effect: null, isUnsaved: true },
    ],
    ["saved", [edited, save, SAVED], { kind: "saved", effect: null, isUnsaved: false }],
    [
      "saved, and asked for again",
      [edited, save, SAVED, pressed],
      { kind: "saving", effect: "send", isUnsaved: true },
    ],
    [
      "saved, and typed on",
      [edited, save, edited, SAVED],
      { kind: "edited", effect: 2_000, isUnsaved: true },
    ],
    ["offline", [edited, save, { kind: "offline" }], { kind: "offline", effect: 5_000, isUnsaved: true }],
    ["failed", [edited, save, { kind: "failed" }], { kind: "failed", effect: 5_000, isUnsaved: true }],
    ["denied", [edited, save, { kind: "denied" }], { kind: "denied", effect: 5_000, isUnsaved: true }],
    ["refused", [edited, save, REFUSED], { kind: "refused", effect: null, isUnsaved: true }],
    [
      "refused, and typed on meanwhile",
      [edited, save, edited, REFUSED],
      { kind: "refused", effect: 2_000, isUnsaved: true },
    ],
    [
      "refused, and typed on since",
      [edited, save, REFUSED, edited],
      { kind: "edited", effect: 2_000, isUnsaved: true },
    ],
    ["a conflict", [edited, save, CONFLICT], { kind: "conflict", effect: null, isUnsaved: true }],
    [
      "a conflict, and typed on",
      [edited, save, CONFLICT, edited],
      { kind: "conflict", effect: null, isUnsaved: true },
    ],
    [
      "a conflict, and a save by itself",
      [edited, save, CONFLICT, save],
      { kind: "conflict", effect: null, isUnsaved: true },
    ],
    [
      "a conflict, and chosen between the texts",
      [edited, save, CONFLICT, pressed],
      { kind: "saving", effect: "send", isUnsaved: true },
    ],
  ])("%s", (_, events, expected) => {
    const [state, effect] = after(events);
    expect({ kind: state.kind, effect, isUnsaved: isUnsaved(state) }).toEqual(expected);
  });

  it("bases the next save on the newest answer", () => {
    expect(after([edited, save, SAVED])[0]).toMatchObject({ version: 1, seen: "a", saveIds: [] });
  });

  it("shows both texts, on the base from before, until a press has saved the choice", () => {
    const [waiting, effect] = after([edited, save, CONFLICT, pressed, { kind: "offline" }]);
    expect(waiting).toMatchObject({ kind: "offline", version: 0, conflict: { version: 2 } });
    expect(effect).toBeNull();
    for (const event of [edited, save]) expect(reduce(waiting, event)).toEqual([waiting, null]);
    expect(reduce(reduce(waiting, pressed)[0], SAVED)[0]).toMatchObject({ kind: "saved", conflict: null });
  });

  it("names the saves that stayed without an answer, so that the server knows them as the page's own", () => {
    const failed: SendResult = { kind: "offline" };
    expect(after([edited, save, failed, pressed])[0].saveIds).toEqual(["page.1", "page.2"]);
    const many = Array.from({ length: 50 }, (_, index): AutosaveEvent[] => [
      { kind: "save", saveId: `page.${index}` },
      failed,
    ]);
    expect(after(many.flat())[0].saveIds).toHaveLength(20);
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
    const autosave = createAutosave(
      START,
      send,
      ({ kind }) => states.push(kind),
      () => "page.1",
    );
    const answer = async (result: SendResult) => {
      answers.shift()!(result);
      await vi.advanceTimersByTimeAsync(0);
    };
    const type = () => autosave.dispatch(edited);
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
    expect(states).toEqual(["edited", "edited", "saving", "saved"]);
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
    await expect(autosave.flush()).resolves.toBe(false);
    expect(send).toHaveBeenCalledOnce();
    const saved = autosave.flush(true);
    await vi.advanceTimersByTimeAsync(0);
    await answer(SAVED);
    await expect(saved).resolves.toBe(true);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("does not overwrite the other's text when a conflict comes while a pressed button waits for a save", async () => {
    const { autosave, type, send, answer } = setUp();
    type();
    vi.advanceTimersByTime(2_000);
    const saved = autosave.flush(true);
    await answer(CONFLICT);
    await expect(saved).resolves.toBe(false);
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
    const saved = autosave.flush(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(send).toHaveBeenCalledOnce();
    await answer(SAVED);
    expect(await saved).toBe(true);
  });
});
