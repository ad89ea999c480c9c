import { expect, it } from "vitest";
import { createExchangeQueue, type QueueState, type WaitingExchange } from "./exchange-queue.ts";

const said = (key: string): WaitingExchange => ({ key, speaker: "person", text: `Words ${key}`, at: "" });

type Answer = Awaited<ReturnType<Parameters<typeof createExchangeQueue>[1]>>;

/** A queue in a tab, on a line that answers as `line` says. */
function inTab(kept: WaitingExchange[] = []) {
  const tab = {
    kept,
    line: { kind: "saved" } as Answer,
    sent: [] as string[],
    state: null as QueueState | null,
    reloads: 0,
  };
  const queue = createExchangeQueue(
    { read: () => tab.kept, write: (waiting) => void (tab.kept = [...waiting]) },
    async ({ key }) => {
      tab.sent.push(key);
      return tab.line;
    },
    (state) => void (tab.state = state),
    () => void (tab.reloads += 1),
  );
  return { tab, queue };
}

it("exchanges that are written without a line wait in the tab, and go out in their order", async () => {
  const { tab, queue } = inTab();
  tab.line = { kind: "offline" };
  queue.add(said("a"));
  await queue.flush();
  queue.add(said("b"));
  await queue.flush();
  expect(tab.kept.map(({ key }) => key)).toEqual(["a", "b"]);
  expect(tab.state?.status).toBe("offline");
  tab.line = { kind: "saved" };
  tab.sent = [];
  await queue.flush();
  expect(tab.sent).toEqual(["a", "b"]);
  expect(tab.kept).toEqual([]);
  expect(tab.reloads).toBe(1);
});

it("what waited before a reload is sent after it", async () => {
  const { tab, queue } = inTab([said("a")]);
  await queue.flush();
  expect(tab.sent).toEqual(["a"]);
  expect(tab.kept).toEqual([]);
});

it("a refused exchange stays with its reason, and lets the next one pass", async () => {
  const { tab, queue } = inTab();
  tab.line = { kind: "refused", message: "Enter a time such as 10:05." };
  queue.add(said("a"));
  await queue.flush();
  tab.line = { kind: "saved" };
  queue.add(said("b"));
  await queue.flush();
  expect(tab.kept).toEqual([{ ...said("a"), message: "Enter a time such as 10:05." }]);
  expect(tab.sent).toEqual(["a", "b"]);
  queue.remove("a");
  expect(tab.kept).toEqual([]);
});

it("an ended sign-in keeps everything", async () => {
  const { tab, queue } = inTab([said("a"), said("b")]);
  tab.line = { kind: "denied" };
  await queue.flush();
  expect(tab.sent).toEqual(["a"]);
  expect(tab.state).toEqual({ waiting: [said("a"), said("b")], status: "denied" });
});
