import { expect, test } from "vitest";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { matchLines } from "#tests/setup/match-lines.ts";
import { payablesFor } from "./payables.server.ts";

const lineOf = (words: string, pence: number) => ({ id: "l", day: "2027-03-10", pence, words, doubt: "" });

test.each<[string, string, number, number, string]>([
  ["its number", "FPI INV-000001", 595_00, 1, "sure"],
  ["a number that nobody has, and the sum", "FPI INV-000099", 595_00, 3, "unknown nothing"],
  ["the name of its buyer, and others of her first name", "JOANNA REEVE", 100_00, 4, "likely name"],
  ["an organisation without its form", "OAK HOUSE", 100_00, 1, "likely name"],
  ["an organisation with it", "Oak House Limited", 100_00, 1, "likely name"],
  ["the sum alone", "FASTER PAYMENT", 672_00, 1, "likely amount"],
  ["nothing", "FASTER PAYMENT", 1_00, 0, "unknown nothing"],
])("a line is looked up by %s", async (_name, words, pence, count, expected) => {
  const deps = createTestDeps();
  await makeInvoicesHere(deps);
  const people = [
    {},
    { referrer_last_name: "Abara", referrer_organisation: "Oak House Ltd" },
    { referrer_last_name: "Ncube" },
    { referrer_last_name: "Okafor", total_pence: 672_00 },
  ];
  for (const person of people) {
    const lines =
      "total_pence" in person
        ? [{ assessment_id: "capacity-will", name: "Will", price_pence: 672_00 }]
        : undefined;
    await createInvoice(deps, await createBooking(deps, { ...person, payment_method: "pay_now" }, lines));
  }
  const line = lineOf(words, pence);
  const payables = await payablesFor(deps, [line]);
  expect(payables).toHaveLength(count);
  const match = matchLines([line], payables).get("l")!;
  expect(["kind" in match && match.kind, "why" in match && match.why].filter(Boolean).join(" ")).toBe(
    expected,
  );
});
