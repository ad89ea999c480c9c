import { beforeEach, describe, expect, test } from "vitest";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { listRequests, makeRequest } from "#app/features/booking/record/requests.server.ts";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import type { MailTopic } from "#app/features/outbox/mail-topics.ts";
import { readBookingFile } from "#app/features/staff/booking/read-booking-file.server.ts";
import { acceptQuestion, askAssessors } from "#app/features/visits/agree/ask-assessors.server.ts";
import { agreeVisit, moveVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { callApi } from "#tests/setup/api.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";

/** Every way to a visit looks at the referrer's open requests and at their right to cancel. */

const BY_REFERRER = { actor: { kind: "visitor", id: null }, requestId: "test" } as const;

let deps: TestDeps;
let booking: BookingRow;
let assessor: UserRow;
let session: { cookie: string; bearer: string };

beforeEach(async () => {
  deps = createTestDeps();
  assessor = await createAssessor(deps);
  session = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  // A private person, who booked today.
  booking = await createBooking(deps, { start_requested: 0 });
});

const row = () =>
  deps.db.selectFrom("bookings").selectAll().where("id", "=", booking.id).executeTakeFirstOrThrow();
const visits = () => visitsOfBooking(deps, booking.id);
const requests = () => listRequests(deps, booking.id);
const ask = (kind: "date" | "cancel", day: string | null = null) =>
  makeRequest(deps, booking.id, { ...BY_REFERRER, kind, day, note: "" });

async function textOf(topic: MailTopic): Promise<string> {
  const jobs = deps.db.selectFrom("outbox").selectAll().where("topic", "=", topic).orderBy("id", "desc");
  const composed = await composeMail(deps, (await jobs.executeTakeFirst())!);
  return "mail" in composed ? composed.mail.text.replaceAll(/\s+/g, " ") : composed.skip;
}

/** Agrees a visit after the right to cancel, as nothing is in the way of it. */
async function withVisit(): Promise<void> {
  const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: true, overruled: null };
  const plan = { ...PLAN, day: "2027-03-25" };
  expect(await agreeVisit(deps, { ...change, plan, assessorId: assessor.id })).toMatchObject({ ok: true });
}

const path = () => `/admin/bookings/${booking.id}`;
const post = async (page: string, fields: Record<string, string>) => {
  const answer = await render(deps, `${path()}${page}`, session.cookie, fields);
  return { refused: answer.status === 409 ? joinTexts(answer.text) : null, status: answer.status };
};
const plan = { ...PLAN, minutes: String(PLAN.minutes) };
const change = async () => ({
  ...BY_STAFF,
  bookingId: booking.id,
  version: (await row()).version,
  isReferrerTold: true,
  overruled: null,
});

type Way = {
  /** The visit, or the confirmed date, is there before. */
  before?: () => Promise<void>;
  /** Whether it was refused, and how; null when it was done. */
  go: (ticked: { startRequested?: boolean }) => Promise<string | null>;
};

const ticks = ({ startRequested = false }) => (startRequested ? { startRequested: "on" } : ({} as object));
const resultOf = (result: { ok: true } | { ok: false; problem: string }) =>
  result.ok ? null : result.problem;

