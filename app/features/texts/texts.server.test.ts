import { beforeEach, describe, expect, test } from "vitest";
import { readHistory } from "#app/features/audit/queries.server.ts";
import { listContacts } from "#app/features/booking/record/contacts.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { listBookingJobs } from "#app/features/outbox/job-queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { retryJob } from "#app/features/outbox/change-job.server.ts";
import { eraseBookingEverywhere } from "#app/features/privacy/personal-rooms.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import {
  createTextDeps,
  createTextedBooking,
  postTwilio,
  switchTexts,
  visitActs,
} from "#tests/setup/texts.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { textTomorrowsVisits } from "./queue-texts.server.ts";

const REFERRER = "+447700900123";
const SITE = "+447700900456";

let world: Awaited<ReturnType<typeof createTextDeps>>;
beforeEach(async () => {
  world = await createTextDeps();
});

/** A booking with a visit at 10:00 tomorrow, whose text has left. */
async function agreed(more: Parameters<typeof createTextedBooking>[1] = {}) {
  const { deps, assessor } = world;
  const booking = await createTextedBooking(deps, more);
  const acts = visitActs(deps, booking, assessor.id);
  expect(await acts.agree()).toMatchObject({ ok: true });
  await runDueJobs(deps);
  return { booking, ...acts };
}

async function rows() {
  const query = world.deps.db.selectFrom("outbox").selectAll().where("kind", "=", "text").orderBy("id");
  return query.execute();
}

async function states() {
  return (await rows()).map(({ topic, state, cancel_code }) => [topic, cancel_code ?? state]);
}

const labels = async (bookingId: string) =>
  (await listBookingJobs(world.deps, bookingId, new URL("http://localhost/"))).rows
    .filter(({ label }) => label.startsWith("Text"))
    .map(({ state, to }) => [to, state.label]);

const nameSite = (booking: BookingRow, siteContactPhone: string) =>
  saveSections(world.deps, {
    booking,
    actor: BY_STAFF.actor,
    requestId: null,
    sections: { communicationAids: { answers: { siteContactPhone } } },
  });

async function remind() {
  const { deps } = world;
  await textTomorrowsVisits(deps);
  await runDueJobs(deps);
}

const bodies = () => world.texts().map(([, body]) => body!);

