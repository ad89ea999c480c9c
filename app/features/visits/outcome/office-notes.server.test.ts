import { expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit, cancelVisit } from "#app/features/visits/agree/change-visit.server.ts";

const ON_THE_WAY = "2027-03-11T09:40:00.000Z";
const DURING = "2027-03-11T10:30:00.000Z";
const AFTERWARDS = "2027-03-11T12:00:00.000Z";

async function agreed(deps: TestDeps, overrides: Parameters<typeof createBooking>[1] = {}) {
  const booking = await createBooking(deps, overrides);
  const assessor = await createAssessor(deps);
  const visit = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: booking.version,
    isReferrerTold: false,
    plan: PLAN,
    assessorId: assessor.id,
    overruled: null,
  });
  if (!visit.ok) throw new Error(visit.problem);
  const coordinator = await createUser(deps, { role_id: "coordinator" });
  const path = `/assessor/visits/${visit.visitId}`;
  // Signs in for each page: the tests' days are longer than a session.
  const read = async (page: string, user: typeof assessor, form?: Record<string, string>) => {
    const { cookie } = await signInAs(deps, user);
    const { text, ...answer } = await render(deps, page, cookie, form);
    return { ...answer, text: joinTexts(text) };
  };
  return {
    booking,
    assessor,
    visitId: visit.visitId,
    tell: (form: Record<string, string>) => read(path, assessor, form),
    visitPage: async () => (await read(path, assessor)).text,
    bookingPage: async (search = "") =>
      (await read(`/admin/bookings/${booking.id}${search}`, coordinator)).text,
    dashboard: async () => (await read("/admin/dashboard", coordinator)).text,
    answer: async (intent: string) => {
      const { id } = await deps.db.selectFrom("visit_notes").select("id").executeTakeFirstOrThrow();
      return read(`/admin/visits/${visit.visitId}/notes`, coordinator, { intent, noteId: id });
    },
  };
}

const mailsOf = (deps: TestDeps, topic: string) =>
  deps.db.selectFrom("outbox").select(["recipient", "dedupe_key"]).where("topic", "=", topic).execute();

test("a note to the office is mailed without its words, and on the dashboard until somebody has read it", async () => {
  const deps = createTestDeps();
  const { tell, bookingPage, dashboard, answer, visitPage } = await agreed(deps);
  const { location } = await tell({ note: "Canary: key safe 1234" });
  expect(location).toMatch(/\?done=note$/);
  expect(await mailsOf(deps, "office-note")).toMatchObject([
    { recipient: deps.settings.current().company.email },
  ]);
  expect(await dashboard()).toContain("Notes from assessors");
  expect(await dashboard()).not.toContain("Canary");
  expect(await bookingPage()).toContain("Canary: key safe 1234");
  expect(await visitPage()).toContain("Not read yet");
  const { note_sealed } = await deps.db
    .selectFrom("visit_notes")
    .select("note_sealed")
    .executeTakeFirstOrThrow();
  expect(note_sealed).not.toContain("Canary");

  expect((await answer("read")).location).toMatch(/\?done=note-read$/);
  expect(await dashboard()).not.toContain("Notes from assessors");
  expect(await bookingPage()).toContain("Read by");
  expect(await visitPage()).not.toContain("Not read yet");
});

test("the owner of the booking gets the mail, and the practice once the owner has left", async () => {
  const deps = createTestDeps();
  const owner = await createUser(deps, { role_id: "coordinator", email: "owner@example.org" });
  const { tell } = await agreed(deps, { owner_id: owner.id });
  await tell({ note: "One" });
  await deps.db.updateTable("users").set({ is_active: 0 }).where("id", "=", owner.id).execute();
  await tell({ note: "Two" });
  const recipients = (await mailsOf(deps, "office-note")).map(({ recipient }) => recipient);
  expect(recipients.toSorted()).toEqual(
    ["owner@example.org", deps.settings.current().company.email].toSorted(),
  );
});

