import type { Flag } from "#app/platform/tables.ts";

/** A wizard draft, one per browser tab. */
export type DraftRow = {
  /** 128 random bits; travels in the URL. */
  id: string;
  /** Keyed hash of the visitor cookie that owns the draft. */
  visitor_hash: string;
  /** Keyed hash of the address that made the draft, for limits; empty for drafts older than they are. */
  client_hash: string;
  /** JSON of the answers so far. */
  answers_sealed: string;
  /** 1 once step 1 was valid: such a draft is never dropped before it expires. */
  is_answered: Flag;
  /** JSON of UTM parameters and the rest of the tracking context. */
  tracking: string;
  created_at: string;
  updated_at: string;
  expires_at: string;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    drafts: DraftRow;
  }
}