describe("a text", () => {
  test("goes to the referrer's mobile when a visit within 48 hours is agreed", async () => {
    const { booking } = await agreed();
    expect(world.texts()).toEqual([
      [
        REFERRER,
        `Capacity Assessments: visit agreed for Thu 11 Mar, 10:00. Ref ${booking.reference}. Questions? Call 020 7946 0000. STOP to end`,
      ],
    ]);
    expect(await labels(booking.id)).toEqual([["The referrer", "Sent"]]);
    expect(JSON.stringify(await rows())).not.toContain("7700900123");
  });

  test.each<[string, Partial<BookingRow>]>([
    ["without consent", { consent_updates: 0 }],
    ["on a landline", { referrer_phone: "1134960000" }],
    ["on a personal number", { referrer_phone: "7012345678" }],
    ["on a foreign mobile", { referrer_phone: "612345678", referrer_country_code: "+33" }],
  ])("does not go to a referrer %s, and the mail does", async (_, more) => {
    await agreed(more);
    expect(await rows()).toEqual([]);
    expect(world.deps.sentMails.map(({ tag }) => tag)).toContain("visit-agreed");
  });

  test("does not go about a visit of next week", async () => {
    const booking = await createTextedBooking(world.deps);
    await visitActs(world.deps, booking, world.assessor.id).agree({ day: "2027-03-17" });
    await runDueJobs(world.deps);
    expect(await rows()).toEqual([]);
  });

  test("goes to the contact where the visit is, once where both have one number", async () => {
    const { deps, assessor } = world;
    for (const [typed, count] of [
      ["07700 900456, ask for Ann", 2],
      ["07700 900123", 1],
      ["reception", 1],
    ] as const) {
      world.twilio.messages.length = 0;
      const booking = await createTextedBooking(deps);
      await nameSite(booking, typed);
      await visitActs(deps, booking, assessor.id).agree({ start: `${10 + 2 * (3 - count)}:00` });
      await runDueJobs(deps);
      expect(world.texts().map(([to]) => to)).toEqual(count === 2 ? [REFERRER, SITE] : [REFERRER]);
      await deps.db.deleteFrom("visits").execute();
    }
  });

  test("goes when a visit within 48 hours is moved away, to there, or cancelled", async () => {
    const { move, cancel } = await agreed();
    await move({ day: "2027-03-18" });
    await runDueJobs(world.deps);
    await move({ day: "2027-03-11", start: "13:00" });
    await runDueJobs(world.deps);
    await move({ day: "2027-03-11", start: "13:00", place: "4 Mill Lane, Leeds, LS6 2AB" });
    await cancel();
    await runDueJobs(world.deps);
    const [, ...later] = bodies();
    expect(later.map((body) => body.split(". Ref")[0])).toEqual([
      "Capacity Assessments: the visit is moved to Thu 18 Mar, 10:00",
      "Capacity Assessments: the visit is moved to Thu 11 Mar, 13:00",
      "Capacity Assessments: the visit on Thu 11 Mar, 13:00 does not take place",
    ]);
  });

  test("has no name of a person and no word of health", async () => {
    const { deps } = world;
    const { booking, move, cancel } = await agreed({
      client_first_name: "Canaryfirst",
      client_last_name: "Canarylast",
      referrer_first_name: "Canaryreferrer",
      assessment_location: "Canarytown",
    });
    await nameSite(booking, "07700 900456");
    await move({ start: "11:00" });
    await cancel();
    await runDueJobs(deps);
    expect(bodies().join(" ")).not.toMatch(/canary|dementia|mental|health|client|patient/i);
  });

  test.each<[string, string, (acts: Awaited<ReturnType<typeof queued>>) => Promise<unknown>]>([
    ["the visit was cancelled", "visit-changed", (acts) => acts.cancel()],
    ["texts were switched off", "texts-off", () => switchTexts(world.deps, { agreed: false })],
    ["the number became a landline", "no-mobile", ({ booking }) => changePhone(booking.id)],
    ["the person is restricted", "restricted", ({ booking }) => restrict(booking.id)],
  ])("that waited does not go once %s", async (_, code, change) => {
    const acts = await queued();
    await change(acts);
    await runDueJobs(world.deps);
    expect((await states())[0]).toEqual(["text-agreed", code]);
    expect(bodies().filter((body) => body.includes("agreed"))).toEqual([]);
  });

  test("that waited is gone with the erased person", async () => {
    const { booking } = await queued();
    await transact(world.deps, (inside) => eraseBookingEverywhere(inside.db, inside, booking.id));
    await runDueJobs(world.deps);
    expect([await rows(), world.texts()]).toEqual([[], []]);
  });
});

async function queued() {
  const booking = await createTextedBooking(world.deps);
  const acts = visitActs(world.deps, booking, world.assessor.id);
  await acts.agree();
  return { booking, ...acts };
}

const changePhone = (id: string) =>
  world.deps.db.updateTable("bookings").set({ referrer_phone: "1134960000" }).where("id", "=", id).execute();

const restrict = (id: string) =>
  placeRestriction(world.deps, {
    ...BY_STAFF,
    kind: "restriction",
    reason: "",
    case: { id: "c", email_key: null, booking_id: id },
  });

