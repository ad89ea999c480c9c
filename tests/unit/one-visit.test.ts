import ICAL from "ical.js";
import { beforeEach, expect, test } from "vitest";
import { changeFeed, feedAddress } from "#app/features/visits/calendar/calendar-feed.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { makeRequest } from "#app/features/booking/record/requests.server.ts";
import { countAt, readMoment } from "#app/features/stage/facts.server.ts";
import type { NextCode } from "#app/features/stage/next-action.ts";
import { STAGE_LABELS, STAGES, type Stage } from "#app/features/stage/stage.ts";
import { formatDayAndMonth, WEEKDAYS, weekdayIndex } from "#app/platform/dates.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { callApi } from "#tests/setup/api.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { createReport } from "#tests/setup/reports.ts";
import { createAssessor } from "#tests/setup/visits.ts";

/** Walks one booking from its first day to its end. In each state every place that says something of its visit is read:
 * no two may differ. The table "One visit" in docs/design.md names the places. */

const WISHED = "2027-04-30";

type Time = { day: string; start: string; end: string };
type Visit = Time & { id: string; who: string; where: string };
type Truth = {
  stage: Stage;
  next: NextCode;
  /** The visit to come, or under way. */
  toCome: Visit | null;
  /** The same, or the last one that was agreed and did not end as cancelled, not held or held in part. */
  last: Visit | null;
  /** An address on record that is not that of the visit to come, and about which staff are asked. */
  doubt: string | null;
  /** The visit changed after its letter was given. */
  isLetterOld: boolean;
};

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const WHEN = /(\d{1,2}) (\w+) (\d{4}), (\d\d:\d\d)–(\d\d:\d\d)/;

/** The time in words such as `Thursday 11 March 2027, 10:00–11:30`; null where there is none. */
function timeIn(text: string | undefined): Time | null {
  const found = WHEN.exec(text ?? "");
  if (!found) return null;
  const [, day, month, year, start, end] = found as unknown as string[];
  const number = String(MONTHS.indexOf(month!) + 1).padStart(2, "0");
  return {
    day: `${year}-${number}-${day!.padStart(2, "0")}`,
    start: start!,
    end: end!,
  };
}

const timeOf = (visit: Time | null): Time | null =>
  visit && { day: visit.day, start: visit.start, end: visit.end };

