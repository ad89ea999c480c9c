import type { CONSENT_FIELDS } from "./fields.ts";

/** Stored with each booking. Change it when a wording changes: what was agreed to must stay known. */
export const CONSENT_WORDING_VERSION = "2026-11-23";

export const CONSENTS: readonly { name: keyof typeof CONSENT_FIELDS; wording: string }[] = [
  { name: "consentEmail", wording: "You may contact me by email about this booking." },
  { name: "consentWhatsApp", wording: "You may contact me on WhatsApp about this booking." },
  { name: "consentUpdates", wording: "You may send me occasional news about your services." },
  {
    name: "consentPrivacyPolicy",
    wording: "I have read the privacy policy and agree to my details being used as it describes.",
  },
];