describe("the reminder", () => {
  test("goes at 17:00 of the day before, London, once", async () => {
    const { deps } = world;
    await agreed();
    for (const at of ["16:59", "17:00", "17:01", "20:59"]) {
      deps.clock.set(`2027-03-10T${at}:00.000Z`);
      await remind();
      expect(bodies().filter((body) => body.includes("tomorrow"))).toHaveLength(at < "17:00" ? 0 : 1);
    }
    expect(bodies().at(-1)).toContain("Reply 1 to confirm, 2 to be called");
  });

  test.each([
    ["in the summer", "2027-06-08", "2027-06-08T15:59:00.000Z", "2027-06-08T16:00:00.000Z"],
    [
      "on the day when the clocks change",
      "2027-03-28",
      "2027-03-28T15:59:00.000Z",
      "2027-03-28T16:00:00.000Z",
    ],
  ])("goes at 17:00 %s", async (_, today, early, due) => {
    const { deps, assessor } = world;
    const booking = await createTextedBooking(deps);
    const day = today === "2027-06-08" ? "2027-06-09" : "2027-03-29";
    expect(await visitActs(deps, booking, assessor.id).agree({ day })).toMatchObject({ ok: true });
    await runDueJobs(deps);
    deps.clock.set(early);
    await remind();
    expect(bodies()).toEqual([]);
    deps.clock.set(due);
    await remind();
    expect(bodies()).toHaveLength(1);
  });

  test("does not go once the visit was moved, nor after the evening, nor where the referrer was not told", async () => {
    const { deps } = world;
    const { move } = await agreed();
    deps.clock.set("2027-03-10T21:00:00.000Z");
    await remind();
    deps.clock.set("2027-03-10T17:00:00.000Z");
    await textTomorrowsVisits(deps);
    await move({ day: "2027-03-12" });
    await runDueJobs(deps);
    expect((await states()).find(([topic]) => topic === "text-tomorrow")).toEqual([
      "text-tomorrow",
      "visit-changed",
    ]);
    deps.clock.set("2027-03-11T17:00:00.000Z");
    await deps.db.deleteFrom("outbox").where("kind", "=", "mail").execute();
    await remind();
    expect(bodies().filter((body) => body.includes("tomorrow"))).toEqual([]);
  });

  test("waits for the switch, and goes about visits that were agreed before it was set", async () => {
    const { deps } = world;
    await switchTexts(deps, { tomorrow: false });
    await agreed();
    deps.clock.set("2027-03-10T17:00:00.000Z");
    await remind();
    expect(bodies()).toHaveLength(1);
    await switchTexts(deps);
    await remind();
    expect(bodies()).toHaveLength(2);
  });
});

describe("Twilio's reports", () => {
  test.each([
    ["delivered", [["sent"], ["delivered"]], "Delivered"],
    ["late and in another order", [["delivered"], ["sent"], ["undelivered", "30005"]], "Delivered"],
    ["corrected", [["undelivered", "30003"], ["delivered"]], "Delivered"],
    [
      "repeated",
      [
        ["undelivered", "30005"],
        ["undelivered", "30005"],
      ],
      "Not delivered",
    ],
    ["failed", [["failed"]], "Not delivered"],
    ["missing", [["sent"]], "Sent"],
  ])("a text that is %s", async (_, reports, label) => {
    const { booking } = await agreed();
    const [message] = world.twilio.messages;
    for (const [status, code] of reports)
      expect(
        await postTwilio(world.deps, world.twilio.report(message!, status!, code ? { ErrorCode: code } : {})),
      ).toBe(200);
    expect(await labels(booking.id)).toEqual([["The referrer", label]]);
    world.deps.clock.advance(72 * 3_600_000);
    expect(await labels(booking.id)).toEqual([["The referrer", label === "Sent" ? "Unknown" : label]]);
  });

  test("a report that comes before the answer counts", async () => {
    const { deps, twilio } = world;
    const { booking } = await queued();
    const before = deps.textSender!.send;
    deps.textSender!.send = async (...text) => {
      const sent = await before(...text);
      await postTwilio(deps, twilio.report(twilio.messages[0]!, "delivered"));
      return sent;
    };
    await runDueJobs(deps);
    expect(await labels(booking.id)).toEqual([["The referrer", "Delivered"]]);
  });

  test("a forged report, or one to another address, changes nothing", async () => {
    const { booking } = await agreed();
    const { report, messages } = world.twilio;
    const right = report(messages[0]!, "undelivered");
    const forged = [
      { ...right, signature: "" },
      { ...right, signature: right.signature.replace(/^./, (sign) => (sign === "A" ? "B" : "A")) },
      { ...right, form: { ...right.form, MessageStatus: "failed" } },
      { ...right, form: { ...right.form, Extra: "1" } },
      { ...right, url: `${right.url}1` },
    ];
    for (const post of forged) expect(await postTwilio(world.deps, post)).toBe(403);
    expect(await labels(booking.id)).toEqual([["The referrer", "Sent"]]);
    world.deps.textSender = null;
    expect(await postTwilio(world.deps, right)).toBe(403);
  });

  test("one that names the usual port of the address is right, too", async () => {
    const { deps } = world;
    const origin = { ...deps.env, APP_ORIGIN: "https://book.example.org" };
    const { createTextSender } = await import("#app/integrations/texts/twilio-sender.server.ts");
    const sender = createTextSender({ env: origin, clock: deps.clock })!;
    for (const at of ["https://book.example.org", "https://book.example.org:443"]) {
      const { form, signature } = world.twilio.reply(at, REFERRER, "1");
      const read = sender.read("/api/webhooks/twilio", new URLSearchParams(form), signature);
      expect(read).toMatchObject({ kind: "reply", from: REFERRER, words: "1" });
    }
  });

  test("staff send a text again that was not delivered, and its old report is not the new one's", async () => {
    const { deps, twilio } = world;
    const { booking } = await agreed();
    const [first] = twilio.messages;
    first!.status = "undelivered";
    await postTwilio(deps, twilio.report(first!, "undelivered"));
    await retryJob(deps, { ...BY_STAFF, jobId: (await rows())[0]!.id });
    await runDueJobs(deps);
    expect(twilio.messages).toHaveLength(2);
    await postTwilio(deps, twilio.report(first!, "undelivered"));
    expect(await labels(booking.id)).toEqual([["The referrer", "Sent"]]);
  });
});

