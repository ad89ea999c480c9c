import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { readdressMails } from "#app/features/mail/readdress-mails.server.ts";
import {
  acceptQuestion,
  askAssessors,
  declineQuestion,
} from "#app/features/visits/agree/ask-assessors.server.ts";
import {
  agreeVisit,
  cancelVisit,
  moveVisit,
  reassignVisit,
} from "#app/features/visits/agree/change-visit.server.ts";
import type { OutgoingMail } from "#app/integrations/mail/mailer.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";

async function practice(preferred: { preferred_date?: string } = {}) {
  const deps = createTestDeps();
  const booking = await createBooking(deps, preferred);
  const a = await createAssessor(deps, { email: "a@example.org" });
  const b = await createAssessor(deps, { email: "b@example.org", first_name: "Tom", last_name: "Ward" });
  const change = async () => ({
    ...BY_STAFF,
    bookingId: booking.id,
    version: (await findBooking(deps.db, booking.id))!.version,
    isReferrerTold: true,
    overruled: null,
    reason: "",
  });
  return {
    deps,
    booking,
    a,
    b,
    agree: async (assessorId = a.id, plan = PLAN) =>
      expect(await agreeVisit(deps, { ...(await change()), plan, assessorId })).toMatchObject({ ok: true }),
    move: async (plan: typeof PLAN) =>
      expect(await moveVisit(deps, { ...(await change()), plan })).toMatchObject({ ok: true }),
    give: async (assessorId: string) =>
      expect(await reassignVisit(deps, { ...(await change()), assessorId })).toMatchObject({ ok: true }),
    cancel: async () =>
      expect(await cancelVisit(deps, { ...(await change()), after: "agree-another" })).toMatchObject({
        ok: true,
      }),
  };
}

/** A calendar file as a calendar reads it. */
function readFile({ attachments }: OutgoingMail) {
  const calendar = new ICAL.Component(ICAL.parse(attachments[0]!.content));
  const event = calendar.getFirstSubcomponent("vevent")!;
  const start = event.getFirstPropertyValue("dtstart") as ICAL.Time;
  return {
    method: calendar.getFirstPropertyValue("method"),
    uid: event.getFirstPropertyValue("uid"),
    sequence: event.getFirstPropertyValue("sequence"),
    status: event.getFirstPropertyValue("status"),
    transp: event.getFirstPropertyValue("transp"),
    url: event.getFirstPropertyValue("url"),
    start: start.isDate ? start.toString() : start.toJSDate().toISOString(),
  };
}

/** The mails sent since the last call, as recipient and topic. */
async function sent(deps: TestDeps) {
  deps.sentMails.length = 0;
  await runDueJobs(deps);
  return deps.sentMails.map(({ to, tag }) => `${to} ${tag}`).toSorted();
}

/** A person's calendar after all files sent to them: the latest of each UID, without cancelled ones. */
function calendarOf(mails: OutgoingMail[], to: string) {
  const entries = new Map<unknown, ReturnType<typeof readFile>>();
  for (const mail of mails.filter((one) => one.to === to && one.attachments.length > 0)) {
    const file = readFile(mail);
    const known = entries.get(file.uid);
    if (!known || Number(file.sequence) > Number(known.sequence)) entries.set(file.uid, file);
  }
  return [...entries.values()].filter(({ method }) => method !== "CANCEL");
}

const REFERRER = "Joanna.Reeve@example.org";

