import type { CONSENT_FIELDS } from "./fields.ts";

/** Stored with each booking. Change it when a wording changes: what was agreed to must stay known. */
export const CONSENT_WORDING_VERSION = "2026-11-25";

type Consent = Exclude<keyof typeof CONSENT_FIELDS, "startRequested">;

export const CONSENTS: readonly { name: Consent; wording: string }[] = [
  { name: "consentEmail", wording: "You may contact me by email about this booking." },
  { name: "consentWhatsApp", wording: "You may contact me on WhatsApp about this booking." },
  { name: "consentUpdates", wording: "You may send me occasional news about your services." },
  {
    name: "consentPrivacyPolicy",
    wording: "I have read the privacy policy and agree to my details being used as it describes.",
  },
];

/** The request of a consumer, kept with its booking. Consumer Contracts Regulations 2013, regulation 36. */
export const START_REQUEST_WORDING =
  "Please start within the 14 days in which I can cancel. I know that I pay for what you have done if I cancel after that, and that I can no longer cancel once the assessment is complete.";
