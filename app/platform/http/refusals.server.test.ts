import { describe, expect, test } from "vitest";
import { addressMeant, isRequestFromOurselves } from "./refusals.server.ts";
import { siteRules } from "#app/site-rules.ts";

const { sessionCookie } = siteRules;
const ours = {
  appOrigin: "https://book.example.org",
  method: "POST",
  pathname: "/booking/steps/referrer",
  sessionCookie,
};

describe("which unsafe requests come from our own pages", () => {
  test.each([
    ["our own origin", { origin: "https://book.example.org" }],
    ["our own origin with cookies", { origin: "https://book.example.org", cookie: "a=b" }],
    ["a browser that says same-origin and sends no Origin", { "sec-fetch-site": "same-origin" }],
    [
      "the same machine under another name, vouched for by the browser",
      { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000", "sec-fetch-site": "same-origin" },
    ],
  ])("%s is let through", (_name, headers) => {
    expect(isRequestFromOurselves({ ...ours, headers })).toBe(true);
  });

  test.each([
    ["another site", { origin: "https://evil.example" }],
    ["another site that names our Host", { origin: "https://evil.example", host: "evil.example" }],
    ["another site of the same domain", { origin: "https://www.example.org", "sec-fetch-site": "same-site" }],
    ["our host over plain http", { origin: "http://book.example.org", host: "book.example.org" }],
    ["another port", { origin: "https://book.example.org:8443" }],
    ["a hidden origin", { origin: "null" }],
    [
      "a hidden origin, said to be same-origin",
      { origin: "null", "sec-fetch-site": "same-origin", host: "null" },
    ],
    ["a cross-site form without Origin", { "sec-fetch-site": "cross-site" }],
    ["an address bar", { "sec-fetch-site": "none" }],
    ["nothing at all, outside the API", {}],
    ["a bearer token, outside the API", { authorization: "Bearer abc" }],
  ])("%s is refused", (_name, headers) => {
    expect(isRequestFromOurselves({ ...ours, headers })).toBe(false);
  });

  test.each([
    ["a program without cookies", {}, true],
    ["a bearer token", { authorization: "Bearer abc" }, true],
    ["a bearer token with cookies", { authorization: "Bearer abc", cookie: "a=b" }, true],
    ["JSON with cookies", { cookie: "device=1; grants=1", "content-type": "application/json" }, true],
    [
      "JSON with a session's cookie",
      { cookie: "device=1; __Host-session=1", "content-type": "application/json" },
      false,
    ],
    ["cookies without Origin or JSON", { cookie: "session=1" }, false],
    ["a form with cookies", { cookie: "session=1", "content-type": "text/plain" }, false],
    ["another scheme with cookies", { cookie: "session=1", authorization: "Basic abc" }, false],
    ["another site without cookies", { origin: "https://evil.example" }, false],
    ["another site's JSON", { origin: "https://evil.example", "content-type": "application/json" }, false],
    [
      "another site with a bearer token",
      { origin: "https://evil.example", authorization: "Bearer abc" },
      false,
    ],
  ])("under /api, %s", (_name, headers, expected) => {
    expect(isRequestFromOurselves({ ...ours, pathname: "/api/bookings", headers })).toBe(expected);
  });

  test.each(["PUT", "PATCH", "DELETE"])("%s is checked like POST", (method) => {
    expect(isRequestFromOurselves({ ...ours, method, headers: { origin: "https://evil.example" } })).toBe(
      false,
    );
  });

  test("reading needs no proof", () => {
    expect(
      isRequestFromOurselves({ ...ours, method: "GET", headers: { origin: "https://evil.example" } }),
    ).toBe(true);
  });

  test("a path that only starts like the API is not the API", () => {
    expect(isRequestFromOurselves({ ...ours, pathname: "/apiary", headers: {} })).toBe(false);
  });
});

describe("punctuation after a mailed link finds its page", () => {
  const meant = (url: string, method = "GET") => addressMeant({ request: { url, method } } as never);

  test.each([
    ["/invoices/1?token=aB_c-", "."],
    ["/invoices/1?token=aB_c-", ")"],
    ["/invoices/1/pdf?token=aB_c_", "%20"],
    ["/reports/1?token=a1", "%29."],
    ["/part/1?token=a1", ">"],
    ["/booking/1?done=x&token=a1", ",%22"],
    ["/customer/verify-email?token=a1", "%E2%80%9D"],
    ["/admin/bookings/1", ")."],
    ["/assessor/visits/1/report", "%20"],
  ])("%s, then %s", (link, after) => {
    expect(meant(link + after)).toBe(link);
    expect(meant(link)).toBeNull();
  });

  test("what was typed into a search, a form that is sent, and the first page stay", () => {
    expect(meant("/admin/search?q=Smith.")).toBeNull();
    expect(meant("/booking/1?token=a1.", "POST")).toBeNull();
    expect(meant("/")).toBeNull();
  });
});
