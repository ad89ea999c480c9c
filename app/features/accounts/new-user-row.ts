import { foldText } from "#app/platform/fold-text.ts";
import type { UserRow } from "./tables.ts";
import { emailKey } from "./email-key.ts";

export function searchTextOf(user: {
  email: string;
  firstName: string | null;
  lastName: string | null;
}): string {
  return foldText([user.firstName, user.lastName, user.email.trim()].filter(Boolean).join(" "));
}

type NewUser = {
  id: string;
  email: string;
  roleId: string;
  passwordHash: string;
  isPasswordTemporary: boolean;
  /** The `email_key` of a customer who has not confirmed the address. */
  unconfirmedKey?: string;
  firstName?: string;
  lastName?: string;
  now: string;
};

export function newUserRow(user: NewUser): UserRow {
  return {
    id: user.id,
    email: user.email.trim(),
    email_key: user.unconfirmedKey ?? emailKey(user.email),
    unconfirmed_email_key: user.unconfirmedKey ? emailKey(user.email) : null,
    first_name: user.firstName || null,
    last_name: user.lastName || null,
    search_text: searchTextOf({
      email: user.email,
      firstName: user.firstName ?? null,
      lastName: user.lastName ?? null,
    }),
    role_id: user.roleId,
    password_hash: user.passwordHash,
    is_password_temporary: user.isPasswordTemporary ? 1 : 0,
    email_confirmed_at: null,
    is_active: 1,
    totp_secret_sealed: null,
    totp_enabled_at: null,
    created_at: user.now,
    updated_at: user.now,
  };
}