describe("mails about a visit", () => {
  test("go to the referrer and to the assessor concerned, and each calendar ends with what is agreed", async () => {
    const { deps, booking, a, b, agree, move, give, cancel } = await practice();
    const all: OutgoingMail[] = [];
    const step = async () => {
      const to = await sent(deps);
      all.push(...deps.sentMails);
      return to;
    };
    await agree();
    expect(await step()).toEqual([`${REFERRER} visit-agreed`, "a@example.org assessor-visit-agreed"]);
    await move({ ...PLAN, day: "2027-03-15", start: "14:00" });
    expect(await step()).toEqual([`${REFERRER} visit-moved`, "a@example.org assessor-visit-moved"]);
    await give(b.id);
    expect(await step()).toEqual([
      `${REFERRER} visit-reassigned`,
      "a@example.org assessor-visit-reassigned",
      "b@example.org assessor-visit-agreed",
    ]);
    expect(deps.sentMails.find(({ to }) => to === "a@example.org")!.text).not.toMatch(/cancelled/i);
    expect(calendarOf(all, "a@example.org")).toEqual([]);
    const uid = `${booking.id}@${new URL(deps.env.APP_ORIGIN).hostname}`;
    const entry = {
      uid,
      method: "PUBLISH",
      status: "CONFIRMED",
      transp: "OPAQUE",
      start: "2027-03-15T14:00:00.000Z",
    };
    const url = expect.stringContaining("/assessor/visits/");
    expect(calendarOf(all, "b@example.org")).toMatchObject([{ ...entry, url }]);
    expect(calendarOf(all, REFERRER)).toMatchObject([{ ...entry, url: null }]);
    const noteTo = (to: string) => deps.sentMails.find((mail) => mail.to === to)!.text.replace(/\s+/g, " ");
    expect(noteTo(REFERRER)).toContain("into your calendar, in place of the earlier one.");
    expect(noteTo("b@example.org")).toContain("puts the visit into your calendar.");
    await cancel();
    expect(await step()).toEqual([`${REFERRER} visit-cancelled`, "b@example.org assessor-visit-cancelled"]);
    expect(calendarOf(all, "b@example.org")).toEqual([]);
    expect(calendarOf(all, REFERRER)).toEqual([]);
    await agree(a.id, { ...PLAN, day: "2027-03-18" });
    await step();
    const again = [{ uid, start: "2027-03-18T10:00:00.000Z" }];
    expect(calendarOf(all, REFERRER)).toMatchObject(again);
    expect(calendarOf(all, "a@example.org")).toMatchObject(again);
  });

  test("given away and back leave one entry, also when the mails go out late", async () => {
    for (const isLate of [false, true]) {
      const { deps, a, b, agree, give } = await practice();
      const all: OutgoingMail[] = [];
      for (const step of [() => agree(), () => give(b.id), () => give(a.id)]) {
        await step();
        if (isLate) continue;
        await sent(deps);
        all.push(...deps.sentMails);
      }
      await sent(deps);
      all.push(...deps.sentMails);
      expect(calendarOf(all, "a@example.org")).toHaveLength(1);
      expect(calendarOf(all, "b@example.org")).toEqual([]);
      expect(calendarOf(all, REFERRER)).toHaveLength(1);
    }
  });

  test("are in London's summer time", async () => {
    const { deps, agree } = await practice();
    await agree(undefined, { ...PLAN, day: "2027-03-29" });
    await sent(deps);
    expect(deps.sentMails.map(readFile)).toMatchObject([
      { start: "2027-03-29T09:00:00.000Z" },
      { start: "2027-03-29T09:00:00.000Z" },
    ]);
  });

  test("say the visit's day in place of the preferred one, and replace its all-day entry", async () => {
    const { deps, booking, agree } = await practice({ preferred_date: "2027-04-01" });
    const status = { ...BY_STAFF, bookingId: booking.id, reason: "", note: "", isReferrerTold: true };
    await changeStatus(deps, { ...status, version: 1, status: "confirmed" });
    await sent(deps);
    expect(readFile(deps.sentMails[0]!)).toMatchObject({ start: "2027-04-01", sequence: 2 });
    await agree();
    await sent(deps);
    const mail = deps.sentMails.find(({ tag }) => tag === "visit-agreed")!;
    expect(readFile(mail)).toMatchObject({ start: "2027-03-11T10:00:00.000Z", sequence: 3 });
    await changeStatus(deps, { ...status, version: 3, status: "pending" });
    expect(await sent(deps)).toEqual([
      `${REFERRER} status-changed`,
      "a@example.org assessor-visit-cancelled",
    ]);
    for (const told of deps.sentMails)
      expect(readFile(told)).toMatchObject({
        method: "CANCEL",
        sequence: 4,
        start: "2027-03-11T10:00:00.000Z",
      });
  });

  test("of a second visit have an entry of their own, and the first one stays", async () => {
    const { deps, booking, agree } = await practice();
    await agree();
    await sent(deps);
    deps.clock.set("2027-03-11T15:00:00.000Z");
    await agree(undefined, { ...PLAN, day: "2027-03-18" });
    await sent(deps);
    expect(deps.sentMails.map((mail) => readFile(mail).uid)).toEqual(
      [1, 2].map(() => `${booking.id}-2@${new URL(deps.env.APP_ORIGIN).hostname}`),
    );
    deps.clock.set("2027-03-18T15:00:00.000Z");
    const status = { ...BY_STAFF, bookingId: booking.id, reason: "", note: "", isReferrerTold: true };
    await changeStatus(deps, { ...status, version: 3, status: "cancelled" });
    expect(await sent(deps)).toEqual([`${REFERRER} status-changed`]);
    expect(deps.sentMails[0]!.attachments).toEqual([]);
  });

  test("remind the referrer two days before, and list an assessor's visits at 17:00 the day before", async () => {
    const { deps, agree, move } = await practice();
    await agree(undefined, { ...PLAN, day: "2027-03-15" });
    await move({ ...PLAN, day: "2027-03-17" });
    await sent(deps);
    deps.clock.set("2027-03-14T17:01:00.000Z");
    expect(await sent(deps)).toEqual([]);
    deps.clock.set("2027-03-15T09:01:00.000Z");
    expect(await sent(deps)).toEqual([`${REFERRER} visit-reminder`]);
    expect(deps.sentMails[0]!.text).toContain("Wednesday 17 March 2027");
    deps.clock.set("2027-03-16T16:59:00.000Z");
    expect(await sent(deps)).toEqual([]);
    deps.clock.set("2027-03-16T17:01:00.000Z");
    expect(await sent(deps)).toEqual(["a@example.org visits-tomorrow"]);
    expect(deps.sentMails[0]!.text).toMatch(/10:00–11:30: booking MCA-[\w-]+, LS6/);
  });

  test("promise the link of a virtual visit until there is one, and say that it came", async () => {
    const { deps, booking, a, agree, move } = await practice();
    await agree(a.id, { ...PLAN, mode: "virtual", place: "" });
    await sent(deps);
    const toReferrer = () => deps.sentMails.find(({ to }) => to === REFERRER)!.text.replaceAll(/\s+/g, " ");
    const page = async () =>
      joinTexts((await render(deps, `/booking/${booking.id}?token=${booking.token}`)).text);
    expect(toReferrer()).toContain("We will send you a link before the visit");
    expect(await page()).toContain("We will send you a link before the visit.");
    await move({ ...PLAN, mode: "virtual", place: "https://video.example/room" });
    await sent(deps);
    expect(toReferrer()).toContain("has a new link");
    expect(toReferrer()).toContain("As your booking’s page says");
    expect(toReferrer()).not.toContain("video.example");
    expect(await page()).toContain("https://video.example/room");
  });

  test("do not remind a referrer who was not told of the visit", async () => {
    const { deps, booking, a, move } = await practice();
    const plan = { ...PLAN, day: "2027-03-17" };
    const untold = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: false, overruled: null };
    await agreeVisit(deps, { ...untold, plan, assessorId: a.id });
    deps.clock.set("2027-03-15T09:01:00.000Z");
    expect(await sent(deps)).toEqual(["a@example.org assessor-visit-agreed"]);
    await move({ ...PLAN, day: "2027-03-18" });
    deps.clock.set("2027-03-16T09:01:00.000Z");
    expect(await sent(deps)).toEqual([
      `${REFERRER} visit-moved`,
      `${REFERRER} visit-reminder`,
      "a@example.org assessor-visit-moved",
    ]);
  });

  test("stay with the assessor when the referrer's address is corrected", async () => {
    const { deps, booking, agree } = await practice();
    await agree();
    await readdressMails(deps.db, {
      bookingId: booking.id,
      from: booking.referrer_email,
      to: "new@example.org",
    });
    expect(await sent(deps)).toContain("a@example.org assessor-visit-agreed");
  });

  test("are left out for the referrer when staff say so; the assessor is told", async () => {
    const { deps, booking, a } = await practice();
    const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: false };
    await agreeVisit(deps, { ...change, plan: PLAN, assessorId: a.id, overruled: null });
    expect(await sent(deps)).toEqual(["a@example.org assessor-visit-agreed"]);
  });
});

