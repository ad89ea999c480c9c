import { createCookie } from "react-router";
import { expect, test } from "vitest";
import { signedCookie } from "./signed-cookie.server.ts";

const secret = "our secret of forty characters, or so";
const otherSecret = "another secret of forty characters, or so";
const signedWith = (...SESSION_SECRET: string[]) => ({
  env: { APP_ORIGIN: "https://book.example.org", SESSION_SECRET },
});
const deps = signedWith(secret);
const VALUES = ["a secret", { signInId: "1", token: "Zoë" }, [{ id: "x", version: 1 }]];

/** Earlier versions of the service signed with these; browsers still have such cookies. */
const framework = createCookie("__Host-visitor", {
  httpOnly: true,
  secure: true,
  sameSite: "lax",
  path: "/",
  maxAge: 60,
  secrets: [secret],
});
const pairOf = (setCookie: string) => setCookie.split(";", 1)[0]!;

test.each(VALUES)("reads %j as it was written, among other cookies", (value) => {
  const cookie = signedCookie(deps, "visitor", 60);
  const header = `other=1; ${pairOf(cookie.serialize(value))}; __Host-visitor2=x`;
  expect(cookie.parse(header)).toEqual(value);
});

test.each(VALUES)("writes %j byte for byte as React Router does, and reads what it wrote", async (value) => {
  const cookie = signedCookie(deps, "visitor", 60);
  expect(cookie.serialize(value)).toBe(await framework.serialize(value));
  expect(cookie.parse(pairOf(await framework.serialize(value)))).toEqual(value);
});

test("a cookie that is to go is empty, at once", () => {
  expect(signedCookie(deps, "visitor", 60).serialize("", { maxAge: 0 })).toBe(
    "__Host-visitor=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
});

test("a session's cookie says how long it lasts", async () => {
  const { maxAge: _none, ...options } = { path: "/", httpOnly: true, secure: true, maxAge: 0 };
  const theirs = createCookie("__Host-session", { ...options, sameSite: "lax", secrets: [secret] });
  const maxAge = 8 * 3600;
  expect(signedCookie(deps, "session").serialize("x", { maxAge })).toBe(
    await theirs.serialize("x", { maxAge }),
  );
});

test.each([
  null,
  "",
  "__Host-visitor",
  "__Host-visitor=",
  "__Host-visitor=abc",
  "__Host-visitor=abc.def",
  "__Host-visitor=.",
  "__Host-visitor=%E0%A4%A",
])("takes nothing from %j", (header) => {
  expect(signedCookie(deps, "visitor").parse(header)).toBeNull();
});

test("takes no cookie that another secret signed, and one that an older secret of ours did", () => {
  const foreign = pairOf(signedCookie(signedWith(otherSecret), "visitor").serialize("x"));
  expect(signedCookie(deps, "visitor").parse(foreign)).toBeNull();
  expect(signedCookie(signedWith(secret, otherSecret), "visitor").parse(foreign)).toBe("x");
});
