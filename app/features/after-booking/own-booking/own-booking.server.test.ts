import { beforeEach, describe, expect, test } from "vitest";
import { action as staffAction } from "#app/routes/admin/booking.tsx";
import { action as askForDate } from "#app/routes/booking-pages/another-date.tsx";
import { action as bookAgain } from "#app/routes/booking-pages/book-again.tsx";
import { loader as files } from "#app/routes/booking-pages/booking-files.ts";
import { action as askToCancel, loader as cancelPage } from "#app/routes/booking-pages/cancel.tsx";
import { action as correctContact } from "#app/routes/booking-pages/contact-details.tsx";
import { submitDraft } from "#app/features/before-booking/wizard/confirm-booking.server.ts";
import {
  findDraftRow,
  decryptDraft,
  saveAnswers,
} from "#app/features/before-booking/wizard/drafts.server.ts";
import { bookingToken, requireBooking } from "#app/features/booking/record/guards.server.ts";
import { renewAccessLink } from "#app/features/staff/booking/booking-links.server.ts";
import { editBooking } from "#app/features/staff/booking/edit-booking.server.ts";
import { ContactEdit, ownContactPlan } from "#app/features/staff/booking/edit-plans.server.ts";
import { eraseBookingEverywhere } from "#app/features/privacy/personal-rooms.server.ts";
import { listRequests } from "#app/features/booking/record/requests.server.ts";
import { readBookingFile } from "#app/features/staff/booking/read-booking-file.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { expectByPost } from "#app/features/documents/change-documents.server.ts";
import { findSavedReferral } from "#app/features/referral/saved-referral.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createDocument } from "#tests/setup/documents.ts";
import { pdf } from "#tests/setup/files.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";

type Handler = (args: never) => Promise<unknown>;
type Answer = {
  location?: string | null;
  cookie?: string | null;
  status: number;
  text?: string;
  data?: { error?: Record<string, string[]>; summary?: string; cost?: { heading: string } };
};

let deps: TestDeps;
let booking: Awaited<ReturnType<typeof createBooking>>;
beforeEach(async () => {
  deps = createTestDeps();
  deps.clock.set("2027-03-10T10:00:00Z");
  booking = await createBooking(deps, { preferred_date: "2027-04-01" });
});

