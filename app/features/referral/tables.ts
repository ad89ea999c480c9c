import { DERIVED, personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { Generated } from "kysely";
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
      /** 0 for what a release before `other_party_words` wrote, until the next start. */
      has_party_words: Generated<Flag>;
    };
    /** Keyed hashes of the words of the litigation form's other parties. */
    other_party_words: { word: string; booking_id: string };
  }
}

export const personal = personalTables("assessment", {
  referral_forms: { isExportedByRoom: true },
  referral_sections: { isExportedByRoom: true, key: "form_id" },
  other_party_words: { notExported: DERIVED },
});
