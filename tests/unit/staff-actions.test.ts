import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { action as changeBooking } from "#app/routes/admin/booking.tsx";
import { action as sendLink } from "#app/routes/admin/send-booking.tsx";
import { action as changeUser } from "#app/routes/admin/user.tsx";
import { action as createUserAction } from "#app/routes/admin/user-new.tsx";
import type { RestrictionRow } from "#app/features/data-protection/tables.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";

type Action = (args: never) => Promise<unknown>;
type Answer = { init?: { status?: number } | null; data?: Record<string, unknown> };

describe("what staff are told when something is refused", () => {
  let deps: TestDeps;
  let cookie: string;
  let administratorId: string;
  beforeEach(async () => {
    deps = createTestDeps();
    const administrator = await createUser(deps, { role_id: "administrator", email: "office@example.org" });
    administratorId = administrator.id;
    cookie = (await signInAs(deps, administrator)).cookie;
  });

  const post = async (action: Action, fields: Record<string, string>, params = {}): Promise<Answer> => {
    const request = new Request("http://localhost:3000/admin", {
      method: "POST",
      headers: { Cookie: cookie },
      body: new URLSearchParams(fields),
    });
    const args = { request, params, context: testContext(deps) } as never;
    return (await action(args).catch((thrown: unknown) => thrown)) as Answer;
  };
  const link = "http://localhost:3000/booking?assessments=capacity-will";

  test.each([
    [{ intent: "generate" }, 400, "No assessments selected"],
    [{ intent: "send", link, email: " " }, 400, "Email required"],
    [{ intent: "send", email: "jo@example.org" }, 400, "No link generated"],
    [
      { intent: "send", email: "jo@example.org", link: "https://elsewhere.example/" },
      400,
      "No link generated",
    ],
    [{ intent: "send", email: "jo", link }, 400, "Email failed"],
  ])("sending a link with %j", async (fields, status, title) => {
    const answer = await post(sendLink as Action, fields);
    expect([answer.init?.status, answer.data?.title]).toEqual([status, title]);
  });

  test.each([
    [{ useAddress: "jo@gmail.com" }, "jo@gmail.com"],
    [{ emailConfirmed: "jo@gmial.com" }, "jo@gmial.com"],
  ])("a mistyped domain is asked about; %j then sends", async (answer, recipient) => {
    const fields = { intent: "send", email: "jo@gmial.com", link };
    expect(await post(sendLink as Action, fields)).toMatchObject({
      init: { status: 400 },
      data: { suggestion: "jo@gmail.com", initialValue: { email: "jo@gmial.com" } },
    });
    const other = { ...fields, emailConfirmed: "other@gmial.com" };
    expect(await post(sendLink as Action, other)).toMatchObject({ init: { status: 400 } });
    expect(await deps.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
    await post(sendLink as Action, { ...fields, ...answer });
    expect(await deps.db.selectFrom("outbox").select("recipient").execute()).toEqual([{ recipient }]);
  });

  test("a booking with a date is confirmed by one button, whatever the list of statuses shows", async () => {
    const booking = await createBooking(deps, { preferred_date: "2199-06-03" });
    const fields = { intent: "confirm", status: "", version: "1", notify: "on" };
    await post(changeBooking as Action, fields, { bookingId: booking.id });
    const { status } = await deps.db.selectFrom("bookings").select("status").executeTakeFirstOrThrow();
    expect(status).toBe("confirmed");
    expect(await deps.db.selectFrom("outbox").select("recipient").execute()).toContainEqual({
      recipient: booking.referrer_email,
    });
  });

  test("a link elsewhere is never mailed: only its ids count", async () => {
    const elsewhere = "https://elsewhere.example/booking?assessments=capacity-will";
    await post(sendLink as Action, { intent: "send", email: "jo@example.org", link: elsewhere });
    const { topic } = await deps.db.selectFrom("outbox").select("topic").executeTakeFirstOrThrow();
    expect(topic).toBe("booking-link");
  });

  test("a link that could not be stored keeps the page and what was typed", async () => {
    await sql`drop table outbox`.execute(deps.db);
    const answer = await post(sendLink as Action, { intent: "send", email: "jo@example.org", link });
    expect(answer).toMatchObject({
      init: { status: 500 },
      data: { title: "Email failed", summary: "Unable to send email. Please try again." },
    });
    expect(answer.data?.initialValue).toMatchObject({ email: "jo@example.org" });
  });

  const user = { email: "new@example.org", password: "Harbour-light-42", roleId: "coordinator" };
  test.each([
    [{ ...user, email: "" }, "Missing fields", "Please fill in all fields."],
    [{ ...user, password: "" }, "Missing fields", "Please fill in all fields."],
    [{ ...user, roleId: "" }, "Missing fields", "Please fill in all fields."],
    [{ ...user, password: "Short1!" }, "Password too short", "Password must be at least 8 characters long."],
    [{ ...user, password: "lower-case-1" }, "Failed to create user", "Please meet all password requirements"],
    [{ ...user, roleId: "customer" }, "Failed to create user", "Please choose a role from the list."],
    [
      { ...user, email: "OFFICE@example.org" },
      "Failed to create user",
      "There is already a user with this email address.",
    ],
    [{ ...user, email: "new" }, "Failed to create user", "Email address must include an @ symbol"],
  ])("adding the user %j", async (fields, title, summary) => {
    const answer = await post(createUserAction as Action, fields);
    expect(answer).toMatchObject({ init: { status: 400 }, data: { title, summary } });
    expect(JSON.stringify(answer)).not.toContain(fields.password || "never");
  });

  test("a user who could not be stored", async () => {
    await sql`drop table outbox`.execute(deps.db);
    expect(await post(createUserAction as Action, user)).toMatchObject({
      init: { status: 500 },
      data: { title: "Failed to create user", summary: "Please try again." },
    });
  });

  test("nobody deactivates themselves, and an unknown change is refused", async () => {
    const params = { userId: administratorId };
    expect(await post(changeUser as Action, { intent: "deactivate" }, params)).toMatchObject({
      init: { status: 409 },
      data: { message: "You cannot deactivate your own account." },
    });
    expect(await post(changeUser as Action, { intent: "promote" }, params)).toMatchObject({
      init: { status: 400 },
    });
  });
});

test.each([
  ["edit", { referrerFirstName: "" }],
  ["edit/client", { clientFirstName: "x".repeat(200) }],
  ["cancel", { reason: "x".repeat(5_000) }],
  ["", { status: "confirmed", reason: "x".repeat(5_000) }],
])(
  "a form of /admin/bookings/…/%s that is refused still names the version that it was filled in on",
  async (path, typed) => {
    const deps = createTestDeps();
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    const { id } = await createBooking(deps);
    await deps.db.updateTable("bookings").set({ version: 2 }).where("id", "=", id).execute();
    const answer = await render(deps, `/admin/bookings/${id}/${path}`, cookie, { ...typed, version: "1" });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('name="version" value="1"');
  },
);

test.each([
  ["edit", { referrerFirstName: "Jo", referrerLastName: "Reeve", assessmentLocation: "Hull" }],
  ["cancel", {}],
])(
  "what staff typed into /admin/bookings/…/%s is first refused, then meets another's change",
  async (path, typed) => {
    const deps = createTestDeps();
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    const { id, referrer_email: referrerEmail } = await createBooking(deps);
    const sent = { ...typed, referrerEmail, referrerPhone: "07700 900123", referrerCountryCode: "+44" };
    const send = async (version: string) => {
      const answer = await render(deps, `/admin/bookings/${id}/${path}`, cookie, { ...sent, version });
      return [answer.status, /name="version" value="(\d+)"/.exec(answer.text)?.[1]];
    };
    const restriction: RestrictionRow = {
      id: "r",
      kind: "restriction",
      booking_id: id,
      email_key: null,
      reason: "Asked for",
      placed_by: "x",
      placed_at: "2027-01-01T00:00:00.000Z",
      lifted_at: null,
      lifted_by: null,
    };
    await deps.db.insertInto("privacy_marks").values(restriction).execute();
    await deps.db.updateTable("bookings").set({ version: 2 }).where("id", "=", id).execute();
    expect(await send("1")).toEqual([409, "1"]);
    await deps.db.deleteFrom("privacy_marks").execute();
    expect(await send("1")).toEqual([409, "2"]);
  },
);

test("what one Administrator saves of a user is not overwritten by another's older page", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const { id } = await createUser(deps, { role_id: "administrator" });
  const path = `/admin/users/${id}`;
  const page = async (form?: Record<string, string>) => {
    const { status, text } = await render(deps, path, cookie, form);
    return {
      status,
      text,
      version: /name="version" value="([^"]*)"/.exec(text)?.[1],
    };
  };
  const { version } = await page();
  await deps.db
    .updateTable("users")
    .set({ role_id: "coordinator", version: 2 })
    .where("id", "=", id)
    .execute();
  const mine = { intent: "edit", firstName: "Samuel", lastName: "Okafor", roleId: "administrator" };
  const refused = await page({ ...mine, firstName: "x".repeat(101), version: version! });
  expect(refused).toMatchObject({ status: 400, version });
  const told = await page({ ...mine, version: refused.version! });
  expect(told.status).toBe(409);
  expect(told.text).toContain("Saved since: Coordinator");
  expect(told.text).toContain('value="Samuel"');
  expect(await page({ ...mine, version: told.version! })).toMatchObject({ status: 302 });
});

