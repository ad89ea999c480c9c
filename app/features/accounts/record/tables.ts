import { SECRET, STAFF, personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { Flag } from "#app/platform/tables.ts";

export type UserRow = {
  id: string;
  email: string;
  /** The lower-cased address, UNIQUE; a placeholder until a customer confirms the address. */
  email_key: string;
  /** The lower-cased address until a customer confirms it, then null. Several accounts may claim one. */
  unconfirmed_email_key: string | null;
  first_name: string | null;
  last_name: string | null;
  search_text: string;
  role_id: string;
  password_hash: string;
  /** 1: set by somebody else, must be changed at the first sign-in. */
  is_password_temporary: Flag;
  email_confirmed_at: string | null;
  is_active: Flag;
  /** May read safeguarding concerns: Administrators give this right. */
  sees_concerns: Flag;
  /** May issue invoices and see to payments; Administrators may without it. */
  handles_money: Flag;
  /** An assessor who may read and comment on reports of others. */
  reviews_reports: Flag;
  totp_secret_sealed: string | null;
  totp_enabled_at: string | null;
  created_at: string;
  updated_at: string;
  /** Rises when staff change names or role. */
  version: number;
};

/** A sign-in whose password was right but which is not finished; one per user. */
export type SignInRow = {
  /** 256 random bits, carried by the sign-in cookie and the API's `userId`. */
  id: string;
  /** Null for an e-mail that has no sign-in: it costs the same work. */
  user_id: string | null;
  /** Keyed hash of the address where it began: only from there a code can be requested by e-mail alone. */
  client_hash: string;
  needs: "code" | "two-factor";
  code_hash: string | null;
  code_expires_at: string | null;
  /** Codes that a newer one has replaced, as `{sign-in's id}.{hash}` with spaces between: none of them works. */
  former_codes: string | null;
  tries: number;
  token_hash: string | null;
  created_at: string;
  expires_at: string;
};

export type KnownDeviceRow = {
  device_hash: string;
  user_id: string;
  /** 1 when a second factor was given in it: no code is e-mailed until it expires. */
  is_trusted: Flag;
  device_label: string;
  fingerprint_hash: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
};

export type AccountTokenRow = {
  token_hash: string;
  /** Null for an unknown e-mail: it costs the same work. */
  user_id: string | null;
  purpose: "password-reset" | "confirm-email";
  created_at: string;
  expires_at: string;
  used_at: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    roles: { id: string; name: string; description: string };
    users: UserRow;
    sessions: {
      /** Keyed hash of the secret that the cookie or the bearer token carries. */
      id: string;
      user_id: string;
      created_at: string;
      last_seen_at: string;
      expires_at: string;
      device_label: string;
    };
    sign_ins: SignInRow;
    known_devices: KnownDeviceRow;
    account_tokens: AccountTokenRow;
    recovery_codes: { user_id: string; code_hash: string; used_at: string | null };
    used_totp_steps: { user_id: string; step: number };
  }
}

export const personal = personalTables("accounts", {
  users: {
    key: "id",
    keptFor: "account",
    wordsStay: { totp_secret_sealed: STAFF },
    notExported: { totp_secret_sealed: SECRET },
  },
  sessions: { key: "user_id", keptFor: "account" },
  known_devices: { key: "user_id", keptFor: "account" },
  sign_ins: { key: "user_id", keptFor: "account", notExported: SECRET },
  account_tokens: { key: "user_id", keptFor: "account", notExported: SECRET },
  recovery_codes: { key: "user_id", keptFor: "account", notExported: SECRET },
  used_totp_steps: { key: "user_id", keptFor: "account", notExported: SECRET },
});
