import { describe, expect, test } from "vitest";
import { addDays } from "#app/platform/dates.ts";
import type { Issued, Moved } from "./account.ts";
import { owedOf, type Cancelled } from "./owed.ts";

/** Acts by day of March 2027, in pounds; `cancel` has the pounds that stay charged. */
type Act = ["bill" | "credit" | "pay" | "refund" | "cancel", day: number, pounds: number];

const dayOf = (day: number) => addDays("2027-02-28", day);

function owedAfter(acts: readonly Act[]) {
  const documents: Issued[] = [];
  const moved: Moved[] = [];
  let cancelled: Cancelled | null = null;
  for (const [act, day, pounds] of acts) {
    const [on, pence] = [dayOf(day), pounds * 100];
    if (act === "cancel") cancelled = { on, agreedPence: pence, invoicedPence: pence };
    else if (act === "pay" || act === "refund") moved.push({ on, pence: act === "pay" ? pence : -pence });
    else
      documents.push({
        ...{ id: String(documents.length), kind: act === "bill" ? "full" : "credit", totalPence: pence },
        ...{ series: act === "bill" ? "INV" : "CN", creditsId: act === "bill" ? null : "0" },
        ...{ issuedOn: on, dueOn: addDays(on, 30) },
      });
  }
  return owedOf(documents, moved, cancelled);
}

/** Counted day by day: what the customer owed at the end of each day, from first to last; negative is theirs. */
function byHand(acts: readonly Act[]) {
  const cancel = acts.find(([act]) => act === "cancel");
  let [before, since] = [0, 0];
  for (let day = 1; day <= 60; day += 1) {
    const sum = (...names: Act[0][]) =>
      acts
        .filter(([act, on]) => on <= day && names.includes(act))
        .reduce((pounds, act) => pounds + act[2], 0);
    const worth = cancel && day >= cancel[1] ? cancel[2] : sum("bill") - sum("credit");
    const owes = worth - sum("pay") + sum("refund");
    if (owes < 0 && before >= 0) since = day;
    before = owes;
  }
  const billed = acts.reduce(
    (pounds, [act, , amount]) => pounds + (act === "bill" ? amount : act === "credit" ? -amount : 0),
    0,
  );
  const paid = acts.reduce(
    (pounds, [act, , amount]) => pounds + (act === "pay" ? amount : act === "refund" ? -amount : 0),
    0,
  );
  return {
    toPayPence: 100 * Math.max(0, Math.min(before, billed - paid)),
    payBackPence: 100 * Math.max(0, -before),
    payBackBy: before < 0 ? addDays(dayOf(since), 14) : null,
  };
}

describe("the day each sum is due and must be paid back", () => {
  test.each<[string, string, Act[]]>([
    ["nothing yet", "-", []],
    ["billed", "pay 595", [["bill", 1, 595]]],
    [
      "paid in part",
      "pay 495",
      [
        ["bill", 1, 595],
        ["pay", 3, 100],
      ],
    ],
    [
      "paid",
      "-",
      [
        ["bill", 1, 595],
        ["pay", 3, 595],
      ],
    ],
    [
      "paid before the invoice",
      "-",
      [
        ["pay", 1, 595],
        ["bill", 3, 595],
      ],
    ],
    [
      "paid twice",
      "back 595 by 19",
      [
        ["bill", 1, 595],
        ["pay", 3, 595],
        ["pay", 5, 595],
      ],
    ],
    [
      "paid too much",
      "back 105 by 17",
      [
        ["bill", 1, 595],
        ["pay", 3, 700],
      ],
    ],
    [
      "paid too much, paid back",
      "-",
      [
        ["bill", 1, 595],
        ["pay", 3, 700],
        ["refund", 9, 105],
      ],
    ],
    [
      "credited in part after it was paid",
      "back 70 by 23",
      [
        ["bill", 1, 595],
        ["pay", 3, 595],
        ["credit", 9, 70],
      ],
    ],
    ["cancelled, never billed", "-", [["cancel", 5, 0]]],
    [
      "cancelled, billed, not paid",
      "-",
      [
        ["bill", 1, 595],
        ["cancel", 5, 0],
      ],
    ],
    [
      "cancelled, billed, credited later",
      "-",
      [
        ["bill", 1, 595],
        ["cancel", 5, 0],
        ["credit", 14, 595],
      ],
    ],
    [
      "paid, cancelled, no credit note",
      "back 595 by 19",
      [
        ["bill", 1, 595],
        ["pay", 3, 595],
        ["cancel", 5, 0],
      ],
    ],
    [
      "paid, cancelled, credited nine days later: the day stays",
      "back 595 by 19",
      [
        ["bill", 1, 595],
        ["pay", 3, 595],
        ["cancel", 5, 0],
        ["credit", 14, 595],
      ],
    ],
    [
      "paid after it was cancelled",
      "back 595 by 26",
      [
        ["bill", 1, 595],
        ["cancel", 5, 0],
        ["pay", 12, 595],
      ],
    ],
    [
      "paid, cancelled, paid back before the credit note",
      "-",
      [
        ["bill", 1, 595],
        ["pay", 3, 595],
        ["cancel", 5, 0],
        ["refund", 8, 595],
      ],
    ],
    [
      "paid, cancelled, paid back in part",
      "back 295 by 19",
      [
        ["bill", 1, 595],
        ["pay", 3, 595],
        ["cancel", 5, 0],
        ["refund", 8, 300],
      ],
    ],
    [
      "paid, cancelled, a charge of 150 stays",
      "back 445 by 19",
      [
        ["bill", 1, 595],
        ["pay", 3, 595],
        ["cancel", 5, 150],
      ],
    ],
    [
      "not paid, cancelled, a charge of 150 stays",
      "pay 150",
      [
        ["bill", 1, 595],
        ["cancel", 5, 150],
      ],
    ],
    [
      "cancelled, the charge is billed and the price credited",
      "pay 150",
      [
        ["bill", 1, 595],
        ["cancel", 5, 150],
        ["bill", 6, 150],
        ["credit", 7, 595],
      ],
    ],
    [
      "a deposit that was paid, cancelled",
      "back 298 by 19",
      [
        ["bill", 1, 298],
        ["pay", 3, 298],
        ["cancel", 5, 0],
      ],
    ],
    [
      "paid twice, cancelled: the older credit decides",
      "back 1190 by 18",
      [
        ["bill", 1, 595],
        ["pay", 3, 595],
        ["pay", 4, 595],
        ["cancel", 10, 0],
      ],
    ],
    [
      "cancelled on the day of its invoice",
      "back 595 by 15",
      [
        ["bill", 1, 595],
        ["pay", 1, 595],
        ["cancel", 1, 0],
      ],
    ],
  ])("%s: %s", (_name, words, acts) => {
    const owed = owedAfter(acts);
    const [, what, pounds, by] = /^(pay|back) (\d+)(?: by (\d+))?$/.exec(words) ?? [];
    expect(owed).toMatchObject({
      toPayPence: what === "pay" ? Number(pounds) * 100 : 0,
      payBackPence: what === "back" ? Number(pounds) * 100 : 0,
      payBackBy: what === "back" ? dayOf(Number(by)) : null,
    });
    expect(owed).toMatchObject(byHand(acts));
  });
});
