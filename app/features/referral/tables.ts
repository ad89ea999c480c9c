import type { SectionKey } from "#app/features/referral/sections/sections.ts";

declare module "#app/platform/tables.ts" {
  interface Tables {
    referral_forms: {
      id: string;
      booking_id: string;
      revision: number;
      submitted_at: string | null;
      created_at: string;
      updated_at: string;
    };
    referral_sections: {
      form_id: string;
      /** The section's key in the API: `personalDetails`, … */
      section: SectionKey;
      /** Raised by every change: a save based on another version is refused. */
      version: number;
      answers_sealed: string;
      updated_at: string;
      /** Hash of the id of the save that wrote this version; null through the API. */
      save_hash: string | null;
    };
  }
}
