import { describe, expect, test } from "vitest";
import { arrangeQueue, queueGroup, type QueueKind } from "./queue.ts";

const NOW = new Date("2027-03-10T09:00:00.000Z");

describe("where a thing to do stands", () => {
  const CASES: [QueueKind, string | null, ReturnType<typeof queueGroup>][] = [
    ["to-agree", "2027-03-10T08:59:59.999Z", "overdue"],
    ["to-agree", "2027-03-10T09:00:00.000Z", "today"],
    // The last moment of the day, in London, where it is summer from 28 March on.
    ["to-agree", "2027-03-10T23:59:59.999Z", "today"],
    ["to-agree", "2027-03-11T00:00:00.000Z", "next"],
    ["referral-forms", null, "next"],
    ["to-invoice", null, "next"],
    ["contact", "2027-03-11T08:00:00.000Z", "today"],
    ["contact", "2027-03-09T08:00:00.000Z", "overdue"],
    ["request", "2027-03-11T08:00:00.000Z", "today"],
    ["note", null, "today"],
    ["unsafe", "2027-03-09T08:00:00.000Z", "overdue"],
    ["review", "2027-03-20T00:00:00.000Z", "today"],
    ["late", "2027-03-01T00:00:00.000Z", "overdue"],
    ["overdue", "2027-03-01T00:00:00.000Z", "overdue"],
    ["refund", "2027-03-24T00:00:00.000Z", "next"],
    ["outcome-missing", "2027-03-09T16:00:00.000Z", "overdue"],
  ];
  test.each(CASES)("%s, due %s: %s", (kind, due, group) => {
    expect(queueGroup({ kind, due }, NOW)).toBe(group);
  });

  test("a day is that of London, also in summer", () => {
    const summer = new Date("2027-06-10T09:00:00.000Z");
    expect(queueGroup({ kind: "to-agree", due: "2027-06-10T22:59:00.000Z" }, summer)).toBe("today");
    expect(queueGroup({ kind: "to-agree", due: "2027-06-10T23:00:00.000Z" }, summer)).toBe("next");
  });
});

describe("the order of the queue", () => {
  const item = (id: string, kind: QueueKind, due: string | null, since?: string) => ({
    id,
    kind,
    due,
    since,
  });
  const ids = (items: Parameters<typeof arrangeQueue<ReturnType<typeof item>>>[0]) => {
    const { overdue, today, next } = arrangeQueue(items, NOW);
    return [overdue, today, next].map((group) => group.map(({ id }) => id));
  };

  test("safety first, then what is due first, then what waits longest", () => {
    expect(
      ids([
        item("agree", "to-agree", "2027-03-01T09:00:00.000Z"),
        item("unsafe", "unsafe", "2027-03-09T09:00:00.000Z"),
        item("call", "contact", "2027-03-02T09:00:00.000Z"),
        item("later", "failed", null, "2027-03-09T09:00:00.000Z"),
        item("earlier", "note", null, "2027-03-08T09:00:00.000Z"),
        item("today", "request", "2027-03-10T10:00:00.000Z"),
        item("concern", "concern", null, "2027-03-10T08:00:00.000Z"),
      ]),
    ).toEqual([["unsafe", "agree", "call"], ["concern", "today", "earlier", "later"], []]);
  });

  test("a long group is cut, but has the first of each kind; what comes next has one row a kind", () => {
    const many = Array.from({ length: 20 }, (_, n) =>
      item(`c${n}`, "contact", `2027-03-01T09:${10 + n}:00.000Z`),
    );
    const [overdue, , next] = ids([
      ...many,
      item("last", "outcome-missing", "2027-03-09T09:00:00.000Z"),
      item("f1", "referral-forms", null),
      item("f2", "referral-forms", null),
      item("i1", "to-invoice", null),
      item("d1", "to-complete", null),
      item("d2", "to-complete", null),
    ]);
    expect(overdue).toEqual(["c0", "c1", "c2", "c3", "c4", "c5", "last"]);
    expect(next).toEqual(["f1", "i1", "d1", "d2"]);
  });

  test.each(["concern", "part"] as const)("all of a kind that no other page lists have a row: %s", (kind) => {
    const many = Array.from({ length: 20 }, (_, n) => item(`one ${n}`, kind, null));
    expect(ids(many).flat()).toHaveLength(20);
  });
});