describe("a reply", () => {
  const said = async (id: string) => ({
    contacts: (await listContacts(world.deps, id)).map(({ outcome, note }) => [outcome, note]),
    history: (await readHistory(world.deps.db, [{ kind: "booking", id }])).map(({ action }) => action),
    isToCall: (await findBooking(world.deps.db, id))!.awaits_contact_since !== null,
  });

  async function reminded() {
    const { booking, ...acts } = await agreed();
    world.deps.clock.set("2027-03-10T17:00:00.000Z");
    await remind();
    world.deps.clock.advance(60_000);
    return { booking, ...acts };
  }

  test("1 is in the booking's history, once", async () => {
    const { booking } = await reminded();
    const post = world.reply(REFERRER, " 1. ");
    for (const _ of [1, 2]) expect(await postTwilio(world.deps, post)).toBe(200);
    expect(await said(booking.id)).toEqual({
      contacts: [["texted", "The referrer: 1."]],
      history: ["visit.text-confirmed", "visit.agreed"],
      isToCall: false,
    });
  });

  test.each(["2", "Can she bring the dog?", "", "CANCEL", "1 please"])(
    "%j asks staff to call",
    async (words) => {
      const { booking } = await reminded();
      await postTwilio(world.deps, world.reply(REFERRER, words));
      expect(await said(booking.id)).toEqual({
        contacts: [["texted", `The referrer: ${words || "(no words)"}`]],
        history: ["booking.text-received", "visit.agreed"],
        isToCall: true,
      });
    },
  );

  test("1 to a visit that has moved since is no confirmation", async () => {
    const { booking, move } = await reminded();
    await move({ day: "2027-03-12" });
    await postTwilio(world.deps, world.reply(REFERRER, "1"));
    expect(await said(booking.id)).toMatchObject({ isToCall: true });
  });

  test("a forged one, and one of a stranger, change nothing", async () => {
    const { booking } = await reminded();
    const post = world.reply(REFERRER, "2");
    expect(await postTwilio(world.deps, { ...post, form: { ...post.form, Body: "STOP" } })).toBe(403);
    expect(await postTwilio(world.deps, world.reply("+447700900777", "2"))).toBe(200);
    expect(await said(booking.id)).toMatchObject({ contacts: [], isToCall: false });
    expect(await world.deps.db.selectFrom("text_stops").selectAll().execute()).toEqual([]);
  });

  test.each(["STOP", "stop", "Stop.", "UNSUBSCRIBE", "END", "QUIT", "CANCEL", "STOPALL"])(
    "%s ends the texts to the number, in every booking, until START",
    async (words) => {
      const { deps } = world;
      const { booking } = await reminded();
      const stop = world.reply(REFERRER, words);
      await postTwilio(deps, stop);
      expect(await said(booking.id)).toMatchObject({ isToCall: words === "CANCEL" });
      const stops = await deps.db.selectFrom("text_stops").selectAll().execute();
      expect(JSON.stringify(stops)).not.toContain("7700900123");
      const before = bodies().length;
      await deps.db.deleteFrom("visits").execute();
      await agreed();
      expect((await states()).at(-1)).toEqual(["text-agreed", "number-stopped"]);
      const start = world.reply(REFERRER, "Start");
      await postTwilio(deps, start);
      await postTwilio(deps, stop);
      await deps.db.deleteFrom("visits").execute();
      await agreed();
      expect(bodies()).toHaveLength(before + 1);
    },
  );
});