test("a change of a user without what the page showed empties nothing", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const user = await createUser(deps, { role_id: "coordinator" });
  const { status } = await render(deps, `/admin/users/${user.id}`, cookie, {});
  const { first_name } = await deps.db
    .selectFrom("users")
    .select("first_name")
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  expect({ status, first_name }).toEqual({ status: 400, first_name: user.first_name });
});

test("a booking that a colleague took over meanwhile is not taken from them unseen", async () => {
  const deps = createTestDeps();
  const me = await createUser(deps, { role_id: "coordinator" });
  const colleague = await createUser(deps, {
    role_id: "coordinator",
    first_name: "Priya",
    last_name: "Nair",
  });
  const { cookie } = await signInAs(deps, me);
  const { id } = await createBooking(deps, { owner_id: colleague.id });
  const path = `/admin/bookings/${id}`;
  const mine = { intent: "owner", owner: me.id };
  const told = await render(deps, path, cookie, { ...mine, version: "0" });
  expect(told.status).toBe(409);
  expect(told.text).toContain("Saved since: Priya Nair");
  const [, version] = /name="version" value="(\d+)"/.exec(told.text)!;
  expect(await render(deps, path, cookie, { ...mine, version: version! })).toMatchObject({
    location: `${path}?done=owner`,
  });
});

test("a price of Other that more than doubles is saved once it is confirmed on the page that asks", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const booking = await createBooking(deps, { total_pence: 45_000 }, [
    { assessment_id: "other", name: "Other", price_pence: 45_000 },
  ]);
  const path = `/admin/bookings/${booking.id}/edit/assessments`;
  const form = {
    showVirtualPricing: "false",
    selectedAssessments: "Other",
    otherAssessmentDetails: "Capacity to decide about marriage.",
    otherPrice: "£4,500",
    assessmentLocation: "Leeds",
    paymentMethod: "pay-later",
    version: String(booking.version),
  };
  const asked = await render(deps, path, cookie, form);
  expect(asked.status).toBe(400);
  expect(asked.text).toContain("Other: £4,500.00 in place of £450.00.");
  expect(asked.text).toContain('value="£4,500"');
  const [, confirmPrices] = /name="confirmPrices" value="([^"]+)"/.exec(asked.text)!;
  const { location } = await render(deps, path, cookie, { ...form, confirmPrices: confirmPrices! });
  expect(location).toBe(`/admin/bookings/${booking.id}?done=edited`);
});
