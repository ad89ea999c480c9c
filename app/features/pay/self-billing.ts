/** The sentence on an invoice that a customer writes for its supplier. A person must check it before use. */
export const SELF_BILLING = {
  sentence: "The VAT shown is your output tax due to HMRC.",
  source: "https://www.gov.uk/guidance/self-billing-notice-70062",
  checkedOn: "2026-11-26",
} as const;