const WAYS: Record<string, Way> = {
  "agreeing it": {
    go: async ({ startRequested = false }) => {
      const decided = { isStartRequested: startRequested };
      const asked = { ...(await change()), plan: PLAN, assessorId: assessor.id, decided };
      return resultOf(await agreeVisit(deps, asked));
    },
  },
  "moving it": {
    before: withVisit,
    go: async ({ startRequested = false }) => {
      const decided = { isStartRequested: startRequested };
      return resultOf(await moveVisit(deps, { ...(await change()), plan: PLAN, decided }));
    },
  },
  "asking for it": {
    go: async ({ startRequested = false }) => {
      const decided = { isStartRequested: startRequested };
      const asked = { ...(await change()), plan: PLAN, assessorIds: [assessor.id], decided };
      return resultOf(await askAssessors(deps, { ...asked, deadlineAt: "2027-03-10T17:00:00.000Z" }));
    },
  },
  "the page that agrees it": {
    go: async (ticked) => {
      const fields = { ...plan, ...ticks(ticked), version: "1", assessors: assessor.id, intent: "agree" };
      return (await post("/visit", fields)).refused;
    },
  },
  "the page that moves it": {
    before: withVisit,
    go: async (ticked) => {
      const fields = { ...plan, ...ticks(ticked), version: String((await row()).version), intent: "move" };
      return (await post("/visit/move", fields)).refused;
    },
  },
  "the API": {
    go: async ({ startRequested }) => {
      const body = { ...PLAN, assessorId: assessor.id, startRequested };
      const answer = await callApi(deps, "POST", `/api/bookings/${booking.id}/visit`, {
        bearer: session.bearer,
        body,
      });
      return answer.status === 409 ? (answer.body as { code: string }).code : null;
    },
  },
  "confirming a date without a visit": {
    before: async () => {
      booking = await createBooking(deps, { start_requested: 0, preferred_date: PLAN.day });
    },
    go: async (ticked) => {
      const fields = { ...ticks(ticked), version: "1", status: "confirmed", notify: "on" };
      return (await post("", fields)).refused;
    },
  },
  "moving a confirmed date": {
    before: async () => {
      const of = { status: "confirmed", preferred_date: "2027-03-25" } as const;
      booking = await createBooking(deps, { start_requested: 0, ...of });
    },
    go: async (ticked) => {
      const typed = {
        referrerFirstName: "Joanna",
        referrerLastName: "Reeve",
        referrerEmail: "joanna.reeve@example.org",
        referrerCountryCode: "+44",
        referrerPhone: "07700 900123",
        assessmentLocation: "Leeds",
      };
      const fields = { ...typed, ...ticks(ticked), version: "1", preferredDate: PLAN.day, notify: "on" };
      return (await post("/edit", fields)).refused;
    },
  },
  "accepting a request for a confirmed date": {
    before: async () => {
      const of = { status: "confirmed", preferred_date: "2027-03-25" } as const;
      booking = await createBooking(deps, { start_requested: 0, ...of });
      await ask("date", "2027-03-18");
    },
    go: async (ticked) => {
      const { id } = (await requests()).find(({ kind }) => kind === "date")!;
      const fields = { ...ticks(ticked), intent: "request-accept", asked: id, kind: "date", version: "1" };
      return (await post("", fields)).refused;
    },
  },
};

describe.each(Object.entries(WAYS))("%s", (_name, { before, go }) => {
  test("is refused while the referrer asks for the booking to be cancelled", async () => {
    await before?.();
    await ask("cancel");
    const [was, statusBefore] = [await visits(), (await row()).status];
    expect(await go({ startRequested: true })).toMatch(
      /cancel-requested|asks for the booking to be cancelled/,
    );
    expect([await visits(), (await row()).status]).toEqual([was, statusBefore]);
  });

  test("on a day within the right to cancel needs that the referrer asked us to start", async () => {
    await before?.();
    expect(await go({})).toMatch(/early-start|may cancel without a reason until Wednesday 24 March 2027/);
    expect(await row()).toMatchObject({ start_requested: 0 });
    expect(await go({ startRequested: true })).toBeNull();
    expect(await row()).toMatchObject({ start_requested: 1 });
    const { history, startRecorded } = await readBookingFile(deps, booking.id);
    expect(history.map(({ what }) => what)).toContain("Start within the 14 days requested");
    expect(startRecorded).not.toBeNull();
  });
});

test("accepting a question is refused while the referrer asks for the booking to be cancelled", async () => {
  const asked = { ...(await change()), plan: { ...PLAN, day: "2027-03-25" }, assessorIds: [assessor.id] };
  const question = await askAssessors(deps, { ...asked, deadlineAt: "2027-03-10T17:00:00.000Z" });
  if (!question.ok) throw new Error(question.problem);
  await ask("cancel");
  const by = { ...byAssessor(assessor), questionId: question.questionId };
  expect(await acceptQuestion(deps, by)).toEqual({ ok: false, problem: "unavailable" });
  expect(await visits()).toEqual([]);
});

