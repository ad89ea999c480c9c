import { expect, test } from "vitest";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { createTestDeps, testContext } from "#tests/setup/deps.ts";
import { requireAdministrator, requireCustomer, requireStaff, requireUserHere } from "./guards.server.ts";

type Guard = typeof requireStaff | typeof requireCustomer;
const GUARDS = { staff: requireStaff, administrator: requireAdministrator, customer: requireCustomer };

async function outcome(guard: Guard, roleId: string | null, path = "/admin/users?page=2") {
  const deps = createTestDeps();
  const headers = new Headers();
  if (roleId) {
    const user = await createUser(deps, { role_id: roleId });
    headers.set("Cookie", (await signInAs(deps, user)).cookie);
  }
  try {
    return (await guard(testContext(deps), new Request(`http://localhost${path}`, { headers }))).user.roleId;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get("Location");
    return (thrown as { init: ResponseInit }).init.status;
  }
}

test.each([
  ["staff", "administrator", "administrator"],
  ["staff", "coordinator", "coordinator"],
  ["staff", "customer", 403],
  ["staff", null, "/admin/login?redirectTo=%2Fadmin%2Fusers%3Fpage%3D2"],
  ["administrator", "administrator", "administrator"],
  ["administrator", "coordinator", 403],
  ["administrator", "customer", 403],
  ["administrator", null, "/admin/login?redirectTo=%2Fadmin%2Fusers%3Fpage%3D2"],
  ["customer", "customer", "customer"],
  ["customer", "administrator", 403],
  ["customer", null, "/customer/login?redirectTo=%2Fadmin%2Fusers%3Fpage%3D2"],
] as const)("the %s area, entered by %s: %s", async (area, roleId, expected) => {
  expect(await outcome(GUARDS[area], roleId)).toBe(expected);
});

test.each([
  ["/Customer/account", "customer"],
  ["/ASSESSOR/account", "assessor"],
  ["/Admin/security", "coordinator"],
])("a page that all have knows its area in capitals, too: %s", async (path, roleId) => {
  expect(await outcome(requireUserHere as Guard, roleId, path)).toBe(roleId);
});

test("a data request of the client runtime comes back to the page, not to the data", async () => {
  expect(await outcome(requireStaff, null, "/admin/users.data?page=2&_routes=x")).toBe(
    "/admin/login?redirectTo=%2Fadmin%2Fusers%3Fpage%3D2",
  );
});

test("a deactivated user and an ended session are visitors", async () => {
  const deps = createTestDeps();
  const user = await createUser(deps, { role_id: "administrator" });
  const { bearer } = await signInAs(deps, user);
  const request = new Request("http://localhost/admin/dashboard", {
    headers: { Authorization: `Bearer ${bearer}` },
  });
  expect((await requireStaff(testContext(deps), request)).user.email).toBe(user.email);
  await deps.db.updateTable("users").set({ is_active: 0 }).where("id", "=", user.id).execute();
  await expect(requireStaff(testContext(deps), request)).rejects.toBeInstanceOf(Response);
  await deps.db.updateTable("users").set({ is_active: 1 }).where("id", "=", user.id).execute();
  deps.clock.advance(9 * 3_600_000);
  await expect(requireStaff(testContext(deps), request)).rejects.toBeInstanceOf(Response);
});

test.each(["Bearer x", "Bearer", `Bearer ${"x".repeat(43)}`])(
  "%s does not fall back on the browser's session",
  async (authorization) => {
    const deps = createTestDeps();
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
    const request = new Request("http://localhost/", {
      headers: { Cookie: cookie, Authorization: authorization },
    });
    await expect(requireStaff(testContext(deps), request)).rejects.toBeInstanceOf(Response);
  },
);