describe("the ceiling", () => {
  test("stops the texts, mails go on, and staff are told once", async () => {
    const { deps, assessor } = world;
    await switchTexts(deps, { ceiling: 1 });
    for (const start of ["09:00", "12:00", "15:00"]) {
      const booking = await createTextedBooking(deps);
      await visitActs(deps, booking, assessor.id).agree({ start });
      await runDueJobs(deps);
    }
    expect((await states()).map(([, state]) => state)).toEqual(["sent", "texts-ceiling", "texts-ceiling"]);
    await runDueJobs(deps);
    const tags = deps.sentMails.map(({ tag }) => tag);
    expect(tags.filter((tag) => tag === "visit-agreed")).toHaveLength(3);
    expect(tags.filter((tag) => tag === "texts-stopped")).toHaveLength(1);
    deps.clock.set("2027-04-01T09:00:00.000Z");
    const booking = await createTextedBooking(deps);
    await visitActs(deps, booking, assessor.id).agree({ day: "2027-04-02" });
    await runDueJobs(deps);
    expect(bodies()).toHaveLength(2);
  });

  test("does not count what did not leave", async () => {
    const { deps, twilio } = world;
    await switchTexts(deps, { ceiling: 1 });
    twilio.faults.decide = () => ({ status: 503 });
    await agreed();
    deps.clock.advance(6 * 60_000);
    await runDueJobs(deps);
    twilio.faults.decide = () => undefined;
    deps.clock.advance(6 * 60_000);
    await runDueJobs(deps);
    expect(await states()).toEqual([["text-agreed", "sent"]]);
  });
});

describe("Twilio's refusals", () => {
  test.each([
    [21211, "failed", "Twilio says that this is no phone number."],
    [21614, "failed", "Twilio says that this number takes no texts."],
    [21610, "cancelled", "The number asked for no more texts."],
    [30001, "failed", "Twilio refused this text (400, code 30001)."],
    [21606, "queued", "Our sender cannot send texts. Check TWILIO_FROM."],
  ])("code %i", async (code, state, error) => {
    world.twilio.refused.set(REFERRER, code);
    await agreed();
    expect(await rows()).toMatchObject([{ state, last_error: error }]);
  });

  test.each([
    ["a wrong key", { status: 401, body: { code: 20003 } }, /refused our key/],
    ["an outage", { status: 503, body: "<html>" }, /is failing \(503\)/],
    ["silence", "hang", /could not be reached/],
    ["an answer without an id", { status: 201, body: {} }, /do not understand/],
  ] as const)("%s is tried again", async (_, fault, error) => {
    world.twilio.faults.decide = () => fault;
    await agreed();
    expect(await rows()).toMatchObject([{ state: "queued", last_error: expect.stringMatching(error) }]);
  });

  test("a text whose answer was lost is not sent again", async () => {
    const { deps, twilio } = world;
    twilio.faults.decide = ({ method }) => (method === "POST" ? "cut-after" : undefined);
    await agreed();
    twilio.messages[0]!.body = `Sent from your Twilio trial account - ${twilio.messages[0]!.body}`;
    deps.clock.advance(6 * 60_000);
    await runDueJobs(deps);
    expect(twilio.messages).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: "sent", vendor_id: twilio.messages[0]!.sid }]);
  });
});
