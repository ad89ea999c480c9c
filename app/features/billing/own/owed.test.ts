import { expect, test } from "vitest";
import { addDays } from "#app/platform/dates.ts";
import { creditPence, openPence, standingOf } from "../invoice-standing.ts";
import { accountOf, type Issued, type Moved } from "./account.ts";
import { owedOf, owedWords, type Cancelled } from "./owed.ts";

/** `3 pay 595`: an act on a day of March 2027, in pounds. `charge` is on an invoice, `agree` is not yet; `cut` credits
 * a charge. */
type Act = { on: number; act: string; pounds: number };

const dayOf = (day: number) => addDays("2027-02-28", day);

const actsOf = (steps: string): Act[] =>
  steps.split(", ").flatMap((step) => {
    const [, on, act, pounds = "0"] = /^(\d+) (\w+)(?: (\d+))?$/.exec(step) ?? [];
    return act ? [{ on: Number(on), act, pounds: Number(pounds) }] : [];
  });

function ledgerAfter(acts: readonly Act[]) {
  const documents: Issued[] = [];
  const moved: Moved[] = [];
  const cancelledOn = acts.find(({ act }) => act === "cancel")?.on;
  const sums = { agreedPence: 0, invoicedPence: 0 };
  for (const { on: day, act, pounds } of acts) {
    const [on, pence] = [dayOf(day), pounds * 100];
    const isInvoice = act === "bill" || act === "charge";
    if (act === "charge") sums.invoicedPence += pence;
    if (act === "charge" || act === "agree") sums.agreedPence += pence;
    if (act === "pay" || act === "refund") moved.push({ on, pence: act === "pay" ? pence : -pence });
    if (isInvoice || act === "credit" || act === "cut")
      documents.push({
        id: `${act}${documents.length}`,
        kind: isInvoice ? "full" : "credit",
        totalPence: pence,
        series: isInvoice ? "INV" : "CN",
        issuedOn: on,
        dueOn: addDays(on, 30),
        creditsId: isInvoice
          ? null
          : documents.find(({ id }) => id.startsWith(act === "cut" ? "charge" : "bill"))!.id,
      });
  }
  const cancelled: Cancelled | null = cancelledOn === undefined ? null : { on: dayOf(cancelledOn), ...sums };
  return { documents, moved, cancelled };
}

/** Counted day by day: what the customer owed at the end of each day; negative is theirs. */
function byHand(acts: readonly Act[]) {
  const cancel = acts.find(({ act }) => act === "cancel")?.on ?? Number.MAX_SAFE_INTEGER;
  const sumUntil = (day: number, ...names: string[]) =>
    acts
      .filter(({ act, on }) => on <= day && names.includes(act))
      .reduce((sum, { pounds }) => sum + pounds, 0);
  const all = (...names: string[]) => sumUntil(60, ...names);
  let [before, since] = [0, 0];
  for (let day = 1; day <= 60; day += 1) {
    const billed = sumUntil(day, "bill", "charge") - sumUntil(day, "credit", "cut");
    // After the cancellation, what is agreed stays, whenever an invoice has it.
    const worth = day < cancel ? billed : all("charge", "agree") - sumUntil(day, "cut");
    const owes = worth - sumUntil(day, "pay") + sumUntil(day, "refund");
    if (owes < 0 && before >= 0) since = day;
    before = owes;
  }
  const paid = all("pay") - all("refund");
  const billed = all("bill", "charge") - all("credit", "cut");
  const asked = cancel < 61 ? Math.min(billed, all("charge") - all("cut")) : billed;
  return {
    toPayPence: 100 * Math.max(0, asked - paid),
    payBackPence: 100 * Math.max(0, -before),
    payBackBy: before < 0 ? addDays(dayOf(since), 14) : null,
  };
}

