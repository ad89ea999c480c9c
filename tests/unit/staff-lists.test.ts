import { expect, test } from "vitest";
import { BY_SYSTEM, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { proposeChanges } from "#app/features/assessors/answer-profile.server.ts";
import { saveProfile } from "#app/features/assessors/save-assessor.server.ts";
import { findAssessor } from "#app/features/assessors/assessors.server.ts";
import { insertContact } from "#app/features/booking/record/contacts.server.ts";
import { startCase } from "#app/features/privacy/subject.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { registerJobHandlers } from "#app/job-handlers.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { listPages } from "#tests/setup/list-pages.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor } from "#tests/setup/visits.ts";

test.each([
  ["/admin/reports", "agree the visit"],
  ["/admin/assessors", "Add the first one"],
  ["/admin/users?show=customers", "register from the link"],
  ["/admin/users?search=nobody", "Every word is looked for"],
  ["/admin/outbox", "its confirmation"],
  ["/admin/outbox?show=problems", "What could not be sent"],
  ["/admin/privacy", "Look a person up first"],
])("an empty list says what to do first: %s", async (path, words) => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  expect((await render(deps, path, cookie)).text).toContain(words);
});

test("filters of a list say how many each would show", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  await createUser(deps, { role_id: "customer", email: "ann@example.org" });
  await createUser(deps, { role_id: "assessor", email: "ben@example.org", first_name: "Ben" });
  await createUser(deps, { role_id: "assessor", email: "cy@example.org", first_name: "Cy", is_active: 0 });
  const said = async (path: string) => (await render(deps, path, cookie)).text;
  expect(await said("/admin/users")).toMatch(/Staff 3\b[^]*Customers 1\b/);
  expect(await said("/admin/users?search=ann")).toMatch(/Staff 0\b[^]*Customers 1\b/);
  const inactive = await said("/admin/assessors?show=inactive");
  expect(inactive).toMatch(/All 2\b[^]*Active 1\b[^]*Inactive 1\b/);
  expect(inactive).toContain(">Cy");
  expect(inactive).not.toContain(">Ben");
});

test("each task about an assessor has a list of all of them, which says so once there is none", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const open = async (path: string) => joinTexts((await render(deps, path, cookie)).text);
  const gone = await createAssessor(deps, { last_name: "Gone" });
  const changed = await createAssessor(deps);
  await createAssessor(deps, { last_name: "Inactive", is_active: 0 }, { registerEndsOn: "2027-03-01" });
  expect(await open("/admin/dashboard")).toContain("Every assessor’s registration is valid");
  const profile = (await findAssessor(deps, gone.id))!;
  await saveProfile(deps, gone.id, { ...profile, registerEndsOn: "2027-03-20" }, BY_STAFF);
  const wanted = { ...(await findAssessor(deps, changed.id))!, registerEndsOn: "2031-03-20" as const };
  await proposeChanges(deps, changed.id, wanted, BY_STAFF);
  for (const [show, name, other] of [
    ["registration", "Priya Gone", "Priya Nair"],
    ["proposed", "Priya Nair", "Priya Gone"],
  ] as const) {
    const listed = await open(`/admin/assessors?show=${show}`);
    expect(listed).toContain(name);
    expect(listed).not.toContain(other);
    expect(listed).not.toContain("Priya Inactive");
  }
  expect(await open("/admin/assessors?show=cannot-come")).toContain(
    "Every assessor can come to their visits",
  );
  expect(await open("/admin/assessors")).toMatch(/Registration ends 1\b[^]*Changes to confirm 1\b/);
});

test("a row of the outbox names the person, and small beside the name the reference", async () => {
  const deps = createTestDeps();
  registerJobHandlers(deps);
  const booking = await createBooking(deps, { client_first_name: "Harold", client_last_name: "Kowalski" });
  await enqueueMail(deps, {
    topic: "access-link",
    bookingId: booking.id,
    to: booking.referrer_email,
    payload: {},
    dedupeKey: `access-link:${booking.id}`,
  });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { text } = await render(deps, "/admin/outbox?show=waiting", cookie);
  expect(text).toMatch(/Waiting 1\b/);
  expect(text).toMatch(new RegExp(`Harold Kowalski[^]{0,30}<small>${booking.reference}</small>`));
});

