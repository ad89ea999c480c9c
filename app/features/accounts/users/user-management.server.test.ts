import { expect, test } from "vitest";
import { createTestDeps, testContext } from "#tests/setup/deps.ts";
import { createUser as insertUser, signInAs } from "#tests/setup/factories.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import { createUser } from "./create-user.server.ts";
import { answerUserPage } from "./answer-user-page.server.ts";
import { deactivateUser, reactivateUser, editUser, resendTemporaryPassword } from "./change-user.server.ts";
import { requireAdministrator, requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { verifyPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { listRoles, listUsers } from "#app/features/accounts/session/queries.server.ts";

async function administrator(deps: ReturnType<typeof createTestDeps>) {
  const user = await insertUser(deps, { role_id: "administrator" });
  const { cookie } = await signInAs(deps, user);
  const request = new Request("http://localhost/", { headers: { Cookie: cookie } });
  return { user, request, by: (await requireStaff(testContext(deps), request)).by };
}

const BY = { actor: { kind: "staff", id: "somebody" }, requestId: "r" } as const;

test("a new colleague gets their temporary password by mail and must replace it", async () => {
  const deps = createTestDeps();
  const outcome = await createUser(
    deps,
    { email: " New.Colleague@example.org ", password: "Start-here-1", roleId: "coordinator" },
    BY,
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
  expect(decryptPayload(deps.secrets, mail)).toEqual({
    password: "Start-here-1",
    path: "/admin/login",
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
  expect(await createUser(deps, input, BY)).toMatchObject({
    kind: "invalid",
    problem: { field, text: message },
  });
  expect(await deps.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
});

test("deactivating ends the sessions at once; reactivating does not bring them back", async () => {
  const deps = createTestDeps();
  const boss = await administrator(deps);
  const other = await administrator(deps);
  expect(await deactivateUser(deps, other.user.id, boss.by)).toEqual({ ok: true });
  await expect(requireStaff(testContext(deps), other.request)).rejects.toBeInstanceOf(Response);
  expect(await reactivateUser(deps, other.user.id, boss.by)).toEqual({ ok: true });
  await expect(requireStaff(testContext(deps), other.request)).rejects.toBeInstanceOf(Response);
  expect(await deactivateUser(deps, "nobody", boss.by)).toMatchObject({ problem: "not-found" });
});

test("nobody shuts out themselves, and two administrators cannot shut out each other", async () => {
  const deps = createTestDeps();
  const [a, b] = [await administrator(deps), await administrator(deps)];
  expect(await deactivateUser(deps, a.user.id, a.by)).toEqual({
    ok: false,
    problem: "oneself",
  });
  const outcomes = await Promise.all([
    deactivateUser(deps, b.user.id, a.by),
    deactivateUser(deps, a.user.id, b.by),
  ]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  const active = await deps.db.selectFrom("users").select("id").where("is_active", "=", 1).execute();
  expect(active).toHaveLength(1);
});

const ROLES = ["administrator", "assessor"] as const;

test.each(ROLES)("a new temporary password of an %s turns two-factor sign-in off", async (role_id) => {
  const deps = createTestDeps();
  const boss = await administrator(deps);
  const other = await insertUser(deps, { role_id });
  await signInAs(deps, other);
  await deps.db
    .updateTable("users")
    .set({ totp_enabled_at: "2027-01-01T00:00:00.000Z", totp_secret_sealed: "sealed" })
    .where("id", "=", other.id)
    .execute();
  expect(await resendTemporaryPassword(deps, other.id, boss.by)).toEqual({ ok: true });
  const sessions = deps.db.selectFrom("sessions").select("id").where("user_id", "=", other.id);
  expect(await sessions.execute()).toEqual([]);
  const row = await deps.db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", other.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ is_password_temporary: 1, totp_enabled_at: null, totp_secret_sealed: null });
  const mail = await deps.db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
  const { password } = decryptPayload(deps.secrets, mail) as { password: string };
  expect(await verifyPassword(row.password_hash, password)).toBe(true);
});

test("roles are listed by name", async () => {
  expect((await listRoles(createTestDeps())).map((role) => role.name)).toEqual([
    "Administrator",
    "Assessor",
    "Coordinator",
    "Customer",
  ]);
});

const NAMES = { firstName: "Sam", lastName: "Okafor" };

test("a new role counts at once in open sessions, and is written down with who gave it", async () => {
  const deps = createTestDeps();
  const boss = await administrator(deps);
  const other = await administrator(deps);
  const edit = { ...NAMES, lastName: "O\u200bkafor-Hill ", roleId: "coordinator" };
  expect(await editUser(deps, other.user.id, edit, boss.by)).toEqual({ ok: true });
  expect((await requireStaff(testContext(deps), other.request)).user.roleName).toBe("Coordinator");
  await expect(requireAdministrator(testContext(deps), other.request)).rejects.toMatchObject({
    init: { status: 403 },
  });
  expect(await listUsers(deps, { search: "hill" })).toMatchObject([{ lastName: "Okafor-Hill" }]);
  expect(await deps.db.selectFrom("audit_log").selectAll().execute()).toMatchObject([
    {
      action: "user.role-changed",
      actor_id: boss.user.id,
      subject_id: other.user.id,
      changed_fields: '["lastName","role"]',
      note: "administrator to coordinator",
    },
  ]);
});

test("there is always an Administrator: nobody changes their own role, and two cannot demote each other", async () => {
  const deps = createTestDeps();
  const [a, b] = [await administrator(deps), await administrator(deps)];
  const demote = (who: typeof a, by: typeof a) =>
    editUser(deps, who.user.id, { ...NAMES, roleId: "coordinator" }, by.by);
  expect(await demote(a, a)).toMatchObject({ problem: "own-role" });
  const outcomes = await Promise.all([demote(b, a), demote(a, b)]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});

test.each([
  ["customer", "coordinator"],
  ["coordinator", "customer"],
  ["coordinator", "owner"],
])("a %s does not become a %s", async (from, roleId) => {
  const deps = createTestDeps();
  const boss = await administrator(deps);
  const user = await insertUser(deps, { role_id: from });
  expect(await editUser(deps, user.id, { ...NAMES, roleId }, boss.by)).toMatchObject({
    problem: "unknown-role",
  });
  expect(await editUser(deps, user.id, { firstName: "Jo", lastName: "" }, boss.by)).toEqual({ ok: true });
});

test.each([{}, { intent: "edit" }, { intent: "other", version: "1" }])(
  "a form that the page does not have changes no user: %j",
  async (typed) => {
    const deps = createTestDeps();
    const { by } = await administrator(deps);
    const { id } = await insertUser(deps, { role_id: "coordinator", first_name: "Jo" });
    const form = new FormData();
    for (const [name, value] of Object.entries(typed)) form.set(name, value);
    const asked = { deps, by, form, userId: id, page: `/admin/users/${id}` };
    await expect(answerUserPage(asked)).rejects.toMatchObject({ init: { status: 400 } });
    expect(await listUsers(deps)).toContainEqual(expect.objectContaining({ id, firstName: "Jo" }));
  },
);

test("staff and customers are listed apart, and found by any part of name or address", async () => {
  const deps = createTestDeps();
  await insertUser(deps, { email: "desk@example.org", role_id: "coordinator", first_name: "ÉLODIE" });
  await insertUser(deps, { email: "jo_r@example.org", last_name: "Łukasz" });
  const emails = async (page: Parameters<typeof listUsers>[1]) =>
    (await listUsers(deps, page)).map(({ email }) => email);
  expect(await emails({ kind: "staff" })).toEqual(["desk@example.org"]);
  expect(await emails({ kind: "customers" })).toEqual(["jo_r@example.org"]);
  expect(await emails({ search: "élodie OKAFOR" })).toEqual(["desk@example.org"]);
  expect(await emails({ search: "lukasz" })).toEqual(["jo_r@example.org"]);
  expect(await emails({ search: "O_R@" })).toEqual(["jo_r@example.org"]);
  expect(await emails({ search: "jo%r" })).toEqual([]);
});
