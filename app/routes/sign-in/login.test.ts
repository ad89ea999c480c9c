import { expect, test } from "vitest";
import { createTestDeps, testContext } from "#tests/setup/deps.ts";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { action, loader } from "./login.tsx";

const PASSWORD = "Harbour-light-42";

async function post(deps: ReturnType<typeof createTestDeps>, fields: Record<string, string>, search = "") {
  const request = new Request(`http://localhost/admin/login${search}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const args = { request, params: {}, context: testContext(deps) };
  return action(args as unknown as Parameters<typeof action>[0]);
}

const staff = async (deps: ReturnType<typeof createTestDeps>) =>
  createUser(deps, { role_id: "coordinator", password_hash: await hashPassword(PASSWORD) });

test("a refused sign-in keeps the email and never the password", async () => {
  const deps = createTestDeps();
  const answer = await post(deps, { email: "sam@example.org", password: "secret-guess" });
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: { summary: "Login failed. Please check your credentials." },
  });
  expect(JSON.stringify(answer)).toContain("sam@example.org");
  expect(JSON.stringify(answer)).not.toContain("secret-guess");
});

test("a right password on a new device mails a code and remembers where to come back to", async () => {
  const deps = createTestDeps();
  const { email } = await staff(deps);
  const answer = await post(deps, { email, password: PASSWORD }, "?redirectTo=%2Fadmin%2Fusers");
  if (!(answer instanceof Response)) throw new Error("expected a redirect");
  expect(answer.headers.get("Location")).toBe("/admin/login/otp?redirectTo=%2Fadmin%2Fusers");
  const mails = await deps.db.selectFrom("outbox").select(["topic", "recipient"]).execute();
  expect(mails).toEqual([{ topic: "sign-in-code", recipient: email }]);
});

test("past five codes an hour the page says that none was sent", async () => {
  const deps = createTestDeps();
  const { email } = await staff(deps);
  for (let i = 0; i < 5; i++) {
    expect(await post(deps, { email, password: PASSWORD })).toBeInstanceOf(Response);
  }
  expect(await post(deps, { email, password: PASSWORD })).toMatchObject({
    init: { status: 429 },
    data: { summary: "Failed to send verification code" },
  });
});

test("what the server refuses to read as a form is refused here too", async () => {
  const request = new Request("http://localhost/admin/login", { method: "POST", body: "{}" });
  const refusal = new Response(null, { status: 400 });
  request.clone = () => Object.assign(new Request(request.url), { formData: () => Promise.reject(refusal) });
  const args = { request, params: {}, context: testContext(createTestDeps()) };
  await expect(action(args as unknown as Parameters<typeof action>[0])).rejects.toBe(refusal);
});

const PAGES = {
  staff: { page: "/admin/login", home: "/admin/dashboard", roleId: "coordinator" },
  customer: { page: "/customer/login", home: "/customer/dashboard", roleId: "customer" },
};

test.each(
  (["staff", "customer"] as const).flatMap((who) =>
    [
      "/.//evil.example/",
      "/x/..//evil.example/",
      "/%2e//evil.example/",
      "//evil.example",
      "/admin/../..//evil.example",
    ].map((back) => [who, back] as const),
  ),
)(
  "%s who followed a link with redirectTo=%s land at home, before and after signing in",
  async (who, back) => {
    const deps = createTestDeps();
    const { page, home, roleId } = PAGES[who];
    const user = await createUser(deps, { role_id: roleId, password_hash: await hashPassword(PASSWORD) });
    const url = `http://localhost${page}?redirectTo=${encodeURIComponent(back)}`;
    const args = (init?: RequestInit) =>
      ({ request: new Request(url, init), params: {}, context: testContext(deps) }) as never;
    const { cookie } = await signInAs(deps, user);
    const seen = (await loader(args({ headers: { Cookie: cookie } })).catch(
      (thrown: unknown) => thrown,
    )) as Response;
    expect(seen.headers.get("Location")).toBe(home);
    const body = new URLSearchParams({ email: user.email, password: PASSWORD });
    const signedIn = (await action(args({ method: "POST", body }))) as Response;
    expect(signedIn.headers.get("Location")).toBe(who === "staff" ? "/admin/login/otp" : home);
  },
);

test("somebody signed in is not led into the other area", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const request = new Request("http://localhost/admin/login?redirectTo=/customer/dashboard", {
    headers: { Cookie: cookie },
  });
  const args = { request, params: {}, context: testContext(deps) } as never;
  const answer = (await loader(args).catch((thrown: unknown) => thrown)) as Response;
  expect(answer.headers.get("Location")).toBe("/admin/dashboard");
});