/** The texts of a page's main part, in the order of the page. */
function textsOf(html: string): string[] {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(joinTexts(html))?.[1] ?? html;
  return main
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replaceAll(/<wbr\/?>/g, "")
    .replaceAll(/<[^>]+>/g, "\n")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .split("\n")
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

/** The text after a label. */
function after(texts: string[], label: string): string | undefined {
  const index = texts.indexOf(label);
  return index === -1 ? undefined : texts[index + 1];
}

let deps: TestDeps;
let booking: BookingRow & { token: string };
let people: Record<"Priya" | "Tom", UserRow>;
let coordinator: UserRow;
let customer: UserRow;

beforeEach(async () => {
  deps = createTestDeps();
  const [priya, tom] = [
    await createAssessor(deps),
    await createAssessor(deps, { first_name: "Tom", last_name: "Ward" }),
  ];
  people = { Priya: priya, Tom: tom };
  coordinator = await createUser(deps, { role_id: "coordinator" });
  customer = await createUser(deps, { email: "joanna.reeve@example.org" });
  booking = await createBooking(deps, {
    referrer_relationship: "Solicitor",
    referrer_organisation: "Oak & Ash LLP",
    preferred_date: WISHED,
    created_at: "2027-02-01T09:00:00.000Z",
    client_first_name: "Edith",
    client_last_name: "Hill",
  });
  const link = {
    user_id: customer.id,
    booking_id: booking.id,
    linked_at: booking.created_at,
  };
  await deps.db.insertInto("customer_bookings").values(link).execute();
  for (const user of [priya, tom, coordinator]) {
    const actor = { kind: "staff", id: user.id } as const;
    await changeFeed(deps, {
      actor,
      requestId: "test",
      userId: user.id,
      isOn: true,
    });
  }
});

const signIn = (user: UserRow) => signInAs(deps, user);
const read = async (user: UserRow, path: string) => render(deps, path, (await signIn(user)).cookie);

async function post(user: UserRow, path: string, fields: Record<string, string | string[]>) {
  const { version } = await deps.db
    .selectFrom("bookings")
    .select("version")
    .where("id", "=", booking.id)
    .executeTakeFirstOrThrow();
  const form = { version: String(version), ...fields };
  const { status, text } = await render(deps, path, (await signIn(user)).cookie, form);
  if (status >= 400) throw new Error(`${path} ${status}: ${textsOf(text).slice(0, 40).join(" | ")}`);
}

const page = `/admin/bookings/`;
const staff = (end: string, fields: Record<string, string | string[]>) =>
  post(coordinator, `${page}${booking.id}${end}`, fields);

/** The standing visits, and which of them is to come: from the table alone. */
async function truthOf(stage: Stage, next: NextCode): Promise<Truth> {
  const { doubt, isLetterOld } = told;
  const rows = await deps.db
    .selectFrom("visits")
    .selectAll()
    .where("ended_as", "is", null)
    .orderBy("created_at")
    .execute();
  const row = rows.at(-1);
  if (!row) return { stage, next, doubt, isLetterOld, toCome: null, last: null };
  const start = Date.parse(`${row.day}T${row.start}:00Z`);
  const until = new Date(start + row.minutes * 60_000);
  const who = Object.values(people).find(({ id }) => id === row.assessor_id)!;
  const last = {
    id: row.id,
    day: row.day,
    start: row.start,
    end: until.toISOString().slice(11, 16),
    who: `${who.first_name} ${who.last_name}`,
    where: places.get(row.id) ?? "",
  };
  return {
    stage,
    next,
    doubt,
    isLetterOld,
    last,
    toCome: until > deps.clock.now() ? last : null,
  };
}

/** The place of each visit, as it was typed last. */
const places = new Map<string, string>();

/** Truths of the walk besides the visits. */
const told: Pick<Truth, "doubt" | "isLetterOld"> = {
  doubt: null,
  isLetterOld: false,
};

async function csvRow(): Promise<Record<string, string>> {
  const { text } = await read(coordinator, "/admin/bookings.csv");
  const cells = (line: string) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell!.replace(/^"|"$/g, ""));
  const [head, row] = text.replace("\ufeff", "").split("\r\n");
  const values = cells(row!);
  return Object.fromEntries(cells(head!).map((name, index) => [name, values[index] ?? ""]));
}

const shortOf = (day: string) => day.split("-").toReversed().join("/");
const isoOf = (shortDate: string) => shortDate.split("/").toReversed().join("-");

/** Start and end of a visit's entry that stands in a calendar; null without one. In winter London's time is UTC. */
function timeInFile(text: string, uid: RegExp): Time | null {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  const standing = events.filter(
    (event) =>
      uid.test(String(event.getFirstPropertyValue("uid"))) &&
      event.getFirstPropertyValue("status") !== "CANCELLED",
  );
  const event = standing.at(-1);
  if (!event) return null;
  const own = new ICAL.Event(event);
  const [from, until] = [own.startDate.toJSDate().toISOString(), own.endDate.toJSDate().toISOString()];
  return {
    day: from.slice(0, 10),
    start: from.slice(11, 16),
    end: until.slice(11, 16),
  };
}

/** Steps that a referrer sees, by the stage that staff see. */
const STEPS: Record<Stage, string | null> = {
  "to-contact": "booked",
  "to-agree": "booked",
  asked: "booked",
  unanswered: "booked",
  offered: "booked",
  "not-chosen": "booked",
  agreed: "agreed",
  "outcome-missing": "agreed",
  "to-report": "writing",
  "to-review": "writing",
  "on-hold": "writing",
  "to-complete": "ready",
  done: "ready",
  cancelled: null,
};

