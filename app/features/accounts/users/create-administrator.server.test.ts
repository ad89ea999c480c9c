import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { createAdministrator } from "./create-administrator.server.ts";
import { createPassword } from "#app/features/accounts/sign-in/finish-sign-in.server.ts";
import { findPrincipal } from "#app/features/accounts/session/principal.server.ts";

const caller = {
  clientAddress: "192.0.2.1",
  deviceSecret: null,
  deviceLabel: "Firefox on Linux",
  fingerprint: null,
  requestId: "r",
};

test("the printed link signs in without any mail, once", async () => {
  const deps = createTestDeps();
  const made = await createAdministrator(deps, "Boss@example.org");
  if (made.kind !== "made") throw new Error(`unexpected: ${made.kind}`);
  const token = new URL(made.signInUrl).searchParams.get("token")!;
  const choose = () =>
    createPassword(deps, { token, password: "Own-password-1", confirmPassword: "Own-password-1" }, caller);
  expect(await choose()).toMatchObject({ kind: "signed-in", user: { roleName: "Administrator" } });
  expect(await choose()).toEqual({ kind: "refused" });
  expect(await deps.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
});

test("a deactivated colleague gets a fresh start as an Administrator and loses their sessions", async () => {
  const deps = createTestDeps();
  const user = await createUser(deps, { role_id: "coordinator", email: "sam@example.org" });
  const { bearer } = await signInAs(deps, user);
  await deps.db.updateTable("users").set({ is_active: 0 }).where("id", "=", user.id).execute();
  expect(await createAdministrator(deps, "SAM@example.org")).toMatchObject({ kind: "renewed" });
  const row = await deps.db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ role_id: "administrator", is_active: 1, is_password_temporary: 1 });
  const request = new Request("http://localhost/", { headers: { Authorization: `Bearer ${bearer}` } });
  expect(await findPrincipal(deps, request)).toEqual({ kind: "visitor" });
});

test("a customer's address is refused", async () => {
  const deps = createTestDeps();
  await createUser(deps, { email: "customer@example.org" });
  expect(await createAdministrator(deps, "customer@example.org")).toEqual({ kind: "is-customer" });
});