describe("a request for another date", () => {
  const REQUESTED = "2027-04-08";
  const ANOTHER = "2027-04-09";
  const agreeOn = async (day: string, decided = {}) =>
    agreeVisit(deps, { ...(await change()), plan: { ...PLAN, day }, assessorId: assessor.id, decided });

  beforeEach(() => ask("date", REQUESTED));

  test("is answered by a visit on that day, which the one mail says", async () => {
    expect(await agreeOn(REQUESTED)).toMatchObject({ ok: true });
    expect(await requests()).toMatchObject([{ answered_as: "accepted" }]);
    expect(await row()).toMatchObject({ preferred_date: REQUESTED });
    expect(await textOf("visit-agreed")).toContain(
      "Your request: You asked for another date, Thursday 8 April 2027: accepted",
    );
  });

  test("is answered by moving the visit there", async () => {
    await agreeOn("2027-04-01", { isRequestAnswered: false });
    expect(await requests()).toMatchObject([{ answered_at: null }]);
    await moveVisit(deps, { ...(await change()), plan: { ...PLAN, day: REQUESTED } });
    expect(await requests()).toMatchObject([{ answered_as: "accepted" }]);
    expect(await textOf("visit-moved")).toContain("another date, Thursday 8 April 2027: accepted");
  });

  test("is not overlooked by a visit on another day, and answered with it when staff say so", async () => {
    expect(await agreeOn(ANOTHER)).toEqual({ ok: false, problem: "date-requested", day: REQUESTED });
    expect(await agreeOn(ANOTHER, { isRequestAnswered: true })).toMatchObject({ ok: true });
    expect(await requests()).toMatchObject([{ answered_as: "another-day" }]);
    expect(await row()).toMatchObject({ preferred_date: null });
    expect(await textOf("visit-agreed")).toContain("Thursday 8 April 2027: answered with this visit");
  });

  test("is answered by the assessor who accepts that day", async () => {
    const asked = { ...(await change()), plan: { ...PLAN, day: REQUESTED }, assessorIds: [assessor.id] };
    const question = await askAssessors(deps, { ...asked, deadlineAt: "2027-03-10T17:00:00.000Z" });
    if (!question.ok) throw new Error(question.problem);
    await acceptQuestion(deps, { ...byAssessor(assessor), questionId: question.questionId });
    expect(await requests()).toMatchObject([{ answered_as: "accepted" }]);
  });

  test("is on the page before the form, which asks once when it arrived since", async () => {
    const { text } = await render(deps, `${path()}/visit`, session.cookie);
    const page = joinTexts(text);
    expect(page.indexOf("The referrer asks for another date, Thursday 8 April 2027")).toBeLessThan(
      page.indexOf('name="day"'),
    );
    expect(page).toContain("The referrer may still cancel");
    const fields = { ...plan, day: ANOTHER, version: "1", assessors: assessor.id, intent: "agree" };
    expect((await post("/visit", fields)).refused).toContain("asks for another date");
    const requestSeen = /name="requestSeen" value="([^"]*)"/.exec(text)![1]!;
    await ask("date", "2027-04-15");
    expect((await post("/visit", { ...fields, requestSeen })).refused).toContain("Thursday 15 April 2027");
    const { id } = (await requests())[0]!;
    expect((await post("/visit", { ...fields, requestSeen: `${id}:2` })).status).toBe(302);
    expect(await requests()).toMatchObject([{ answered_at: null }]);
  });

  test("is decided by a program in so many words", async () => {
    const send = (more: object) =>
      callApi(deps, "POST", `/api/bookings/${booking.id}/visit`, {
        bearer: session.bearer,
        body: { ...PLAN, day: ANOTHER, assessorId: assessor.id, ...more },
      });
    expect(await send({})).toMatchObject({ status: 409, body: { code: "date-requested" } });
    expect(await send({ answerRequest: true })).toMatchObject({ status: 200 });
    expect(await requests()).toMatchObject([{ answered_as: "another-day" }]);
  });

  test("is answered before a date is confirmed without a visit", async () => {
    await deps.db.updateTable("bookings").set({ preferred_date: "2027-04-01" }).execute();
    const { refused } = await post("", { version: "1", status: "confirmed", notify: "on" });
    expect(refused).toContain("Answer that request first.");
  });
});

test("the mail about a visit within the right to cancel says that the referrer asked for it", async () => {
  await WAYS["agreeing it"]!.go({ startRequested: true });
  expect(await textOf("visit-agreed")).toContain(
    "You asked us to start within the days in which you can cancel, until Wednesday 24 March 2027",
  );
});

test("another place on the agreed day and time is no new visit", async () => {
  await withVisit();
  await ask("cancel");
  const [visit] = await visits();
  const moved = { ...visit!, place: "1 New Road, Leeds, LS1 1AA" };
  expect(await moveVisit(deps, { ...(await change()), plan: moved })).toMatchObject({ ok: true });
});

test("while the referrer asks to cancel, the page of the visit has no form and the booking no button to it", async () => {
  await ask("cancel");
  const page = await render(deps, `${path()}/visit`, session.cookie);
  expect(page.status).toBe(409);
  expect(page.text).not.toContain('name="day"');
  expect(page.text).toContain(`${path()}#request-cancel-form`);
  expect((await render(deps, path(), session.cookie)).text).not.toContain("No visit is agreed yet.");
});