type Step = { step: string; isDone: boolean };

/** Checks every place against the truth. `what` names the state. */
async function expectOneTruth(what: string, truth: Truth): Promise<void> {
  const { stage, next, toCome, last, doubt, isLetterOld } = truth;
  const says = (place: string) => `${what}: ${place}`;
  const same = (place: string, said: unknown, expected: unknown) =>
    expect(said, says(place)).toEqual(expected);

  // Staff: the booking's page.
  const bookingPage = await read(coordinator, `${page}${booking.id}`);
  const file = textsOf(bookingPage.text);
  if (last) {
    same("the booking's head", timeIn(after(file, "When")), timeOf(last));
    expect(file, says("the booking's head")).toContain(`with ${last.who}`);
  }
  const card = file.slice(file.lastIndexOf("Visit"), file.lastIndexOf("Visit") + 7);
  if (toCome) same("the card of the visit", timeIn(card.join(" ")), timeOf(toCome));
  const nextLabel = after(file, "Next")!;
  const addressInDoubt = doubt ? `The referral form: ${doubt}` : null;
  /** The page names an address on record if, and only if, the place is in doubt. */
  const expectDoubt = (place: string, texts: string[]) =>
    same(
      `${place} on the address in doubt`,
      texts.find((text) => text.startsWith("The referral form: ")) ?? null,
      addressInDoubt,
    );
  expectDoubt("the booking's page", file);
  same(
    "the booking's page on the letter",
    file.some((text) => text.startsWith("The visit has changed since the letter was given")),
    isLetterOld,
  );

  // Staff: the list, its filter and its numbers, the CSV, the calendar.
  const tasks = textsOf((await read(coordinator, "/admin/dashboard")).text);
  same("the dashboard's address in doubt", tasks.includes("Another address"), doubt !== null);
  const list = textsOf((await read(coordinator, `/admin/dashboard?stage=${stage}`)).text);
  expect(list, says("the list filtered by stage")).toContain(booking.reference);
  const counts = await countAt(deps.db, await readMoment(deps), STAGES);
  same(
    "the numbers of all stages",
    [...counts].filter(([, count]) => count),
    [[stage, 1]],
  );
  const csv = await csvRow();
  same("the CSV's visit", csv["Visit Date"] && isoOf(csv["Visit Date"]!), last?.day ?? "");
  same(
    "the CSV's day of the assessment",
    [csv["Assessment Date"], csv["Date Is"], csv["Preferred Date"]],
    [shortOf(last?.day ?? WISHED), last ? "Visit" : "Wish", shortOf(WISHED)],
  );
  const shortDay = (day: string) => formatDayAndMonth(day).replace(/( \w{3})\w*$/, "$1");
  const listedDay = last
    ? `${WEEKDAYS[weekdayIndex(last.day)]!.slice(0, 3)} ${shortDay(last.day)},`
    : shortDay(WISHED);
  expect(
    list.filter((text) => text === (last ? listedDay : `No visit, wished for ${listedDay}`)),
    says("the day in the list"),
  ).toHaveLength(1);
  same("the CSV's hours", csv["Visit Time"], last ? `${last.start}–${last.end}` : "");
  same("the CSV's assessor", csv.Assessor, last?.who ?? "");
  same("the CSV's stage and next", [csv.Stage, csv.Next], [STAGE_LABELS[stage], nextLabel]);
  if (last) {
    const { text } = await read(coordinator, `/admin/calendar?day=${last.day}`);
    expect(text, says("the calendar")).toContain(
      `aria-label="${last.start}–${last.end}, ${last.who}, ${booking.reference}"`,
    );
    same("the calendar's address in doubt", textsOf(text).includes("Another address"), doubt !== null);
  }

  // Programs.
  const { bearer } = await signIn(coordinator);
  const path = `/api/bookings/${booking.id}`;
  const own = (await callApi(deps, "GET", path, { bearer })).body as Record<string, never>;
  const listed = (
    (await callApi(deps, "GET", "/api/bookings", { bearer })).body as never as (typeof own)[]
  )[0]!;
  for (const [name, body] of [
    ["one booking", own],
    ["all bookings", listed],
  ] as const) {
    const visit = body.visit as Time | undefined;
    same(`the API's visit of ${name}`, visit ? timeOf(visit) : null, timeOf(toCome));
    same(
      `the API's stage of ${name}`,
      [body.stage, body.next],
      [stage, expect.objectContaining({ code: next, label: nextLabel })],
    );
  }
  const progress = own.progress as unknown as Step[] | null;
  const done = progress?.filter(({ isDone }) => isDone).at(-1)?.step ?? null;
  same("the referrer's step", done === "visited" ? "writing" : done, STEPS[stage]);

  // The referrer: pages, files, account.
  const token = `?token=${booking.token}`;
  for (const address of [`/booking/${booking.id}`, `/booking/confirmation/${booking.id}`]) {
    const texts = textsOf((await render(deps, `${address}${token}`)).text);
    same(address.split("/")[2]!, timeIn(after(texts, "Agreed visit")), timeOf(toCome));
  }
  const everything = (await render(deps, `/booking/${booking.id}/everything.txt${token}`)).text;
  same("everything.txt", timeIn(/^Visit: (.*)$/m.exec(everything)?.[1]), timeOf(toCome));
  const another = textsOf((await render(deps, `/booking/${booking.id}/another-date${token}`)).text).join(" ");
  if (stage !== "done") same("the page that asks for another date", timeIn(another), timeOf(last));
  const entry = await render(deps, `/booking/${booking.id}/calendar.ics${token}`);
  same(
    "the referrer's calendar file",
    entry.status === 200 ? timeInFile(entry.text, /./) : null,
    timeOf(toCome),
  );
  const account = textsOf((await read(customer, "/customer/dashboard")).text);
  same("the customer's dashboard", timeIn(after(account, "Agreed visit")), timeOf(toCome));

  // Each assessor: first page, the visit's pages, the calendar.
  for (const person of Object.values(people)) {
    const isTheirs = last?.who === `${person.first_name} ${person.last_name}`;
    const home = textsOf((await read(person, "/assessor")).text);
    const hours = toCome && `${toCome.start}–${toCome.end}`;
    same(
      `${person.first_name}'s visits`,
      hours !== null && home.some((text) => text.includes(hours)),
      isTheirs && toCome !== null,
    );
    same(
      `${person.first_name}'s missing outcomes`,
      home.includes("Outcome missing"),
      isTheirs && stage === "outcome-missing",
    );
    same(
      `${person.first_name}'s reports`,
      home.includes("Reports to write"),
      isTheirs && stage === "to-report",
    );
    const address = await feedAddress(deps, person.id);
    const feed = (await render(deps, new URL(address!).pathname)).text;
    same(
      `${person.first_name}'s calendar`,
      timeInFile(feed, new RegExp(`^${last?.id ?? "none"}@`)),
      isTheirs ? timeOf(last) : null,
    );
  }
  const office = (await render(deps, new URL((await feedAddress(deps, coordinator.id))!).pathname)).text;
  same("staff's calendar", timeInFile(office, new RegExp(`^${last?.id ?? "none"}@`)), timeOf(last));
  if (last) {
    const person = Object.values(people).find(({ first_name }) => last.who.startsWith(first_name!))!;
    const whole = textsOf((await read(person, `/assessor/visits/${last.id}`)).text);
    // The card of the outcome, before it, has the times that were recorded.
    const visitPage = whole.slice(whole.indexOf("When and where"));
    const label = visitPage.includes("How to join") ? "How to join" : "Place";
    same(
      "the visit's day and time",
      timeIn(`${after(visitPage, "Day")}, ${after(visitPage, "Time")}`),
      timeOf(last),
    );
    same("the visit's place", after(visitPage, label), last.where || "Not known yet: ask the office");
    const pack = textsOf((await read(person, `/assessor/visits/${last.id}/pack`)).text);
    same("the pack's time", timeIn(after(pack, "When")), timeOf(last));
    same("the pack's place", after(pack, label), last.where || "Ask the office");
    expectDoubt("the visit's page", whole);
    expectDoubt("the pack", pack);
  }
  if (toCome) {
    const letterPage = textsOf((await read(coordinator, `/admin/visits/${toCome.id}/letter`)).text);
    expectDoubt("the letter's page", letterPage);
    const letter = letterPage.join(" ");
    expect(letter, says("the letter")).toContain(toCome.start);
    if (toCome.where) expect(letter, says("the letter")).toContain(toCome.where);
    const move = textsOf((await read(coordinator, `${page}${booking.id}/visit/move`)).text);
    same("the page that moves it", timeIn(move[move.lastIndexOf("Visit") + 1]), timeOf(toCome));
    same("its assessor there", after(move, "Assessor"), toCome.who);
  }
}