test("of three who are asked the first has the visit, and the one who has not answered is told", async () => {
  const { deps, booking, a, b } = await practice();
  const c = await createAssessor(deps, { email: "c@example.org", first_name: "Mia" });
  const asked = await askAssessors(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    plan: PLAN,
    assessorIds: [a.id, b.id, c.id],
    deadlineAt: "2027-03-11T08:00:00.000Z",
    isReferrerTold: true,
  });
  const questionId = asked.ok ? asked.questionId : "";
  expect(await sent(deps)).toEqual(["a", "b", "c"].map((who) => `${who}@example.org visit-asked`));
  await declineQuestion(deps, { ...byAssessor(b), questionId, reason: "Away" });
  const answers = await Promise.all(
    [a, c].map((user) => acceptQuestion(deps, { ...byAssessor(user), questionId })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers).toContainEqual({ ok: false, problem: "taken" });
  const [winner, other] = answers[0]!.ok ? ["a", "c"] : ["c", "a"];
  expect(await sent(deps)).toEqual(
    [
      `${REFERRER} visit-agreed`,
      `${winner}@example.org assessor-visit-agreed`,
      `${other}@example.org visit-question-closed`,
    ].toSorted(),
  );
  expect(deps.sentMails.find(({ tag }) => tag === "visit-question-closed")!.text).toMatch(/somebody\s+else/);
});
