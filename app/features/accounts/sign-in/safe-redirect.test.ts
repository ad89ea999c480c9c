import fc from "fast-check";
import { expect, test } from "vitest";
import { loginPath, safeRedirect } from "./safe-redirect.ts";

test.each([
  ["/admin/dashboard", "/admin/dashboard"],
  ["/admin/bookings/1?tab=timeline", "/admin/bookings/1?tab=timeline"],
  ["/customer/verify-email?token=abc", "/customer/verify-email?token=abc"],
  ["//evil.example", "/home"],
  ["/\\evil.example", "/home"],
  ["/\t/evil.example", "/home"],
  ["https://evil.example/", "/home"],
  ["javascript:alert(1)", "/home"],
  ["evil.example", "/home"],
  ["/admin/login?redirectTo=/admin/login", "/home"],
  ["/customer/logout", "/home"],
  ["", "/home"],
  [null, "/home"],
  [`/${"a".repeat(600)}`, "/home"],
])("%j leads to %s", (value, expected) => {
  expect(safeRedirect(value, "/home")).toBe(expected);
});

test("whatever the URL carries, the browser stays on this site", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((rest) => `/${rest}`),
      ),
      (value) => {
        const target = new URL(safeRedirect(value, "/"), "https://book.example");
        expect(target.origin).toBe("https://book.example");
      },
    ),
  );
});

test("the login page is told where to come back to", () => {
  expect(loginPath("admin", "/admin/users?page=2")).toBe(
    "/admin/login?redirectTo=%2Fadmin%2Fusers%3Fpage%3D2",
  );
  expect(loginPath("customer", "//evil.example")).toBe("/customer/login");
});
