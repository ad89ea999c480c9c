import { personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { Actor } from "#app/features/audit/record-audit.server.ts";
import type { Flag } from "#app/platform/tables.ts";
import type { Basis, ContributionState, ContributorRole } from "./words.ts";

/** Somebody who was asked to fill in parts of what the assessor needs to know. */
export type ContributionRow = {
  id: string;
  booking_id: string;
  /** JSON: keys of `asked-parts.ts`. */
  part_keys: string;
  role: ContributorRole;
  /** Name, email address, the asker's note and the reason of the basis. */
  details_sealed: string;
  /** Keyed hash of the lower-cased address; null for a sheet on paper. */
  email_hash: string | null;
  can_see_answers: Flag;
  basis: Basis;
  /** Raising it replaces the link, which is derived from it. */
  token_version: number;
  state: ContributionState;
  asked_by_kind: Actor["kind"];
  asked_by_id: string | null;
  asked_at: string;
  /** The last day (London) on which the link takes answers. */
  until_on: string;
  opened_at: string | null;
  sent_at: string | null;
  decided_at: string | null;
  /** When something was saved after the last day; null when nothing was. */
  late_at: string | null;
  /** Why they cannot help, and the fee that they ask for. */
  reply_sealed: string | null;
  fee_at: string | null;
  /** They know another date of birth. */
  birth_doubted_at: string | null;
  /** They asked for more time. */
  reopen_asked_at: string | null;
  tries: number;
  locked_until: string | null;
  reminders: number;
  reminded_at: string | null;
  /** Keyed hashes of the name and of the date of birth of the person about whom they were asked. */
  name_hash: string;
  birth_hash: string;
};

export type ContributionPartRow = {
  contribution_id: string;
  part_key: string;
  /** Raised by every change. */
  version: number;
  answers_sealed: string;
  save_hash: string | null;
  /** `staff`: keyed in from a sheet. */
  saved_by_kind: "contributor" | "staff";
  updated_at: string;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    contributions: ContributionRow;
    contribution_parts: ContributionPartRow;
  }
}

export const personal = personalTables("assessment", {
  contributions: { isExportedByRoom: true },
  contribution_parts: { isExportedByRoom: true, key: "contribution_id" },
});
