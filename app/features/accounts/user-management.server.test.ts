import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createUser as insertUser, signInAs } from "#tests/setup/factories.ts";
import { openPayload } from "#app/platform/outbox.server.ts";
import { createUser } from "#app/features/accounts/users/create-user.server.ts";
import { deactivateUser } from "#app/features/accounts/users/deactivate-user.server.ts";
import { requireStaff } from "./guards.server.ts";
import { verifyPassword } from "#app/features/accounts/passwords/password-hash.server.ts";
import { listRoles, listUsers } from "./queries.server.ts";
import { reactivateUser } from "#app/features/accounts/users/reactivate-user.server.ts";
import { resendTemporaryPassword } from "#app/features/accounts/users/resend-temporary-password.server.ts";

async function administrator(deps: ReturnType<typeof createTestDeps>) {
  const user = await insertUser(deps, { role_id: "administrator" });
  const { cookie } = await signInAs(deps, user);
  const request = new Request("http://localhost/", { headers: { Cookie: cookie } });
  return { user, request, principal: await requireStaff({ deps }, request) };
}

const ACTOR = { kind: "staff", id: "somebody" } as const;

test("a new colleague gets their temporary password by mail and must replace it", async () => {
  const deps = createTestDeps();
  const outcome = await createUser(
    deps,
    { email: " New.Colleague@example.org ", password: "Start-here-1", roleId: "coordinator" },
    ACTOR,
    "r",
  );
  expect(outcome).toMatchObject({
    kind: "created",
    user: {
      email: "New.Colleague@example.org",
      email_key: "new.colleague@example.org",
      is_password_temporary: 1,
    },
  });
  const mail = await deps.db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
  expect(mail).toMatchObject({ topic: "temporary-password", recipient: "New.Colleague@example.org" });
  expect(openPayload(deps.secrets, mail)).toEqual({
    password: "Start-here-1",
    url: "http://localhost:3000/admin/login",
  });
  expect(await listUsers(deps)).toMatchObject([{ roleName: "Coordinator", isActive: true }]);
});

test.each([
  [{ password: "Short-1" }, "password", "Password must be at least 8 characters long."],
  [{ password: "lowercase-only-1" }, "password", "Please meet all password requirements"],
  [{ password: "P@ssw0rd" }, "password", expect.stringContaining("common")],
  [{ roleId: "customer" }, "roleId", "Please choose a role from the list."],
  [{ roleId: "owner" }, "roleId", "Please choose a role from the list."],
  [{ email: "TAKEN@example.org" }, "email", "There is already a user with this email address."],
])("%j is refused at %s", async (change, field, message) => {
  const deps = createTestDeps();
  await insertUser(deps, { email: "taken@example.org" });
  const input = { email: "new@example.org", password: "Start-here-1", roleId: "coordinator", ...change };
  expect(await createUser(deps, input, ACTOR, "r")).toMatchObject({
    kind: "invalid",
    problem: { field, text: message },
  });
  expect(await deps.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
});

test("deactivating ends the sessions at once; reactivating does not bring them back", async () => {
  const deps = createTestDeps();
  const boss = await administrator(deps);
  const other = await administrator(deps);
  expect(await deactivateUser(deps, other.user.id, boss.principal, "r")).toEqual({ kind: "changed" });
  await expect(requireStaff({ deps }, other.request)).rejects.toBeInstanceOf(Response);
  expect(await reactivateUser(deps, other.user.id, boss.principal, "r")).toEqual({ kind: "changed" });
  await expect(requireStaff({ deps }, other.request)).rejects.toBeInstanceOf(Response);
  expect(await deactivateUser(deps, "nobody", boss.principal, "r")).toEqual({ kind: "not-found" });
});

test("nobody shuts out themselves, and two administrators cannot shut out each other", async () => {
  const deps = createTestDeps();
  const [a, b] = [await administrator(deps), await administrator(deps)];
  expect(await deactivateUser(deps, a.user.id, a.principal, "r")).toEqual({
    kind: "refused",
    message: "You cannot deactivate your own account.",
  });
  const outcomes = await Promise.all([
    deactivateUser(deps, b.user.id, a.principal, "r"),
    deactivateUser(deps, a.user.id, b.principal, "r"),
  ]);
  expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["changed", "refused"]);
  const active = await deps.db.selectFrom("users").select("id").where("is_active", "=", 1).execute();
  expect(active).toHaveLength(1);
});

test("a fresh temporary password ends sessions and turns two-factor authentication off", async () => {
  const deps = createTestDeps();
  const boss = await administrator(deps);
  const other = await administrator(deps);
  await deps.db
    .updateTable("users")
    .set({ totp_enabled_at: "2027-01-01T00:00:00.000Z", totp_secret_sealed: "sealed" })
    .where("id", "=", other.user.id)
    .execute();
  expect(await resendTemporaryPassword(deps, other.user.id, boss.principal, "r")).toEqual({
    kind: "changed",
  });
  await expect(requireStaff({ deps }, other.request)).rejects.toBeInstanceOf(Response);
  const row = await deps.db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", other.user.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ is_password_temporary: 1, totp_enabled_at: null, totp_secret_sealed: null });
  const mail = await deps.db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
  const { password } = openPayload(deps.secrets, mail) as { password: string };
  expect(await verifyPassword(row.password_hash, password)).toBe(true);
});

test("roles are listed by name", async () => {
  expect((await listRoles(createTestDeps())).map((role) => role.name)).toEqual([
    "Administrator",
    "Coordinator",
    "Customer",
  ]);
});