const request = (deps: TestDeps, booking_id: string, n: number) =>
  deps.db
    .insertInto("booking_requests")
    .values({
      id: deps.ids.uuid(),
      booking_id,
      kind: "cancel",
      day: null,
      note_sealed: null,
      version: 1,
      created_at: deps.clock.now().toISOString(),
      answered_at: n === 0 ? null : "2027-03-11T09:00:00Z",
      answered_as: n === 0 ? null : "withdrawn",
      answered_by: null,
      answer_sealed: null,
    })
    .execute();

test("an open request is on a booking's page, whatever was asked and taken back since", async () => {
  const deps = createTestDeps();
  const { id } = await createBooking(deps);
  for (let count = 0; count <= 50; count += 1) {
    await request(deps, id, count);
    deps.clock.advance(60_000);
  }
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  expect((await render(deps, `/admin/bookings/${id}`, cookie)).text).toContain("The referrer asks to cancel");
  const history = (await render(deps, `/admin/bookings/${id}?view=history`, cookie)).text;
  expect(history.split("the booking to be cancelled<")).toHaveLength(51);
});

test("the oldest of many entries is reached in a privacy case", async () => {
  const deps = createTestDeps();
  const { id, reference } = await createBooking(deps);
  for (let count = 0; count <= 100; count += 1)
    await recordAudit(deps, BY_SYSTEM, "booking.contacted", ["booking", id], { note: `row ${count}x` });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const caseId = await startCase(deps, reference, BY_STAFF);
  const pages = await listPages(deps, `/admin/privacy/cases/${caseId}`, cookie, "entries");
  expect(pages.map((page) => page.includes("row 0x"))).toEqual([false, true]);
});

const FULL: [
  of: string,
  path: string,
  size: number,
  make: (deps: TestDeps, id: string, n: number) => unknown,
][] = [
  [
    "entries",
    "?view=history",
    100,
    (deps, id, n) =>
      recordAudit(deps, BY_SYSTEM, "booking.contacted", ["booking", id], { note: `row ${n}x` }),
  ],
  [
    "contacts",
    "?view=history",
    50,
    (deps, id, n) =>
      insertContact(deps.db, deps, {
        booking_id: id,
        outcome: "spoke",
        next_day: null,
        user_id: null,
        note: `row ${n}x`,
      }),
  ],
  [
    "mails and invoices",
    "?view=history",
    50,
    async (deps, id, n) => {
      const mail = { topic: "access-link", bookingId: id, to: "ann@example.org", payload: {} } as const;
      await enqueueMail(deps, { ...mail, dedupeKey: `row ${n}` });
    },
  ],
  [
    "openings",
    "/concerns",
    100,
    (deps, id) => recordAudit(deps, BY_STAFF, "concern.viewed", ["safeguarding", id]),
  ],
];

test.each(FULL)("the oldest of many is reached on a booking's page: %s", async (of, path, size, make) => {
  const deps = createTestDeps();
  registerJobHandlers(deps);
  const { id } = await createBooking(deps);
  for (let count = 0; count <= size; count += 1) {
    await make(deps, id, count);
    deps.clock.advance(60_000);
  }
  const user = await createUser(deps, { role_id: "administrator", sees_concerns: 1 });
  const { cookie } = await signInAs(deps, user);
  const pages = await listPages(deps, `/admin/bookings/${id}${path}`, cookie, of);
  expect(pages).toHaveLength(2);
  // The reading of the first page is an opening, too.
  const rows = { entries: /row \d+x/g, contacts: /row \d+x/g, openings: /<li>\d/g };
  const row = rows[of as keyof typeof rows] ?? /href="\/admin\/outbox\/\w/g;
  expect(pages.map((page) => page.match(row)!.length)).toEqual([size, of === "openings" ? 2 : 1]);
});
