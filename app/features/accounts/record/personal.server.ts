import { SECRET, STAFF, type Personal } from "#app/features/data-protection/personal.ts";
import { purgeAccess } from "./erase-account.server.ts";

export const personal: Personal = {
  activity: "accounts",
  tables: {
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
  },
  purge: ({ db }, { now }) => purgeAccess(db, now.toISOString()),
};
