import { personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { Flag } from "#app/platform/tables.ts";
import type { MemberRole, OrganisationKind } from "./roles.ts";

export type OrganisationRow = {
  id: string;
  name: string;
  kind: OrganisationKind;
  /** JSON `OrganisationDetails`; null until somebody gives them. */
  details_sealed: string | null;
  /** Owners and Bookers may open all bookings, except closed matters. */
  team_sees_all: Flag;
  closed_at: string | null;
  created_at: string;
  updated_at: string;
  /** Rises with each change of the organisation's own columns. */
  version: number;
};

export type MembershipRow = {
  id: string;
  organisation_id: string;
  /** Null until the invited person joined. Deleted with its account. */
  user_id: string | null;
  /** The lower-cased address; one membership of an address in each organisation. */
  email_key: string;
  role: MemberRole;
  state: "invited" | "active" | "suspended";
  /** A member or somebody of staff. */
  invited_by: string | null;
  invited_at: string;
  joined_at: string | null;
  /** Rises with each change; the link of an invitation is bound to it. */
  version: number;
};

/** Never changed once it is in force, except for its last day. */
export type AgreementRow = {
  id: string;
  organisation_id: string;
  /** London days; both belong to it. */
  valid_from: string;
  valid_until: string | null;
  /** Framework and contract number. */
  reference: string;
  /** JSON `AgreementTerms`. */
  terms_json: string;
  created_by: string | null;
  created_at: string;
};

/** Somebody who sees a booking that another member made. */
type BookingMemberRow = { booking_id: string; user_id: string; added_at: string };

declare module "#app/platform/tables.ts" {
  interface Tables {
    organisations: OrganisationRow;
    memberships: MembershipRow;
    organisation_agreements: AgreementRow;
    booking_members: BookingMemberRow;
  }
}

const THEIRS = "About the organisation, which gave it for all its bookings.";

/** A member who is erased leaves bookings that name nobody: pages say “Former member”. */
export const personal = personalTables("organisations", {
  organisations: {
    key: "id",
    keptFor: "account",
    wordsStay: { details_sealed: THEIRS },
    notExported: { details_sealed: THEIRS },
  },
  memberships: { key: "user_id", keptFor: "account" },
  booking_members: { notExported: "Says which members of an organisation see a booking." },
});
