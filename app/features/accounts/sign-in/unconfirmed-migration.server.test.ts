import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createUser } from "#tests/setup/factories.ts";
import * as unconfirmedAccounts from "#migrations/2026-11-21-12-unconfirmed-accounts.ts";
import * as userSearch from "#migrations/2026-11-21-13-user-search.ts";
import { findOwnerOfEmail, findUnconfirmedByEmail } from "#app/features/accounts/record/user-row.server.ts";
import { listUsers } from "#app/features/accounts/session/queries.server.ts";

test("a database of before: unconfirmed customers free their address, and everybody can be searched", async () => {
  const { db } = createTestDeps();
  const deps = { ...createTestDeps(), db };
  await createUser(deps, { email: "Kept@example.org", email_confirmed_at: "2026-11-20T09:00:00.000Z" });
  await createUser(deps, { email: "staff@example.org", role_id: "coordinator", first_name: "Élodie" });
  const { id } = await createUser(deps, { email: "Claimed@example.org", email_confirmed_at: null });
  await sql`update users set email_key = lower(email)`.execute(db);
  await sql`drop index users_unconfirmed_email`.execute(db);
  await sql`alter table users drop column unconfirmed_email_key`.execute(db);
  await sql`alter table users drop column search_text`.execute(db);

  await unconfirmedAccounts.up(db as never);
  await userSearch.up(db as never);
  expect(await findOwnerOfEmail(db, "claimed@example.org")).toBeNull();
  expect(await findUnconfirmedByEmail(db, "claimed@example.org")).toMatchObject({ id });
  expect(await findOwnerOfEmail(db, "kept@example.org")).toMatchObject({ unconfirmed_email_key: null });
  expect(await listUsers({ db }, { search: "elodie" })).toMatchObject([{ email: "staff@example.org" }]);
});