/** The mails since the last state that bring a visit's time: each says what is true now. */
async function expectMails(what: string, { toCome }: Truth): Promise<void> {
  const before = deps.sentMails.length;
  await runDueJobs(deps);
  for (const { tag, text, attachments } of deps.sentMails.slice(before)) {
    if (!/^(assessor-)?visit-(agreed|moved|reassigned|reminder)$/.test(tag)) continue;
    if (tag === "assessor-visit-reassigned") continue;
    expect(timeIn(text.replaceAll(/\s+/g, " ")), `${what}: ${tag}`).toEqual(timeOf(toCome));
    for (const { content } of attachments)
      expect(timeInFile(String(content), /./), `${what}: file of ${tag}`).toEqual(timeOf(toCome));
  }
}

test("one booking says the same in every place, in each of its states", async () => {
  const plan = (day: string, start: string, place: string, more: Record<string, string> = {}) => ({
    day,
    start,
    minutes: "90",
    mode: "face-to-face",
    place,
    notify: "on",
    ...more,
  });
  const placed = async (where: string) => {
    const row = await deps.db
      .selectFrom("visits")
      .select("id")
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    places.set(row.id, where);
  };
  const at = (instant: string) => deps.clock.set(instant);
  const assessorsPage = async (end: string) => {
    const { last } = await truthOf("agreed", "nothing");
    return `/assessor/visits/${last!.id}${end}`;
  };
  const outcome = async (person: UserRow, held: string, version: string) =>
    post(person, await assessorsPage("/outcome"), {
      held,
      version,
      startedAt: "1005",
      endedAt: "11.30",
      conducted: "in-person",
      identity: "Passport",
      ...(held === "none" && { notHeldReason: "unwell" }),
    });
  const reportForm = async (fields: Record<string, string>) => staff("/report", fields);
  const newestReport = async () =>
    (await deps.db.selectFrom("reports").select("id").orderBy("version", "desc").executeTakeFirstOrThrow())
      .id;

  const STATES: [what: string, stage: Stage, next: NextCode, change: () => Promise<unknown>][] = [
    ["booked", "to-contact", "contact", async () => {}],
    [
      "to be called again",
      "to-contact",
      "contact-later",
      () => staff("", { intent: "contact", outcome: "no-answer", note: "" }),
    ],
    ["called", "to-agree", "agree-visit", () => staff("", { intent: "contact", outcome: "spoke", note: "" })],
    [
      "asked",
      "asked",
      "wait-answers",
      () =>
        staff("/visit", {
          ...plan("2027-03-17", "09:00", "1 Elm Road, Leeds, LS6 1AA"),
          intent: "ask",
          assessors: people.Priya.id,
          answerBy: "2027-03-11T17:00",
        }),
    ],
    [
      "declined",
      "unanswered",
      "ask-again",
      async () => {
        const { id } = await deps.db.selectFrom("visit_questions").select("id").executeTakeFirstOrThrow();
        await post(people.Priya, "/assessor", {
          intent: "decline",
          questionId: id,
          reason: "",
        });
      },
    ],
    [
      "agreed",
      "agreed",
      "ask-forms",
      async () => {
        const where = "2 Ash Road, Leeds, LS6 2AB";
        await staff("/visit", {
          ...plan("2027-03-15", "10:00", where),
          intent: "agree",
          assessors: people.Priya.id,
        });
        await placed(where);
      },
    ],
    [
      "a letter is posted",
      "agreed",
      "ask-forms",
      async () => {
        const { last } = await truthOf("agreed", "nothing");
        await post(coordinator, `/admin/visits/${last!.id}/letter`, {
          way: "posted",
          givenOn: "2027-03-10",
        });
      },
    ],
    [
      "moved",
      "agreed",
      "ask-forms",
      async () => {
        deps.clock.advance(60_000);
        told.isLetterOld = true;
        await staff("/visit/move", {
          ...plan("2027-03-16", "11:00", "2 Ash Road, Leeds, LS6 2AB"),
          intent: "move",
        });
      },
    ],
    [
      "moved to another place",
      "agreed",
      "ask-forms",
      async () => {
        const where = "3 Oak Road, Leeds, LS6 3CD";
        await staff("/visit/move", {
          ...plan("2027-03-16", "11:00", where),
          intent: "move",
        });
        await placed(where);
      },
    ],
    [
      "the referral gives another address",
      "agreed",
      "check-address",
      async () => {
        const answers = {
          addressLine1: "7 Birch Road",
          townCity: "Leeds",
          postcode: "LS6 7JK",
        };
        await saveSections(deps, {
          booking,
          actor: { kind: "visitor", id: null },
          requestId: null,
          sections: { personalDetails: { answers } },
        });
        told.doubt = "7 Birch Road, Leeds, LS6 7JK";
      },
    ],
    [
      "the new address is used",
      "agreed",
      "ask-forms",
      async () => {
        const { last } = await truthOf("agreed", "nothing");
        const { text } = await read(coordinator, `${page}${booking.id}`);
        const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)![1]!;
        await post(coordinator, `/admin/visits/${last!.id}/address`, {
          address: value("address"),
          addressesSeen: value("addressesSeen"),
          notify: "on",
        });
        await placed(told.doubt!);
        told.doubt = null;
      },
    ],
    [
      "the assessor cannot come",
      "agreed",
      "read-note",
      async () =>
        post(people.Priya, await assessorsPage(""), {
          intent: "cannot-come",
          reason: "Ill",
        }),
    ],
    [
      "the note is read",
      "agreed",
      "replace-assessor",
      async () => {
        const { id } = await deps.db.selectFrom("visit_notes").select("id").executeTakeFirstOrThrow();
        const { last } = await truthOf("agreed", "nothing");
        await post(coordinator, `/admin/visits/${last!.id}/notes`, {
          intent: "read",
          noteId: id,
        });
      },
    ],
    [
      "given to another",
      "agreed",
      "ask-forms",
      () =>
        staff("/visit/reassign", {
          assessor: people.Tom.id,
          reason: "",
          notify: "on",
        }),
    ],
    [
      "another date is asked for",
      "agreed",
      "answer-date",
      () =>
        makeRequest(deps, booking.id, {
          actor: { kind: "customer", id: customer.id } as never,
          requestId: "test",
          kind: "date",
          day: "2027-03-20",
          note: "",
        }),
    ],
    [
      "the request is declined",
      "agreed",
      "ask-forms",
      async () => {
        const request = await deps.db.selectFrom("booking_requests").selectAll().executeTakeFirstOrThrow();
        await staff("", {
          intent: "request-decline",
          kind: "date",
          asked: request.id,
          version: String(request.version),
          note: "",
        });
      },
    ],
    [
      "under way",
      "agreed",
      "ask-forms",
      async () => {
        at("2027-03-16T11:30:00.000Z");
        told.isLetterOld = false;
      },
    ],
    ["over", "outcome-missing", "ask-outcome", async () => at("2027-03-16T13:00:00.000Z")],
    ["not held", "to-contact", "contact", () => outcome(people.Tom, "none", "0")],
    [
      "agreed again",
      "agreed",
      "ask-forms",
      async () => {
        const where = "4 Yew Road, Leeds, LS6 4EF";
        await staff("/visit", {
          ...plan("2027-03-18", "13:00", where),
          intent: "agree",
          assessors: people.Priya.id,
        });
        await placed(where);
      },
    ],
    [
      "held in part",
      "to-contact",
      "contact",
      async () => {
        at("2027-03-18T15:00:00.000Z");
        await outcome(people.Priya, "part", "0");
      },
    ],
    [
      "a virtual visit without a link",
      "agreed",
      "send-link",
      async () => {
        await staff("/visit", {
          ...plan("2027-03-22", "14:00", "", { mode: "virtual" }),
          intent: "agree",
          assessors: people.Priya.id,
        });
        await placed("");
      },
    ],
    [
      "with a link",
      "agreed",
      "ask-forms",
      async () => {
        const where = "https://video.example/room";
        await staff("/visit/move", {
          ...plan("2027-03-22", "14:00", where, { mode: "virtual" }),
          intent: "move",
        });
        await placed(where);
      },
    ],
    [
      "cancelled visit",
      "to-contact",
      "contact",
      () =>
        staff("/visit/cancel", {
          after: "agree-another",
          reason: "",
          notify: "on",
        }),
    ],
    [
      "entered after it was held",
      "outcome-missing",
      "ask-outcome",
      async () => {
        at("2027-03-23T09:00:00.000Z");
        const where = "5 Fir Road, Leeds, LS6 5GH";
        await staff("/visit", {
          ...plan("2027-03-19", "10:00", where, { heldReason: "Urgent" }),
          intent: "agree",
          assessors: people.Tom.id,
        });
        await placed(where);
      },
    ],
    ["held in full", "to-report", "wait-report", () => outcome(people.Tom, "full", "0")],
    [
      "the report is sent",
      "to-review",
      "review",
      () => createReport(deps, booking.id, { author: people.Tom }),
    ],
    ["on hold", "on-hold", "lift-hold", () => reportForm({ intent: "hold", reason: "unpaid", note: "" })],
    [
      "the hold is lifted",
      "to-review",
      "review",
      async () => {
        const { id } = await deps.db.selectFrom("report_holds").select("id").executeTakeFirstOrThrow();
        await reportForm({ intent: "lift-hold", holdId: id });
      },
    ],
    [
      "returned",
      "to-report",
      "wait-correction",
      async () =>
        reportForm({
          intent: "return",
          codes: "evidence",
          reportId: await newestReport(),
          note: "Sign it.",
        }),
    ],
    [
      "released",
      "to-complete",
      "complete",
      async () => {
        await createReport(deps, booking.id, {
          author: people.Tom,
          text: "Signed",
        });
        await post(coordinator, `${page}${booking.id}/report`, {
          intent: "release",
          reportId: await newestReport(),
          checks: ["person", "birth", "decisions", "signed", "clean"],
          recipients: "referrer",
        });
      },
    ],
    [
      "completed",
      "done",
      "nothing",
      () => staff("", { status: "completed", reason: "", note: "", notify: "on" }),
    ],
  ];
  expect(STATES.length).toBeGreaterThanOrEqual(20);
  for (const [what, stage, next, change] of STATES) {
    await change();
    const truth = await truthOf(stage, next);
    await expectMails(what, truth);
    await expectOneTruth(what, truth);
  }
}, 600_000);
