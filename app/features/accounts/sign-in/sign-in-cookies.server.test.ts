import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { later, STAFF_SESSION_HOURS } from "#app/features/accounts/record/lifetimes.ts";
import { signedInHeaders } from "./sign-in-cookies.server.ts";

test("the cookies of a sign-in say how long they last: a day could be past by a visitor's clock that is wrong", () => {
  const deps = createTestDeps();
  const cookies = signedInHeaders(deps, {
    kind: "signed-in",
    sessionSecret: "secret",
    expiresAt: later(deps.clock.now(), 60 * STAFF_SESSION_HOURS),
    deviceSecret: "device",
    user: {
      id: "1",
      email: "jo@example.org",
      firstName: "Jo",
      roleId: "coordinator",
      roleName: "Coordinator",
    },
  }).getSetCookie();
  const ages = cookies.map((cookie) => cookie.replace(/=[^;]*;.*(Max-Age=\d+|Expires=[^;]*).*/, " $1"));
  expect(ages).toEqual([
    expect.stringMatching(/^device Max-Age=\d+$/),
    "session Max-Age=43200",
    "sign-in Max-Age=0",
  ]);
});
