import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { enqueueBookingMails } from "#app/features/booking/record/submit-booking.server.ts";
import { outboxOf } from "#app/features/mail/erase-mails.server.ts";
import { eraseBookingEverywhere } from "#app/features/privacy/personal-rooms.server.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { editBooking } from "./edit-booking.server.ts";
import { contactPlan, BookingEdit } from "./edit-plans.server.ts";
import { readBookingFile } from "./read-booking-file.server.ts";

const AS_BOOKED = {
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "Joanna.Reeve@example.org",
  referrerCountryCode: "+44",
  referrerPhone: "07700 900123",
  referrerOrganisation: "",
  assessmentLocation: "Leeds",
  preferredDate: "",
  confirmDate: "",
};
const by = { actor: { kind: "staff" as const, id: "staff-1" }, requestId: "request-1" };

describe("editing a booking", () => {
  let deps: TestDeps;
  beforeEach(() => {
    deps = createTestDeps();
  });
  const edit = (
    booking: { id: string; version: number },
    changes: Partial<typeof AS_BOOKED>,
    isReferrerTold = false,
  ) =>
    editBooking(deps, {
      bookingId: booking.id,
      version: booking.version,
      plan: contactPlan(deps.secrets, BookingEdit.parse({ ...AS_BOOKED, ...changes }), "2027-03-10"),
      isReferrerTold,
      ...by,
    });
  const read = (id: string) =>
    deps.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  test("writes what changed and names it in the audit log, without the values", async () => {
    const booking = await createBooking(deps);
    expect(await edit(booking, { assessmentLocation: " York ", preferredDate: "2027-04-01" })).toEqual({
      ok: true,
      changedFields: ["assessmentLocation", "preferredDate"],
    });
    expect(await read(booking.id)).toMatchObject({
      assessment_location: "York",
      preferred_date: "2027-04-01",
      version: 2,
      token_version: 1,
    });
    const audit = await deps.db.selectFrom("audit_log").selectAll().execute();
    expect(audit).toMatchObject([
      { action: "booking.edited", changed_fields: '["assessmentLocation","preferredDate"]', note: null },
    ]);
    expect(await deps.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
  });

  test("the referrer is told of a new date with its values, of a new place without, and gets a new calendar file", async () => {
    const booking = await createBooking(deps, { status: "confirmed", preferred_date: "2027-04-01" });
    await edit(booking, { assessmentLocation: "York", preferredDate: "2027-04-08" }, true);
    await runDueJobs(deps);
    expect(deps.sentMails).toHaveLength(1);
    const { text, attachments, to } = deps.sentMails[0]!;
    expect(to).toBe(booking.referrer_email);
    expect(text).toMatch(/The date was Thursday 1 April 2027\. It is Thursday 8 April\s+2027 now/);
    expect(text).toContain("The place of the assessment was changed.");
    expect(text).not.toContain("York");
    expect(attachments[0]!.content).toContain("SEQUENCE:2");
    expect(attachments[0]!.content).toContain("DTSTART;VALUE=DATE:20270408");
  });

  test("a day more than two years ahead is asked about, once", async () => {
    const booking = await createBooking(deps);
    expect(await edit(booking, { preferredDate: "2072-03-29" })).toEqual({
      ok: false,
      problem: "doubtful",
      doubts: { confirmDate: ["Tuesday 29 March 2072 is more than two years ahead."] },
    });
    expect((await read(booking.id)).preferred_date).toBe(booking.preferred_date);
    expect(await edit(booking, { preferredDate: "2029-03-29", confirmDate: "2072-03-29" })).toMatchObject({
      problem: "doubtful",
    });
    const far = { preferredDate: "2072-03-29", confirmDate: "2072-03-29" };
    expect(await edit(booking, far)).toMatchObject({ ok: true });
    const saved = await read(booking.id);
    expect(await edit(saved, { preferredDate: "2072-03-29", assessmentLocation: "York" })).toMatchObject({
      ok: true,
    });
  });

  test("the history shows old and new, sealed, and it goes when the booking is erased", async () => {
    const booking = await createBooking(deps);
    await edit(booking, { assessmentLocation: "York" });
    const { history } = await readBookingFile(deps, booking.id);
    expect(history[0]).toMatchObject({ what: "Details changed", changes: ["location: Leeds → York"] });
    const [row] = await deps.db.selectFrom("booking_changes").selectAll().execute();
    expect(row!.changes_sealed).not.toContain("York");
    await eraseBookingEverywhere(deps.db, deps, booking.id);
    expect(await deps.db.selectFrom("booking_changes").selectAll().execute()).toEqual([]);
  });

  test("saving without a change leaves no trace", async () => {
    const booking = await createBooking(deps);
    expect(await edit(booking, {})).toEqual({ ok: true, changedFields: [] });
    expect(await read(booking.id)).toMatchObject({ version: 1 });
    expect(await deps.db.selectFrom("audit_log").selectAll().execute()).toEqual([]);
  });

  test("the second of two at once is told what the first left, and nothing is lost", async () => {
    const booking = await createBooking(deps);
    const [first, second] = await Promise.all([
      edit(booking, { assessmentLocation: "York" }),
      edit(booking, { assessmentLocation: "Hull" }),
    ]);
    expect(first).toMatchObject({ ok: true });
    expect(second).toMatchObject({
      ok: false,
      problem: "changed-since",
      savedInstead: { assessmentLocation: ["Saved since: York"] },
    });
  });

  test("a new email address takes links and accounts from the old one and gets a fresh link", async () => {
    const booking = await createBooking(deps);
    const wrong = await createUser(deps, { email: booking.referrer_email });
    const linked_at = deps.clock.now().toISOString();
    const link = { user_id: wrong.id, booking_id: booking.id, linked_at };
    await deps.db.insertInto("customer_bookings").values(link).execute();
    await edit(booking, { referrerEmail: "Jo@Example.org" });
    expect(await read(booking.id)).toMatchObject({
      referrer_email: "Jo@Example.org",
      referrer_email_key: "jo@example.org",
      token_version: 2,
    });
    expect(await deps.db.selectFrom("outbox").select(["topic", "recipient"]).execute()).toEqual([
      { topic: "access-link", recipient: "Jo@Example.org" },
    ]);
    expect(await deps.db.selectFrom("customer_bookings").selectAll().execute()).toEqual([]);
  });

  test("mails that wait go over to the new address, and stay when who has the old one is erased", async () => {
    const booking = await createBooking(deps);
    await enqueueBookingMails(deps, booking);
    await edit(booking, { referrerEmail: "right@example.org" });
    expect(await outboxOf(deps.db, { emailKey: booking.referrer_email_key })).toEqual([]);
    const topics = (await outboxOf(deps.db, { emailKey: "right@example.org" })).map(({ topic }) => topic);
    expect(topics.sort()).toEqual([
      "access-link",
      "booking-confirmation",
      "referral-reminder",
      "referral-reminder",
    ]);
  });

  test("another spelling of the same address keeps the links", async () => {
    const booking = await createBooking(deps);
    await edit(booking, { referrerEmail: "joanna.reeve@example.org" });
    expect(await read(booking.id)).toMatchObject({ token_version: 1, version: 2 });
  });

  test.each([
    [{ referrerFirstName: " " }, "referrerFirstName", "Please enter the first name."],
    [{ referrerEmail: "" }, "referrerEmail", "Email address is required"],
    [{ referrerEmail: "jo" }, "referrerEmail", "Email address must include an @ symbol"],
    [{ referrerPhone: "123" }, "referrerPhone", "UK phone numbers should have 10 digits"],
    [{ preferredDate: "2027-02-30" }, "preferredDate", "Please enter a date that exists."],
  ])("refuses %j", (changes, field, message) => {
    const issues = BookingEdit.safeParse({ ...AS_BOOKED, ...changes }).error!.issues;
    expect(issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]]);
  });
});
