import { expect, test } from "vitest";
import { billingRows, billingTask, invoiceContact, invoiceReference } from "./billing.ts";

const NONE = { payBackPence: 0, payBackBy: null };

const BOOKED_BY = {
  reference: "MCA-7K4Q-2XPD",
  referrer_first_name: "Joanna",
  referrer_last_name: "Reeve",
  referrer_email_key: "joanna@example.org",
};

test.each([
  [{}, "MCA-7K4Q-2XPD"],
  [{ poNumber: "4711" }, "MCA-7K4Q-2XPD, PO 4711"],
  [{ poNumber: "PO-4711" }, "MCA-7K4Q-2XPD, PO-4711"],
  [{ poNumber: "Pollard 7" }, "MCA-7K4Q-2XPD, PO Pollard 7"],
  [{ matterReference: "SMI/12" }, "MCA-7K4Q-2XPD, Matter SMI/12"],
  [{ poNumber: "4711", matterReference: "SMI/12" }, "MCA-7K4Q-2XPD, PO 4711, Matter SMI/12"],
])("an invoice with %j has the reference %s", (given, reference) => {
  expect(invoiceReference(BOOKED_BY.reference, given)).toBe(reference);
});

test.each([
  [{}, "Joanna Reeve", "joanna@example.org"],
  [{ billingName: "Oak LLP" }, "Oak LLP", "joanna@example.org"],
  [{ billingEmail: "accounts@oak.example.org" }, "Joanna Reeve", "accounts@oak.example.org"],
])("an invoice with %j is made out to %s, %s", (given, name, email) => {
  expect(invoiceContact(BOOKED_BY, given)).toEqual({ name, email });
});

test("staff read what to change, also without the invoice's number", () => {
  const given = { poNumber: "4711", billingName: "Oak LLP" };
  const booking = { ...BOOKED_BY, status: "pending" } as const;
  expect(billingTask(booking, given, { number: "INV-1", maker: "xero" }, NONE).words).toBe(
    "Invoice INV-1 was made without these billing details. In Xero, change its reference to “MCA-7K4Q-2XPD, PO 4711” and its contact to Oak LLP (joanna@example.org).",
  );
  expect(billingTask(booking, given, { number: null, maker: "xero" }, NONE).words).toMatch(
    /^The invoice with the reference MCA-7K4Q-2XPD was made/,
  );
});

test("once the booking is cancelled, staff read that its invoice is void", () => {
  const cancelled = { ...BOOKED_BY, status: "cancelled" } as const;
  expect(
    billingTask(cancelled, { poNumber: "4711" }, { number: "INV-1", maker: "xero" }, NONE).words,
  ).toMatch(/^In Xero, void or credit invoice INV-1\.$/);
  const back = { payBackPence: 59_500, payBackBy: "2027-03-19" };
  expect(billingTask(cancelled, {}, { number: "INV-1", maker: "own" }, back).words).toBe(
    "On the page of its invoices, credit invoice INV-1. Pay back £595.00 by Friday 19 March 2027.",
  );
});

test("pages show what was given, and nothing else", () => {
  expect(billingRows({})).toEqual([]);
  expect(billingRows({ billingEmail: "a@b.org", poNumber: "1" })).toEqual([
    ["PO number", "1"],
    ["Billing email", "a@b.org"],
  ]);
});