test("an assessor who is late says so with a button, and staff decide whether the referrer hears of it", async () => {
  const deps = createTestDeps();
  const { tell, visitPage, bookingPage, dashboard, answer } = await agreed(deps);
  expect(await visitPage()).not.toContain("Running late");
  expect((await tell({ intent: "late", minutes: "20" })).status).toBe(409);
  deps.clock.set(ON_THE_WAY);
  expect(await visitPage()).toContain("Running late");
  const wrong = await tell({ intent: "late", minutes: "soon" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Enter whole minutes from 5 to 240, such as 20.");
  expect((await tell({ intent: "late", minutes: "20" })).location).toMatch(/\?done=late$/);
  expect(await dashboard()).toContain("Running 20 minutes late");
  expect(await mailsOf(deps, "visit-late")).toEqual([]);

  expect(await bookingPage()).toContain('value="tell-referrer"');
  for (const _ of [1, 2]) expect((await answer("tell-referrer")).location).toMatch(/\?done=late-told$/);
  expect(await mailsOf(deps, "visit-late")).toHaveLength(1);
  expect(await bookingPage()).toContain("The referrer was told");
  expect(await bookingPage()).not.toContain('value="tell-referrer"');
  expect(await dashboard()).not.toContain("Running 20 minutes late");
});

test("nobody is told of a delay once the visit is over", async () => {
  const deps = createTestDeps();
  const { tell, answer, bookingPage } = await agreed(deps);
  deps.clock.set(DURING);
  await tell({ intent: "late", minutes: "20" });
  deps.clock.set(AFTERWARDS);
  expect(await bookingPage()).not.toContain('value="tell-referrer"');
  const { status, text } = await answer("tell-referrer");
  expect(status).toBe(409);
  expect(text).toContain("nobody was told");
  expect(await mailsOf(deps, "visit-late")).toEqual([]);
});

test("“I cannot come” wants a reason, keeps what was typed, and is a note of its own", async () => {
  const deps = createTestDeps();
  const { booking, tell, visitPage, bookingPage, dashboard } = await agreed(deps);
  const empty = await tell({ intent: "cannot-come", reason: "   " });
  expect(empty.status).toBe(400);
  expect(empty.text).toContain("Say why you cannot come, in a few words.");
  expect((await tell({ intent: "cannot-come", reason: "Canary flu" })).location).toMatch(
    /\?done=cannot-come$/,
  );
  expect(await dashboard()).toContain("Cannot come");
  expect(await bookingPage()).toContain("Canary flu");
  expect(await visitPage()).toContain("Canary flu");
  const history = await deps.db
    .selectFrom("audit_log")
    .select(["action", "note"])
    .where("subject_id", "=", booking.id)
    .where("action", "=", "visit.cannot-come")
    .execute();
  expect(history).toEqual([{ action: "visit.cannot-come", note: null }]);
});

test("after the visit only a note can be sent", async () => {
  const deps = createTestDeps();
  const { tell, visitPage } = await agreed(deps);
  deps.clock.set(AFTERWARDS);
  const page = await visitPage();
  expect(page).toContain("Send note");
  expect(page).not.toContain("I cannot come");
  const { status, text } = await tell({ intent: "cannot-come", reason: "Ill" });
  expect(status).toBe(409);
  expect(text).toContain("This visit is over, or was cancelled.");
  expect((await tell({ note: "She asked for a copy." })).status).toBe(302);
});

test("a note of another visit is unknown", async () => {
  const deps = createTestDeps();
  const first = await agreed(deps);
  await first.tell({ note: "One" });
  const { visitId } = await agreed(deps);
  const { id } = await deps.db.selectFrom("visit_notes").select("id").executeTakeFirstOrThrow();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { status } = await render(deps, `/admin/visits/${visitId}/notes`, cookie, {
    intent: "read",
    noteId: id,
  });
  expect(status).toBe(404);
});

test("the mail about a delay is not sent when the visit was cancelled since", async () => {
  const deps = createTestDeps();
  const { booking, tell, answer } = await agreed(deps);
  deps.clock.set(ON_THE_WAY);
  await tell({ intent: "late", minutes: "20" });
  await answer("tell-referrer");
  const { version } = await deps.db
    .selectFrom("bookings")
    .select("version")
    .where("id", "=", booking.id)
    .executeTakeFirstOrThrow();
  await cancelVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version,
    isReferrerTold: false,
    after: "agree-another",
    reason: "",
  });
  const { composeMail } = await import("#app/features/mail/compose-mail.server.ts");
  const job = await deps.db
    .selectFrom("outbox")
    .selectAll()
    .where("topic", "=", "visit-late")
    .executeTakeFirstOrThrow();
  expect(await composeMail(deps, job)).toEqual({ skip: "visit-changed" });
});