const CASES: [name: string, steps: string, owed: string][] = [
  ["nothing yet", "", "-"],
  ["billed", "1 bill 595", "pay 595"],
  ["paid in part", "1 bill 595, 3 pay 100", "pay 495"],
  ["paid", "1 bill 595, 3 pay 595", "-"],
  ["paid before the invoice", "1 pay 595, 3 bill 595", "-"],
  ["paid twice", "1 bill 595, 3 pay 595, 5 pay 595", "back 595 by 19"],
  ["paid too much", "1 bill 595, 3 pay 700", "back 105 by 17"],
  ["paid too much, paid back", "1 bill 595, 3 pay 700, 9 refund 105", "-"],
  ["credited in part after it was paid", "1 bill 595, 3 pay 595, 9 credit 70", "back 70 by 23"],
  ["a charge on an invoice", "1 bill 595, 2 charge 50, 3 pay 595", "pay 50"],
  ["a charge that no invoice has", "1 bill 595, 2 agree 50, 3 pay 595", "-"],
  ["cancelled, never billed", "5 cancel", "-"],
  ["cancelled, billed, not paid", "1 bill 595, 5 cancel", "-"],
  ["cancelled, billed, credited later", "1 bill 595, 5 cancel, 14 credit 595", "-"],
  ["paid, cancelled, no credit note", "1 bill 595, 3 pay 595, 5 cancel", "back 595 by 19"],
  [
    "paid, cancelled, credited nine days later: the day stays",
    "1 bill 595, 3 pay 595, 5 cancel, 14 credit 595",
    "back 595 by 19",
  ],
  ["paid after it was cancelled", "1 bill 595, 5 cancel, 12 pay 595", "back 595 by 26"],
  ["paid, cancelled, paid back before the credit note", "1 bill 595, 3 pay 595, 5 cancel, 8 refund 595", "-"],
  ["paid, cancelled, paid back in part", "1 bill 595, 3 pay 595, 5 cancel, 8 refund 300", "back 295 by 19"],
  [
    "paid, cancelled, a charge of 150 on an invoice stays",
    "1 bill 595, 3 pay 595, 5 cancel, 6 charge 150",
    "back 445 by 19",
  ],
  [
    "paid, cancelled, a charge of 150 is agreed and on no invoice",
    "1 bill 595, 3 pay 595, 5 cancel, 5 agree 150",
    "back 445 by 19",
  ],
  [
    "paid, cancelled, one charge on an invoice and one on none",
    "1 bill 595, 3 pay 595, 5 cancel, 5 charge 100, 6 agree 50",
    "back 445 by 19",
  ],
  ["not paid, cancelled, a charge on an invoice", "1 bill 595, 5 cancel, 6 charge 150", "pay 150"],
  ["not paid, cancelled, a charge on no invoice", "1 bill 595, 5 cancel, 5 agree 150", "invoice 150"],
  [
    "paid in part, cancelled, a charge on no invoice",
    "1 bill 595, 3 pay 100, 5 cancel, 5 agree 150",
    "invoice 50",
  ],
  [
    "cancelled, one charge to pay and one to invoice",
    "1 bill 595, 5 cancel, 5 charge 100, 6 agree 50",
    "pay 100 invoice 50",
  ],
  ["never billed, cancelled, a charge", "5 cancel, 5 agree 150", "invoice 150"],
  [
    "cancelled, the charge is billed and the price credited",
    "1 bill 595, 5 cancel, 6 charge 150, 7 credit 595",
    "pay 150",
  ],
  [
    "cancelled, the charge is paid and then credited in part",
    "1 bill 595, 5 cancel, 6 charge 150, 7 credit 595, 8 pay 150, 20 cut 50",
    "back 50 by 34",
  ],
  ["a deposit that was paid, cancelled", "1 bill 298, 3 pay 298, 5 cancel", "back 298 by 19"],
  [
    "paid twice, cancelled: the older credit decides",
    "1 bill 595, 3 pay 595, 4 pay 595, 10 cancel",
    "back 1190 by 18",
  ],
  ["cancelled on the day of its invoice", "1 bill 595, 1 pay 595, 1 cancel", "back 595 by 15"],
];

test.each(CASES)("what is owed, and by when: %s", (_name, steps, words) => {
  const acts = actsOf(steps);
  const { documents, moved, cancelled } = ledgerAfter(acts);
  const owed = owedOf(documents, moved, cancelled);
  const pounds = (what: string) => 100 * Number(new RegExp(`${what} (\\d+)`).exec(words)?.[1] ?? 0);
  const by = / by (\d+)/.exec(words)?.[1];
  expect(owed).toMatchObject({
    toPayPence: pounds("pay"),
    toComePence: pounds("invoice"),
    payBackPence: pounds("back"),
    payBackBy: by ? dayOf(Number(by)) : null,
  });
  expect(owed).toMatchObject(byHand(acts));
  // The row that lists, mails and the API read says the same.
  const account = accountOf(documents, moved);
  const row = {
    amountPence: account.invoicedPence,
    creditedPence: account.creditedPence,
    cancelled,
    paidPence: account.receivedPence - account.refundedPence,
    paidOn: account.paidOn,
    dueOn: account.dueOn ?? "",
    vendorDueOn: null,
    vendorTotalPence: null,
    vendorStatus: account.openPence > 0 ? ("authorised" as const) : ("paid" as const),
  };
  expect(openPence(row)).toBe(owed.toPayPence);
  expect(creditPence(row)).toBe(owed.payBackPence);
  expect(["due", "overdue"].includes(standingOf(row, dayOf(60)))).toBe(owed.toPayPence > 0);
  expect(owedWords(owed).includes("pay back") || owedWords(owed).includes("pay it back")).toBe(
    by !== undefined,
  );
});

test.each([
  ["1 bill 595, 3 pay 100", ""],
  [
    "1 bill 595, 3 pay 700",
    "You have paid £105.00 too much. We pay it back by Wednesday 17 March 2027, unless you tell us to keep it for another invoice.",
  ],
  ["1 bill 595, 5 cancel", "The booking was cancelled, so there is nothing to pay."],
  [
    "1 bill 595, 3 pay 595, 5 cancel",
    "The booking was cancelled. We pay back £595.00 by Friday 19 March 2027.",
  ],
  [
    "1 bill 595, 3 pay 595, 5 cancel, 5 agree 150",
    "The booking was cancelled. We pay back £445.00 by Friday 19 March 2027. We keep £150.00 for the charges that remain.",
  ],
  ["1 bill 595, 3 pay 595, 5 cancel, 8 refund 595", "The booking was cancelled. We have paid back £595.00."],
  [
    "1 bill 150, 3 pay 150, 5 cancel, 5 agree 150",
    "The booking was cancelled. We keep £150.00 for the charges that remain. There is nothing more to pay.",
  ],
  [
    "1 bill 595, 5 cancel, 5 agree 150",
    "The booking was cancelled. We send you an invoice of £150.00 for the charges that remain.",
  ],
  [
    "5 cancel, 6 charge 150",
    "The booking was cancelled. £150.00 is to pay by Monday 5 April 2027, for the charges that remain.",
  ],
])("words about %s", (steps, words) => {
  const { documents, moved, cancelled } = ledgerAfter(actsOf(steps));
  expect(owedWords(owedOf(documents, moved, cancelled))).toBe(words);
});
