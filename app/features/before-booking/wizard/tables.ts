import { personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { Flag } from "#app/platform/tables.ts";

export type DraftRow = {
  id: string;
  visitor_hash: string;
  /** Empty for drafts older than this column. */
  client_hash: string;
  answers_sealed: string;
  /** Hash of the referrer's address, to find their drafts; empty without one, null for drafts older
   * than this column. */
  referrer_hash: string | null;
  /** Step 1 was valid: the draft is never deleted before it expires. */
  is_answered: Flag;
  /** Rises when the answers change. */
  version: number;
  /** Key of the form that made the last change: sent again, it has no conflict with itself. Null for other changes. */
  changed_by: string | null;
  tracking: string;
  /** In whose name a member books; null for everybody else. */
  organisation_id: string | null;
  created_at: string;
  updated_at: string;
  expires_at: string;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    drafts: DraftRow;
  }
}

export const personal = personalTables("assessment", {
  drafts: { key: "referrer_hash", keptFor: "draft" },
});
