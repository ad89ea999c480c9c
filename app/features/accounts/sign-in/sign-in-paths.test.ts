import fc from "fast-check";
import { expect, test } from "vitest";
import { listRoutes } from "#tests/unit/route-list.ts";
import { loginPath, safeRedirect, loginPathFor } from "./sign-in-paths.ts";

test.each([
  "/admin/dashboard",
  "/admin/bookings/1?tab=timeline",
  "/admin/bookings.csv?status=pending&q=%C3%A9lodie",
  "/customer/verify-email?token=abc",
])("a sign-in comes back to %s", (path) => {
  expect(safeRedirect(path, "/home")).toBe(path);
});

test.each([
  "//evil.example",
  "/.//evil.example/",
  "/x/..//evil.example/",
  "/%2e//evil.example/",
  "/admin/..//evil.example/",
  "/admin/.//evil.example/",
  "/admin/%2e%2e//evil.example/",
  "/admin//evil.example/",
  "/admin/x/../../..//evil.example",
  "/customer/dashboard/..%2f..%2f%2fevil.example",
  "/\\evil.example",
  "/admin\\evil.example",
  "/\t/evil.example",
  "/admin/dashboard\n//evil.example",
  "/admin/dashboard#//evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "evil.example",
  "/booking",
  "/admin",
  "/admin/login?redirectTo=/admin/login",
  "/admin/login/otp",
  "/customer/logout",
  "",
  null,
  ["/admin/dashboard"],
  `/admin/${"a".repeat(600)}`,
])("%j leads nowhere", (value) => {
  expect(safeRedirect(value, "/home")).toBe("/home");
});

test("each page of the two areas can be come back to", () => {
  const pages = listRoutes()
    .map(({ path }) => path.replaceAll(/:\w+/g, "0191a2b3-c4d5"))
    .filter((path) => /^\/(admin|customer)\//.test(path) && !/\/log(in|out)/.test(path));
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter((path) => safeRedirect(path, "") !== path)).toEqual([]);
});

const PIECES = [
  "/",
  "//",
  ".",
  "..",
  "\\",
  "%2e",
  "%2f",
  "%5c",
  "\t",
  "\n",
  "@",
  ":",
  "?",
  "#",
  "é",
  "\u3002",
];
const WORDS = ["admin", "customer", "dashboard", "evil.example", "x", "https:", "login"];

/** Like `fc.webUrl()`, which makes a table of a million characters first. */
const segment = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 10 })
  .map((codes) => encodeURIComponent(String.fromCodePoint(...codes).toWellFormed()));
const webUrl = fc
  .tuple(fc.constantFrom("http", "https"), fc.webAuthority(), fc.array(segment, { maxLength: 5 }))
  .map(([scheme, authority, segments]) => [`${scheme}://${authority}`, ...segments].join("/"));

test("whatever the URL carries, the browser stays on this site, on the very page that was checked", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        webUrl,
        fc.string().map((rest) => `/${rest}`),
        fc.string().map((rest) => `/admin/${rest}`),
        fc.array(fc.constantFrom(...PIECES, ...WORDS), { maxLength: 12 }).map((parts) => parts.join("")),
        fc
          .array(fc.constantFrom(...PIECES, ...WORDS), { maxLength: 12 })
          .map((parts) => `/admin/${parts.join("")}`),
      ),
      (value) => {
        const sent = safeRedirect(value, "/");
        const target = new URL(sent, "https://book.example/admin/login");
        expect(target.origin).toBe("https://book.example");
        expect(target.pathname + target.search).toBe(sent);
        expect(target.pathname).not.toContain("//");
      },
    ),
    { numRuns: 2_000 },
  );
});

test("the login page is told where to come back to", () => {
  expect(loginPath("admin", "/admin/users?page=2")).toBe(
    "/admin/login?redirectTo=%2Fadmin%2Fusers%3Fpage%3D2",
  );
  expect(loginPath("customer", "//evil.example")).toBe("/customer/login");
});

const LOGIN = "http://localhost:3000/customer/login";

test.each([
  ["after a sign-in, without a cookie", { Referer: LOGIN }, "/customer/login?reason=cookies"],
  [
    "after a code, without a cookie",
    { Referer: "http://localhost:3000/admin/login/otp" },
    "/customer/login?reason=cookies",
  ],
  ["after a sign-in, with a cookie", { Referer: LOGIN, Cookie: "session=1" }, "/customer/login"],
  ["from another page", { Referer: "http://localhost:3000/booking" }, "/customer/login"],
  ["from another site", { Referer: "http://evil.example/customer/login" }, "/customer/login"],
  ["from nowhere", {}, "/customer/login"],
])("the login page says so %s", (_when, headers, expected) => {
  const request = new Request("http://localhost:3000/customer/dashboard", { headers });
  expect(loginPathFor(request, "/customer/login")).toBe(expected);
});