async function ask(handler: Handler, path: string, fields?: Record<string, string>, cookie = "") {
  const request = new Request(`http://localhost:3000${path}`, {
    headers: { Cookie: cookie },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  const params = {
    bookingId: path
      .split("/")
      .find((part) => /^[\da-f-]{36}/.test(part))!
      .slice(0, 36),
  };
  const args = { request, url: new URL(request.url), params, context: testContext(deps) } as never;
  const result: unknown = await handler(args).catch((thrown: unknown) => thrown);
  if (result instanceof Error) throw result;
  if (result instanceof Response) {
    const { headers, status } = result;
    const text = await result.text();
    return { location: headers.get("Location"), cookie: headers.get("Set-Cookie"), status, text } as Answer;
  }
  const { init, data } = result as { init: { status?: number } | null; data: Answer["data"] };
  return { status: init?.status ?? 200, data } as Answer;
}

const at = (page: string, token = booking.token) => `/booking/${booking.id}/${page}?token=${token}`;

const APRIL = { "preferredDate-day": "8", "preferredDate-month": "4", "preferredDate-year": "2027" };
const askDate = (fields: Record<string, string> = APRIL) =>
  ask(askForDate as Handler, at("another-date"), { note: "Mornings, please", ...fields });

const requests = () => listRequests(deps, booking.id);
const topics = async () =>
  (await deps.db.selectFrom("outbox").select("topic").orderBy("topic").execute()).map(({ topic }) => topic);
const row = () =>
  deps.db.selectFrom("bookings").selectAll().where("id", "=", booking.id).executeTakeFirstOrThrow();

async function staffAnswers(intent: string, fields: Record<string, string> = {}) {
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const [request] = await requests();
  const form = { intent, asked: request!.id, kind: request!.kind, note: "", ...fields };
  return ask(staffAction as Handler, `/admin/bookings/${booking.id}`, form, cookie);
}

describe("asking for another date", () => {
  test("goes to the staff's list, sealed, and tells the practice of it and of its change", async () => {
    expect(await askDate()).toMatchObject({ status: 302, location: `/booking/${booking.id}?done=date` });
    await askDate({ ...APRIL, "preferredDate-day": "9" });
    expect(await requests()).toMatchObject([{ kind: "date", day: "2027-04-09", note: "Mornings, please" }]);
    expect(await topics()).toEqual(["request-notice", "request-notice"]);
    const stored = await deps.db.selectFrom("booking_requests").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain("Mornings");
    const { parts } = await readDashboard(deps, readDashboardView(new URLSearchParams()));
    expect(parts.request.shown).toMatchObject([{ kind: "date", booking: { reference: booking.reference } }]);
    expect(await row()).toMatchObject({ preferred_date: "2027-04-01" });
  });

  test.each([
    [{}, "Please enter the date that would suit you."],
    [{ ...APRIL, "preferredDate-month": "13" }, "That date does not exist"],
    [{ ...APRIL, "preferredDate-month": "3", "preferredDate-day": "11" }, "We need at least 7 days’ notice"],
  ])("with %j is refused", async (fields, message) => {
    const refused = await askDate({ "preferredDate-day": "", ...fields });
    expect(refused.status).toBe(400);
    expect(refused.data!.error!.preferredDate![0]).toContain(message);
    expect(await requests()).toEqual([]);
  });

  test("is accepted by staff: the date changes, with its history and mail", async () => {
    await askDate();
    expect(await staffAnswers("request-accept")).toMatchObject({
      location: `/admin/bookings/${booking.id}?done=request-date`,
    });
    expect(await row()).toMatchObject({ preferred_date: "2027-04-08" });
    expect(await topics()).toEqual(["booking-changed", "request-notice"]);
    expect(await requests()).toMatchObject([{ answered_as: "accepted" }]);
    const { history } = await readBookingFile(deps, booking.id);
    expect(history.map(({ what }) => what)).toEqual(["Details changed", "Request accepted", "Request made"]);
    expect(await staffAnswers("request-accept")).toMatchObject({ status: 409 });
  });

  test("is declined by staff, with a mail that says why", async () => {
    await askDate();
    await staffAnswers("request-decline", { note: "The assessor is away." });
    expect(await row()).toMatchObject({ preferred_date: "2027-04-01" });
    expect(await topics()).toEqual(["request-declined", "request-notice"]);
    expect(await requests()).toMatchObject([{ answered_as: "declined", answer: "The assessor is away." }]);
  });

  test("can be taken back", async () => {
    await askDate();
    await askDate({ intent: "withdraw" });
    expect(await requests()).toMatchObject([{ answered_as: "withdrawn" }]);
  });
});

describe("asking to cancel", () => {
  test("cancels nothing until staff accept, once the right to cancel is over", async () => {
    booking = await createBooking(deps, { created_at: "2027-02-23T10:00:00Z" });
    await ask(askToCancel as Handler, at("cancel"), { note: "" });
    expect(await row()).toMatchObject({ status: "pending" });
    await staffAnswers("request-accept");
    expect(await row()).toMatchObject({ status: "cancelled" });
    expect(await topics()).toEqual(["request-notice", "status-changed"]);
    expect(await ask(askToCancel as Handler, at("cancel"), { note: "" })).toMatchObject({ status: 409 });
  });

  test.each([
    ["a private person within 14 days", {}, "You can cancel free of charge"],
    ["a private person later", { created_at: "2027-02-23T10:00:00Z" }, "There is no fixed fee"],
    [
      "a solicitor",
      { referrer_relationship: "Solicitor", referrer_organisation: "Oak LLP" },
      "There is no fixed fee",
    ],
  ])("says to %s what it costs", async (_who, of, heading) => {
    booking = await createBooking(deps, of);
    expect((await ask(cancelPage as Handler, at("cancel"))).data!.cost!.heading).toBe(heading);
  });
});

describe("correcting contact details", () => {
  const DETAILS = {
    version: "1",
    referrerFirstName: "Joanne",
    referrerLastName: "Reeve",
    referrerEmail: "Joanna.Reeve@example.org",
    referrerCountryCode: "+44",
    referrerPhone: "07700 900124",
  };

  test("changes them at once, with the usual mail", async () => {
    const answer = await ask(correctContact as Handler, at("contact-details"), DETAILS);
    expect(answer).toMatchObject({ location: `/booking/${booking.id}?done=contact` });
    expect(await row()).toMatchObject({ referrer_first_name: "Joanne", referrer_phone: "7700900124" });
    expect(await topics()).toEqual(["booking-changed"]);
  });

  const opens = async (token: string, cookie = "") =>
    (await ask(cancelPage as Handler, at("cancel", token), undefined, cookie)).status === 200;
  const tokenNow = async () => bookingToken(deps, await row());
  const HOUR = 3_600_000;

  async function correct(referrerEmail: string, token = booking.token, more: Record<string, string> = {}) {
    const version = String((await row()).version);
    return ask(correctContact as Handler, at("contact-details", token), {
      ...DETAILS,
      referrerEmail,
      version,
      ...more,
    });
  }

  test("asks about a mistyped address, and saves nothing until it is decided", async () => {
    const MISTYPED = "joanna@gmial.com";
    const asked = await correct(MISTYPED);
    expect(asked.data!.error!.referrerEmail).toEqual(["Possible typo detected in email domain"]);
    expect(await topics()).toEqual([]);
    await correct(MISTYPED, booking.token, { intent: "use-suggestion" });
    expect((await row()).referrer_email).toBe("joanna@gmail.com");
    await correct(MISTYPED, await tokenNow(), { referrerEmailConfirmed: MISTYPED });
    expect((await row()).referrer_email).toBe(MISTYPED);
    // The address of before is kept without a question.
    await correct(MISTYPED, await tokenNow(), { referrerEmailConfirmed: MISTYPED, referrerFirstName: "Jo" });
    expect(await row()).toMatchObject({ referrer_first_name: "Jo", referrer_email: MISTYPED });
  });

  test("lets the old link work until the new address was used, and no longer", async () => {
    await correct("new@example.org");
    const next = await tokenNow();
    expect(await opens(booking.token)).toBe(true);
    const { version } = await row();
    expect(await opens(next)).toBe(true);
    expect(await opens(booking.token)).toBe(false);
    expect((await row()).version).toBe(version);
  });

  test("lets the old link work for 48 hours at most, also in a browser that it opened", async () => {
    await correct("new@example.org");
    const page = requireBooking(deps, new Request(`http://localhost:3000${at("cancel")}`), booking.id);
    const cookie = (await page).headers["Set-Cookie"]!.split(";")[0]!;
    expect(await opens("", cookie)).toBe(true);
    deps.clock.advance(48 * HOUR - 1);
    expect([await opens(booking.token), await opens("", cookie)]).toEqual([true, true]);
    deps.clock.advance(1);
    expect([await opens(booking.token), await opens("", cookie)]).toEqual([false, false]);
    expect(await opens(await tokenNow())).toBe(true);
  });

  test("ends the link to an address that was corrected again, and keeps the one that reached the referrer", async () => {
    await correct("stranger@example.org");
    const strangers = await tokenNow();
    await correct("joanna.reeve@example.net");
    expect([await opens(booking.token), await opens(strangers)]).toEqual([true, false]);
  });

  test("staff's correction of an address ends the old link at once, and so does a link that they replace", async () => {
    await correct("new@example.org");
    await renewAccessLink(deps, { ...BY_STAFF, bookingId: booking.id, isOldLinkRevoked: true });
    expect(await opens(booking.token)).toBe(false);
    const token = await tokenNow();
    const { version } = await row();
    const edit = ContactEdit.parse({ ...DETAILS, referrerEmail: "third@example.org" });
    await editBooking(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      version,
      isReferrerTold: true,
      plan: ownContactPlan(deps.secrets, edit),
    });
    expect(await opens(token)).toBe(false);
  });

  test("with a new address tells the old address, and this browser goes on", async () => {
    const fields = { ...DETAILS, referrerEmail: "new@example.org" };
    const { cookie } = await ask(correctContact as Handler, at("contact-details"), fields);
    const mails = await deps.db
      .selectFrom("outbox")
      .select(["topic", "recipient"])
      .orderBy("topic")
      .execute();
    expect(mails).toEqual([
      { topic: "access-link", recipient: "new@example.org" },
      { topic: "address-replaced", recipient: "Joanna.Reeve@example.org" },
      { topic: "booking-changed", recipient: "new@example.org" },
    ]);
    const own = await ask(
      cancelPage as Handler,
      `/booking/${booking.id}/cancel`,
      undefined,
      cookie!.split(";")[0],
    );
    expect(own.status).toBe(200);
  });

  test("is refused for a stale page", async () => {
    const refused = await ask(correctContact as Handler, at("contact-details"), { ...DETAILS, version: "0" });
    expect(refused.status).toBe(409);
  });
});

test("booking again copies the referrer, the person and the referral answers into the new booking", async () => {
  await saveSections(deps, {
    booking,
    sections: { personalDetails: { answers: { firstName: "Edith", nextOfKinName: "Joanna" } } },
    actor: BY_STAFF.actor,
    requestId: "r1",
  });
  const started = await ask(bookAgain as Handler, at("book-again"), { copyClient: "on", copyReferral: "on" });
  const draftId = new URL(started.location!, "http://localhost").searchParams.get("draft")!;
  const draft = decryptDraft(deps, (await findDraftRow(deps.db, draftId))!);
  expect(draft.answers).toMatchObject({ referrerFirstName: "Joanna", assessmentLocation: "Leeds" });
  const ready = await saveAnswers(deps, draft, {
    selectedAssessments: ["capacity-will"],
    allowWeekends: "",
    paymentMethod: "pay-later",
  });
  const made = await submitDraft(deps, ready, {
    actor: { kind: "visitor", id: null },
    requestId: "r2",
    clientAddress: "192.0.2.1",
  });
  if (made.kind !== "booked") throw new Error(made.kind);
  const copied = await findSavedReferral(deps.db, deps.secrets, made.booking.id);
  expect(copied).toMatchObject({
    submittedAt: null,
    sections: { personalDetails: { answers: { nextOfKinName: "Joanna" } } },
  });
});

describe("the files of a booking", () => {
  const get = (name: string, token = booking.token) => ask(files as Handler, at(name, token));

  test("everything is one text, with requests and referral answers", async () => {
    await askDate();
    await saveSections(deps, {
      booking,
      sections: { personalDetails: { answers: { nextOfKinName: "Aunt May" } } },
      actor: BY_STAFF.actor,
      requestId: "r1",
    });
    const byReferrer = { actor: { kind: "visitor", id: null }, requestId: "r1" } as const;
    await createDocument(deps, { bookingId: booking.id, name: "GP letter.pdf", by: byReferrer });
    await createDocument(deps, { bookingId: booking.id, name: "office.pdf", bytes: pdf("of the office") });
    await expectByPost(deps, { bookingId: booking.id, by: byReferrer, kind: "will" });
    const { text } = await get("everything.txt");
    for (const words of [booking.reference, "Joanna Reeve", "Mornings, please", "Aunt May"])
      expect(text).toContain(words);
    expect(text).toContain("GP letter.pdf: GP or hospital letter; The assessor and staff; ");
    expect(text).toContain("Will or draft will: Expected by post");
    expect(text).not.toContain("office.pdf");
  });

  test("there is a calendar file once a day is agreed", async () => {
    expect((await get("calendar.ics")).status).toBe(404);
    booking = await createBooking(deps, { status: "confirmed", preferred_date: "2027-04-01" });
    expect((await get("calendar.ics")).text).toContain("DTSTART;VALUE=DATE:20270401");
  });

  test("nobody else's link opens them or asks for anything", async () => {
    const other = await createBooking(deps);
    expect((await get("everything.txt", other.token)).status).toBe(404);
    const refused = await ask(askForDate as Handler, at("another-date", other.token), APRIL);
    expect(refused.status).toBe(404);
    expect(await requests()).toEqual([]);
  });
});

test("erasing a booking deletes its requests, and its pages are gone", async () => {
  await askDate();
  await eraseBookingEverywhere(deps.db, deps, booking.id);
  expect(await requests()).toEqual([]);
  expect((await ask(cancelPage as Handler, at("cancel"))).status).toBe(404);
});
