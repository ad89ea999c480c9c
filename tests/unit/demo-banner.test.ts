import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";

const VENDORS = { POSTMARK_BASE_URL: "http://127.0.0.1:3001", XERO_BASE_URL: "http://127.0.0.1:3002" };

test("only a demonstration says where its mails and invoices are, to visitors and staff", async () => {
  for (const [variables, isShown] of [
    [{ ...VENDORS, DEMO: "on" }, true],
    [VENDORS, false],
  ] as const) {
    const deps = createTestDeps(variables);
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    for (const path of ["/", "/admin/login", "/admin/dashboard"]) {
      const { text } = await render(deps, path, path === "/admin/dashboard" ? cookie : "");
      expect(text.includes('<a href="http://127.0.0.1:3001">Read the mails</a>'), path).toBe(isShown);
      expect(text.includes('<a href="http://127.0.0.1:3002">see the invoices</a>'), path).toBe(isShown);
    }
  }
});
