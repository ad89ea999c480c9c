/** One referral form per booking. */
export type ReferralFormRow = {
  id: string;
  /** UNIQUE. */
  booking_id: string;
  /** How often the form was submitted with something new. */
  revision: number;
  /** The last time it was. */
  submitted_at: string | null;
  created_at: string;
  updated_at: string;
};

/** One section of a referral form, from its first save on. */
export type ReferralSectionRow = {
  form_id: string;
  /** Its key in the API: `personalDetails`, … */
  section: string;
  /** Raised by every change: a save that is based on another version is stale. */
  version: number;
  /** JSON of the answers by field name. */
  answers_sealed: string;
  updated_at: string;
  /** The save that wrote this version, hashed; null for one of a program. */
  save_hash: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    referral_forms: ReferralFormRow;
    referral_sections: ReferralSectionRow;
  }
}
