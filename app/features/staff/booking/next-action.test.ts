import { expect, test } from "vitest";
import { nextAction } from "./next-action.ts";

const TODAY = "2026-11-22";
const CONFIRMED = {
  status: "confirmed",
  awaitsContact: false,
  preferredDate: "2026-12-01",
  isReferralSubmitted: true,
  isInvoiceOutdated: false,
  isErased: false,
  stage: null,
} as const;

test.each([
  [
    "an outdated invoice comes first",
    { isInvoiceOutdated: true, status: "cancelled" },
    "Correct the invoice",
  ],
  ["a cancelled booking asks for nothing", { status: "cancelled", awaitsContact: true }, "Nothing to do"],
  ["an erased booking asks for nothing", { isErased: true, preferredDate: null }, "Nothing to do"],
  ["a completed booking asks for nothing", { status: "completed" }, "Nothing to do"],
  [
    "the promised contact comes before the date",
    { status: "pending", awaitsContact: true, preferredDate: null },
    "Contact the referrer",
  ],
  ["a booking without a date needs one", { preferredDate: null }, "Agree a date"],
  ["a wished date is confirmed", { status: "pending" }, "Confirm the date"],
  ["a past date is completed", { preferredDate: "2026-11-21" }, "Mark as completed"],
  ["missing forms are asked for", { isReferralSubmitted: false }, "Ask for the referral forms"],
  [
    "a visit is agreed where there are assessors",
    { status: "pending", stage: "to-agree" },
    "Agree the visit",
  ],
  ["assessors who were asked are waited for", { stage: "asked" }, "Wait for the assessors’ answers"],
  ["a visit that took place is completed", { stage: "visited" }, "Mark as completed"],
  ["an agreed visit is waited for", { stage: "agreed" }, "Nothing until the visit"],
  ["today's assessment needs nothing more", { preferredDate: TODAY }, "Nothing until the assessment"],
] as const)("%s", (_title, situation, action) => {
  expect(nextAction({ ...CONFIRMED, ...situation }, TODAY)).toBe(action);
});
