import { beforeEach, describe, expect, test } from "vitest";
import { readHistory } from "#app/features/audit/queries.server.ts";
import { listContacts } from "#app/features/booking/record/contacts.server.ts";
import { agreeVisit, checkVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";

/** Without what React puts between texts. */
async function withPlainText<Answer extends { text: string }>(answered: Promise<Answer>): Promise<Answer> {
  const answer = await answered;
  return { ...answer, text: joinTexts(answer.text) };
}

type Fields = Record<string, string | string[]>;

describe("the pages about a visit", () => {
  let deps: TestDeps;
  let cookies: Record<"coordinator" | "administrator", string>;
  let bookingId: string;
  let assessorId: string;

  beforeEach(async () => {
    deps = createTestDeps();
    const cookie = async (role_id: "coordinator" | "administrator") =>
      (await signInAs(deps, await createUser(deps, { role_id }))).cookie;
    cookies = { coordinator: await cookie("coordinator"), administrator: await cookie("administrator") };
    bookingId = (await createBooking(deps, { preferred_date: PLAN.day })).id;
    assessorId = (await createAssessor(deps)).id;
  });

  const plan = { ...PLAN, minutes: String(PLAN.minutes), version: "1" };
  const send = (page: string, fields: Fields, role: keyof typeof cookies = "coordinator") =>
    withPlainText(render(deps, `/admin/bookings/${bookingId}/visit${page}`, cookies[role], fields));
  const visits = () => visitsOfBooking(deps, bookingId);

  const agreeOther = async () => {
    const { id, version } = await createBooking(deps);
    const change = { ...BY_STAFF, bookingId: id, version, isReferrerTold: false, overruled: null };
    await agreeVisit(deps, { ...change, plan: PLAN, assessorId });
  };

  test("who is free on the preferred day is there at once", async () => {
    const { text } = await withPlainText(
      render(deps, `/admin/bookings/${bookingId}/visit`, cookies.coordinator),
    );
    expect(text).toContain("Thursday 11 March 2027, 10:00–11:30: 1 of 1 free");
    expect(text).toContain("Free 09:00–17:00");
  });

  test("the person's needs are on the page, and the print of the booking is large when they say so", async () => {
    const row = (await deps.db.selectFrom("bookings").selectAll().executeTakeFirst())!;
    const sections = { communicationAids: { answers: { informationFormats: ["Large print"] } } };
    const page = `/booking/confirmation/${bookingId}`;
    expect((await render(deps, page, cookies.coordinator)).text).toContain("is-printed-small");
    await saveSections(deps, { booking: row, sections, ...BY_STAFF });
    const { text } = await render(deps, `/admin/bookings/${bookingId}/visit`, cookies.coordinator);
    expect(text).toContain("Communication needs");
    expect((await render(deps, page, cookies.coordinator)).text).toContain("is-printed-large");
  });

  test("every time that is offered can be agreed, and what is not free is below with its reason", async () => {
    await agreeOther();
    await createAssessor(deps, { first_name: "Tom" });
    const { text } = await withPlainText(
      render(deps, `/admin/bookings/${bookingId}/visit?start=11:00`, cookies.coordinator),
    );
    const offers = [...text.matchAll(/href="[^"]*[?](day=[^"]+assessor=[^"#]+)#chosen"/g)].map(
      ([, query]) => new URLSearchParams(query!.replaceAll("&amp;", "&")),
    );
    expect(offers.length).toBeGreaterThan(8);
    const booking = await readRow();
    for (const offer of offers) {
      const [day, start, assessor] = ["day", "start", "assessor"].map((name) => offer.get(name)!);
      const wanted = { plan: { ...PLAN, day: day!, start: start! }, assessorId: assessor!, overruled: null };
      expect(await checkVisit(deps, booking, wanted), String(offer)).toMatchObject({ ok: true });
    }
    expect(text.indexOf("Tom Nair")).toBeLessThan(text.indexOf("Not free, and why · 1"));
    expect(text.indexOf("Not free, and why · 1")).toBeLessThan(text.indexOf("Visit 10:00–11:30"));
  });

  test("a visit is agreed in one press when the assessor fits", async () => {
    const answer = await send("", { ...plan, assessors: assessorId, intent: "agree" });
    expect(answer.status).toBe(302);
    expect(await visits()).toMatchObject([{ assessor_id: assessorId, start: "10:00" }]);
  });

  const contacts = () => listContacts(deps, bookingId);
  const awaits = async () => (await readRow()).awaits_contact_since;
  const readRow = () =>
    deps.db.selectFrom("bookings").selectAll().where("id", "=", bookingId).executeTakeFirstOrThrow();

  test("the call in which a visit is agreed is logged by the same form, while a contact is owed", async () => {
    const { text } = await withPlainText(
      render(deps, `/admin/bookings/${bookingId}/visit`, cookies.coordinator),
    );
    expect(text).toContain("Log a call: spoke to the referrer");
    const call = { spoke: "on", callNote: "Fridays are best" };
    const refused = await send("", { ...plan, ...call, intent: "agree" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Fridays are best");
    expect(await contacts()).toEqual([]);
    const answer = await send("", { ...plan, ...call, assessors: assessorId, intent: "agree" });
    expect(answer.status).toBe(302);
    expect(await visits()).toHaveLength(1);
    expect(await contacts()).toMatchObject([{ outcome: "spoke", note: "Fridays are best" }]);
    const after = await render(deps, `/admin/bookings/${bookingId}/visit`, cookies.coordinator);
    expect(after.text).not.toContain("Log a call: spoke");
  });

  test("whoever asks assessors after a call logs it by the same form, and nobody is owed a contact", async () => {
    const asked = { assessors: assessorId, answerBy: "2027-03-10T15:00", intent: "ask" };
    expect((await send("", { ...plan, ...asked, spoke: "on" })).status).toBe(302);
    expect(await contacts()).toMatchObject([{ outcome: "spoke", note: "" }]);
    expect(await awaits()).toBeNull();
  });

  test("without the tick no call is logged", async () => {
    await send("", { ...plan, assessors: assessorId, intent: "agree" });
    expect(await visits()).toHaveLength(1);
    expect(await contacts()).toEqual([]);
  });

  test.each([
    ["no day", { day: "" }, "Enter the day of the visit."],
    ["yesterday", { day: "2027-03-09" }, "Enter today or a later day."],
    ["no such day", { day: "2027-02-30" }, "Enter a date that exists."],
    ["a time in words", { start: "noon" }, "Enter a time such as 10:00."],
    [
      "a time that the clock leaves out",
      { day: "2027-03-28", start: "01:30" },
      "The clocks go forward then.",
    ],
    ["a time before now", { day: "2027-03-10", start: "07:00" }, "This time is over. Enter a later one."],
    ["a day before the last year", { day: "2026-03-01" }, "Enter a day of the last year, or a later one."],
    ["a visit of a week", { minutes: "10000" }, "Enter a length from 15 to 480 minutes."],
    ["nobody ticked", { assessors: [] }, "Tick the assessor who goes."],
    ["nobody to ask", { assessors: [], intent: "ask" }, "Tick the assessors to ask."],
    ["no time to answer", { answerBy: "", intent: "ask" }, "Enter a time to answer by"],
    ["an answer after the visit", { answerBy: "2027-03-11T12:00", intent: "ask" }, "before the visit."],
  ])("%s is refused, and what was typed stays", async (_what, wrong, message) => {
    const typed = { assessors: assessorId, intent: "agree", answerBy: "2027-03-10T15:00" };
    const { status, text } = await send("", { ...plan, ...typed, ...wrong });
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect(text).toContain("3 Mill Lane");
    expect(await visits()).toEqual([]);
  });

  test.each([
    ["a day that is none", { day: "2027-02-30" }],
    ["a length that is none", { minutes: "1" }],
    ["a deadline that is none", { answerBy: "2027-03-28T01:30", intent: "ask" }],
  ])("ticks at assessors survive %s", async (_what, wrong) => {
    const other = (await createAssessor(deps)).id;
    await deps.db.updateTable("bookings").set({ preferred_date: null }).execute();
    const typed = { ...plan, assessors: [assessorId, other], answerBy: "2027-03-10T15:00", intent: "show" };
    const { text } = await send("", { ...typed, ...wrong });
    const inputs = text.match(/<input [^>]*name="assessors"[^>]*>/g) ?? [];
    const sent = inputs.filter((input) => /type="hidden"|checked/.test(input));
    expect(sent.map((input) => /value="([^"]+)"/.exec(input)![1]).toSorted()).toEqual(
      [assessorId, other].toSorted(),
    );
  });

  test("a visit that was held is entered with a reason, and its assessor alone is told", async () => {
    const held = { ...plan, day: "2027-03-08", assessors: assessorId, intent: "agree", notify: "on" };
    const asked = await send("", held);
    expect(asked.status).toBe(400);
    expect(asked.text).toContain("If the visit was held then, say why it is entered now.");
    expect(asked.text).toContain("Enter the held visit");
    expect(asked.text).toContain("Monday 8 March 2027, 10:00–11:30: 1 of 1 free");
    expect((await send("", { ...held, heldReason: "   " })).status).toBe(400);
    expect(await visits()).toEqual([]);
    const entered = await send("", { ...held, heldReason: "Urgent, agreed by telephone" });
    expect(entered.location).toBe(`/admin/bookings/${bookingId}?done=visit-entered`);
    const [entry] = await readHistory(deps.db, [{ kind: "booking", id: bookingId }]);
    expect(entry!.note).toBe(
      "Monday 8 March 2027, 10:00–11:30, with Priya Nair. Entered afterwards. Reason: Urgent, agreed by telephone",
    );
    await runDueJobs(deps);
    expect(deps.sentMails.map(({ tag }) => tag)).toEqual(["assessor-visit-outcome-missing"]);
    const { text } = await withPlainText(render(deps, `/admin/bookings/${bookingId}`, cookies.coordinator));
    expect(text).toContain("Outcome missing: ask Priya Nair");
    expect(text).not.toContain("Took place");
  });

  test("why a visit did not take place is more than spaces", async () => {
    await send("", { ...plan, assessors: assessorId, intent: "agree" });
    deps.clock.set("2027-03-11T12:00:00.000Z");
    cookies.coordinator = (await signInAs(deps, await createUser(deps, { role_id: "coordinator" }))).cookie;
    const { status, text } = await send("/not-held", { reason: "   ", version: "2" });
    expect(status).toBe(400);
    expect(text).toContain("Please say why it did not take place.");
  });

  test("two ticked assessors can be asked, and not both be given the visit", async () => {
    const other = (await createAssessor(deps)).id;
    const both = { ...plan, assessors: [assessorId, other], answerBy: "2027-03-10T15:00" };
    expect((await send("", { ...both, intent: "agree" })).text).toContain("Tick one assessor");
    expect((await send("", { ...both, intent: "ask" })).status).toBe(302);
  });

  test("a warning that nobody has seen is shown before anything is agreed", async () => {
    const sunday = { ...plan, day: "2027-03-14", assessors: assessorId, intent: "agree" };
    const { status, text } = await send("", sunday);
    expect(status).toBe(409);
    expect(text).toContain("Outside working hours. Nothing was agreed yet");
    const forPlan = /name="forPlan" value="([^"]*)"/.exec(text)![1]!;
    expect((await send("", { ...sunday, forPlan })).status).toBe(302);
  });

  test("only an Administrator books over another visit, with a reason in the history", async () => {
    await agreeOther();
    const overlapping = { ...plan, assessors: assessorId, intent: "agree" };
    const refused = await send("", overlapping, "administrator");
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Book anyway");
    expect((await send("", overlapping)).text).not.toContain('value="overrule"');
    const anyway = { ...overlapping, intent: "overrule" };
    expect((await send("", { ...anyway, overruleReason: "Same home" })).status).toBe(403);
    expect((await send("", anyway, "administrator")).status).toBe(400);
    const booked = await send("", { ...anyway, overruleReason: "Same home" }, "administrator");
    expect(booked.status).toBe(302);
    const [entry] = await readHistory(deps.db, [{ kind: "booking", id: bookingId }]);
    expect(entry!.note).toContain("Reason: Same home");
  });

  test("of two who agree a visit the second is told, and loses nothing", async () => {
    await send("", { ...plan, assessors: assessorId, intent: "agree" });
    const { status, text } = await send("", { ...plan, place: "The library", assessors: assessorId });
    expect(status).toBe(409);
    expect(text).toContain("Somebody else changed this booking");
    expect(text).toContain("This booking has an agreed visit: Thursday 11 March 2027, 10:00–11:30");
    expect(text).toContain("The library");
  });

  test("who would like the time that fell free is one press away, and not where none did", async () => {
    const otherId = (await createAssessor(deps, { first_name: "Tom" })).id;
    await send("", { ...plan, assessors: assessorId, intent: "agree" });
    const after = async (page: string, fields: Fields) => {
      const { location } = await send(page, { ...plan, ...fields });
      const { text } = await render(deps, location!, cookies.coordinator);
      return /href="(\/admin\/visits\/[^"]+\/waiting[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    };
    expect(await after("/move", { version: "2", place: "The library", intent: "move" })).toBeUndefined();
    const later = { version: "3", start: "13:00", intent: "move" };
    expect(await after("/move", later)).toContain("?day=2027-03-11&start=10%3A00");
    const given = await after("/reassign", { version: "4", assessor: otherId, reason: "" });
    expect(given).toContain(`?former=${assessorId}`);
    const { text } = await withPlainText(render(deps, given!, cookies.coordinator));
    expect(text).toContain("Thursday 11 March 2027, 13:00–14:30, with Priya Nair");
    expect(await after("/cancel", { version: "5", after: "agree-another", reason: "" })).toMatch(/waiting$/);
  });

  test.each(["completed", "cancelled"] as const)(
    "the page of a booking that is %s says that it must be opened again, and has no form",
    async (status) => {
      await deps.db.updateTable("bookings").set({ status }).execute();
      const opened = await render(deps, `/admin/bookings/${bookingId}/visit`, cookies.coordinator);
      expect(opened.status).toBe(409);
      expect(opened.text).toContain("This booking is completed or cancelled. Open it again first.");
      expect(opened.text).toContain("Back to booking");
      expect(opened.text).not.toContain('name="day"');
      const sent = await send("", { ...plan, assessors: assessorId, intent: "agree" });
      expect(sent.status).toBe(409);
      expect(sent.text).toContain("3 Mill Lane");
    },
  );

  test.each(["/move", "/reassign", "/cancel", "/not-held"])(
    "%s of a booking without a visit says so",
    async (page) => {
      const { text } = await render(deps, `/admin/bookings/${bookingId}/visit${page}`, cookies.coordinator);
      expect(text).toMatch(/no visit to come|No visit of this booking has begun/);
    },
  );
});
