import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createUser } from "#tests/setup/factories.ts";
import { createFirstAdministrator } from "./create-administrator.server.ts";
import { verifyPassword } from "#app/features/accounts/password/password-hash.server.ts";

test("a new installation gets one administrator with a temporary password, and only once", async () => {
  const deps = createTestDeps();
  const [first, second] = await Promise.all([createFirstAdministrator(deps), createFirstAdministrator(deps)]);
  const made = (first ?? second)!;
  expect([first, second]).toContain(null);
  expect(made.email).toBe("admin@capacity-assessments.example");
  const users = await deps.db.selectFrom("users").selectAll().execute();
  expect(users).toMatchObject([{ role_id: "administrator", is_password_temporary: 1, is_active: 1 }]);
  expect(await verifyPassword(users[0]!.password_hash, made.temporaryPassword)).toBe(true);
  expect(await createFirstAdministrator(deps)).toBeNull();
});

test("unattended set-ups choose the email and the password; customers do not count as staff", async () => {
  const deps = createTestDeps({ ADMIN_EMAIL: "Boss@example.org", ADMIN_PASSWORD: "Change-me-1" });
  await createUser(deps, { role_id: "customer" });
  expect(await createFirstAdministrator(deps)).toEqual({
    email: "Boss@example.org",
    temporaryPassword: "Change-me-1",
  });
});
