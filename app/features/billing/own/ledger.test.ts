import fc from "fast-check";
import { expect, test } from "vitest";
import { accountOf } from "./account.ts";
import { ledgerFaults, type LedgerDocument, type Shown } from "./ledger.ts";
import { oneOf, shareByRate, sumLine, sumsOf } from "./sums.ts";

type Step =
  | { kind: "invoice"; pence: number; rate: number }
  | { kind: "credit"; of: number; part: number }
  | { kind: "pay"; pence: number }
  | { kind: "refund"; part: number };

const pence = fc.integer({ min: 1, max: 200_000 });
const part = fc.integer({ min: 1, max: 100 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("invoice" as const), pence, rate: fc.constantFrom(0, 5, 20) }),
  fc.record({ kind: fc.constant("credit" as const), of: fc.nat(5), part }),
  fc.record({ kind: fc.constant("pay" as const), pence }),
  fc.record({ kind: fc.constant("refund" as const), part }),
);

type History = { documents: LedgerDocument[]; moved: { pence: number; on: string }[] };

const DAY = "2027-03-10";

function document(history: History, about: Partial<LedgerDocument>, lines: LedgerDocument["lines"]) {
  const { totalPence, vatPence } = sumsOf(lines);
  history.documents.push({
    id: String(history.documents.length),
    series: "INV",
    kind: "further",
    creditsId: null,
    issuedOn: DAY,
    dueOn: DAY,
    totalPence,
    vatPence,
    lines,
    ...about,
  });
}

/** Does what the rules allow, and nothing where they allow nothing. */
function take(history: History, next: Step): void {
  const { documents, moved } = history;
  const { invoices, creditPence } = accountOf(documents, moved);
  if (next.kind === "invoice") document(history, {}, [sumLine(oneOf("x", next.pence, next.rate))]);
  if (next.kind === "pay") moved.push({ pence: next.pence, on: DAY });
  if (next.kind === "refund" && creditPence > 0)
    moved.push({ pence: -Math.max(1, Math.floor((creditPence * next.part) / 100)), on: DAY });
  const invoice = next.kind === "credit" ? invoices[next.of] : undefined;
  if (next.kind !== "credit" || !invoice) return;
  const left = invoice.totalPence - invoice.creditedPence;
  if (left === 0) return;
  const rate = documents.find(({ id }) => id === invoice.id)!.lines[0]!.vatRate;
  const amount = Math.max(1, Math.floor((left * next.part) / 100));
  const shares = shareByRate(amount, [{ vatRate: rate, totalPence: left }]);
  const lines = shares.map((share) => sumLine(oneOf("credit", share.pence, share.vatRate)));
  document(history, { series: "CN", kind: "credit", creditsId: invoice.id }, lines);
}

function shownOf({ documents, moved }: History): Shown | null {
  const account = accountOf(documents, moved);
  if (account.invoices.length === 0) return null;
  return {
    totalPence: account.invoicedPence,
    creditedPence: account.creditedPence,
    paidPence: account.receivedPence - account.refundedPence,
    isSettled: account.openPence === 0,
  };
}

test("after each step of any history, the ledger law holds", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const history: History = { documents: [], moved: [] };
      for (const next of steps) {
        take(history, next);
        expect(ledgerFaults(history.documents, history.moved, shownOf(history))).toEqual([]);
        const account = accountOf(history.documents, history.moved);
        expect(account.invoicedPence - account.creditedPence).toBe(
          account.receivedPence - account.refundedPence + account.openPence - account.creditPence,
        );
      }
    }),
    { numRuns: 300 },
  );
});

test("a row that is broken on purpose is found, whichever it is", () => {
  const history: History = { documents: [], moved: [] };
  for (const next of [
    { kind: "invoice", pence: 59_500, rate: 20 },
    { kind: "credit", of: 0, part: 10 },
    { kind: "pay", pence: 20_000 },
  ] satisfies Step[])
    take(history, next);
  const { documents, moved } = history;
  const shown = shownOf(history)!;
  const [invoice, note] = documents as [LedgerDocument, LedgerDocument];
  expect(ledgerFaults(documents, moved, shown)).toEqual([]);
  expect(ledgerFaults([{ ...invoice, totalPence: 59_501 }, note], moved, shown)).toContain("lines");
  expect(ledgerFaults([{ ...invoice, vatPence: 0 }, note], moved, shown)).toContain("lines");
  expect(ledgerFaults([invoice, { ...note, totalPence: 70_000 }], moved, shown)).toContain(
    "credited-too-much",
  );
  expect(ledgerFaults(documents, [...moved, { pence: -20_001, on: DAY }], shown)).toContain(
    "refunded-too-much",
  );
  expect(ledgerFaults(documents, [], shown)).toContain("shown");
  expect(ledgerFaults(documents, moved, { ...shown, isSettled: true })).toContain("shown");
  expect(ledgerFaults(documents, moved, null)).toContain("shown");
});
