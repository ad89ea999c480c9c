import { expect, test } from "vitest";
import { loginPathFor } from "./cookies-refused.ts";

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
