import { beforeEach, describe, expect, test } from "vitest";
import { action, loader } from "#app/routes/admin/booking-new.tsx";
import { action as autosave } from "#app/routes/admin/booking-new-autosave.ts";
import { boxNumbers } from "#app/features/booking/fields/box-numbers.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { readBookingFile } from "#app/features/staff/booking/read-booking-file.server.ts";
import { makeFormKey } from "#app/platform/http/form-key.server.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import type { FreeList } from "#app/features/visits/plan/who-is-free.server.ts";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { BY_STAFF, createAssessor } from "#tests/setup/visits.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";

const TYPED = {
  version: "0",
  channel: "telephone",
  notify: "on",
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna@example.org",
  referrerPhone: "07700 900123",
  referrerCountryCode: "+44",
  referrerRelationship: "Daughter",
  showVirtualPricing: "false",
  selectedAssessments: "Capacity to Make a Will",
  assessmentLocation: "Leeds",
  paymentMethod: "pay-later",
  clientCountryCode: "+44",
};

let deps: TestDeps;
let cookie: string;
let priya: UserRow;
beforeEach(async () => {
  deps = createTestDeps();
  priya = await createUser(deps, { role_id: "coordinator", first_name: "Priya", last_name: "Nair" });
  cookie = (await signInAs(deps, priya)).cookie;
});

type Handler = (args: never) => Promise<unknown>;
type Answer = {
  location?: string | null;
  status?: number;
  data?: { summary: string; error: Record<string, string[]>; initialValue: Record<string, string> };
  page?: Awaited<ReturnType<typeof loader>>;
};

async function ask(handler: Handler, path: string, fields?: Record<string, string>): Promise<Answer> {
  const request = new Request(`http://localhost:3000${path}`, {
    headers: { Cookie: cookie },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  const args = { request, url: new URL(request.url), params: {}, context: testContext(deps) } as never;
  const result: unknown = await handler(args).catch((thrown: unknown) => thrown);
  if (result instanceof Error) throw result;
  if (result instanceof Response) return { location: result.headers.get("Location"), status: result.status };
  const wrapped = result as { init?: { status: number }; data: never };
  return wrapped.init ? { status: wrapped.init.status, data: wrapped.data } : { page: result as never };
}

const open = (path: string) => ask(loader as Handler, path);
const send = (path: string, fields: Record<string, string>) => ask(action as Handler, path, fields);

/** The address of a new draft. */
async function start(): Promise<string> {
  const { location } = await open("/admin/bookings/new");
  return location!;
}

const bookings = () => deps.db.selectFrom("bookings").selectAll().execute();
const mails = async () =>
  (
    await deps.db.selectFrom("outbox").select(["topic"]).where("kind", "=", "mail").orderBy("topic").execute()
  ).map(({ topic }) => topic);

describe("a caller who booked before", () => {
  const callAgain = { ...TYPED, referrerFirstName: "", referrerLastName: "", referrerEmail: "" };
  const bookOnce = async (more: Record<string, string> = {}) =>
    send(await start(), { ...TYPED, ...more, intent: "book" });

  test("is found by the phone number, and their details are filled in by a press", async () => {
    await bookOnce({
      clientFirstName: "Harold",
      clientLastName: "Kowalski",
      referrerRelationship: "Carer",
      referrerProfessionalCapacity: "Family, friend or neutral party",
    });
    const path = await start();
    const typed = { ...callAgain, referrerPhone: "+44 (0)7700 900123", referrerRelationship: "" };
    await send(path, { ...typed, intent: "save" });
    const { page } = await open(path);
    expect(page!.caller).toMatchObject({
      name: "Joanna Reeve",
      bookings: expect.stringMatching(/^1 booking in .+ for Harold Kowalski$/),
    });
    const { location } = await send(path, { ...typed, version: "1", intent: "use-caller" });
    const { page: filled } = await open(location!);
    expect(filled!.saved).toMatchObject({
      referrerFirstName: "Joanna",
      referrerEmail: "joanna@example.org",
      referrerRelationship: "Carer",
      selectedAssessments: ["Capacity to Make a Will"],
    });
    expect(filled!.caller).toBeNull();
  });

  test("is not named while their data is restricted, after it was erased, or for another number", async () => {
    await bookOnce();
    const callerOf = async (fields: Record<string, string>) => {
      const path = await start();
      await send(path, { ...callAgain, ...fields, intent: "save" });
      return (await open(path)).page!.caller;
    };
    expect(await callerOf({})).not.toBeNull();
    expect(await callerOf({ referrerPhone: "07700 900124" })).toBeNull();
    expect(await callerOf({ referrerPhone: "900123" })).toBeNull();
    const [booking] = await bookings();
    await placeRestriction(deps, {
      ...BY_STAFF,
      kind: "restriction",
      reason: "Disputed",
      case: { id: booking!.id, email_key: null, booking_id: booking!.id },
    });
    expect(await callerOf({})).toBeNull();
  });
});

describe("a booking that staff type in", () => {
  test("is made with the wizard's prices and mails, and its history says who took it and how", async () => {
    const { location } = await send(await start(), { ...TYPED, intent: "book" });
    const [booking] = await bookings();
    expect(location).toBe(`/admin/bookings/${booking!.id}?done=taken`);
    expect(booking).toMatchObject({ status: "pending", total_pence: 59_500, channel: "telephone" });
    expect(await mails()).toEqual([
      "booking-confirmation",
      "company-notice",
      "referral-reminder",
      "referral-reminder",
    ]);
    const file = await readBookingFile(deps, booking!.id);
    expect(file.history).toMatchObject([
      { what: "Booking made", note: "How it came: Telephone.", who: "Priya Nair" },
    ]);
    expect(file).toMatchObject({
      promise: null,
      contacts: [{ outcome: "Spoke to the referrer", who: "Priya Nair" }],
    });
    await runDueJobs(deps);
    expect(deps.sentMails.map(({ text }) => text).join()).not.toMatch(/within 24\s+hours/);
    expect(file.booking.channel).toBe("telephone");
    expect(await deps.db.selectFrom("drafts").selectAll().execute()).toEqual([]);
  });

  test("that came on paper waits for the contact that was promised", async () => {
    await send(await start(), { ...TYPED, channel: "paper", intent: "book" });
    const [booking] = await bookings();
    expect(await readBookingFile(deps, booking!.id)).toMatchObject({
      promise: { text: "24 hours left" },
      contacts: [],
      stage: "to-contact",
    });
  });

  test("sends the referrer nothing when the box is unticked", async () => {
    const { notify: _, ...quiet } = TYPED;
    await send(await start(), { ...quiet, intent: "book" });
    expect(await mails()).toEqual(["company-notice"]);
  });

  test("is refused by the wizard's rules, with everything typed kept in the draft", async () => {
    const at = await start();
    const fields = { ...TYPED, referrerRelationship: "Solicitor", selectedAssessments: "", intent: "book" };
    const refused = await send(at, fields);
    expect(refused.status).toBe(400);
    expect(refused.data!.error).toMatchObject({
      referrerOrganisation: ["Please enter your company or organization name."],
      selectedAssessments: ["Please select at least one assessment type."],
    });
    expect((await open(at)).page!.saved).toMatchObject({ referrerFirstName: "Joanna" });
    expect(await bookings()).toEqual([]);
  });

  test("may be at shorter notice with a reason, and is urgent then", async () => {
    deps.clock.set("2027-03-10T10:00:00Z");
    const soon = { ...TYPED, intent: "book", preferredDate: "2027-03-12" };
    const at = await start();
    const refused = await send(at, soon);
    expect(refused.data!.error.shortNoticeReason).toEqual([
      "That is less than 7 days’ notice. Please write why, or choose Wednesday 17 March 2027 or later.",
    ]);
    const version = refused.data!.initialValue.version!;
    await send(at, { ...soon, version, shortNoticeReason: "Hospital discharge" });
    const [booking] = await bookings();
    expect(booking).toMatchObject({ preferred_date: "2027-03-12", prefer_earlier_date: 1 });
    const file = await readBookingFile(deps, booking!.id);
    expect(file.history[0]!.note).toBe("How it came: Telephone. At short notice: Hospital discharge");
  });

  test.each([
    ["a past day", "2027-03-09", "That date has passed"],
    ["a weekend", "2027-03-13", "is at the weekend"],
  ])("is refused for %s, whatever the reason", async (_what, preferredDate, message) => {
    deps.clock.set("2027-03-10T10:00:00Z");
    const fields = { ...TYPED, intent: "book", preferredDate, shortNoticeReason: "Urgent" };
    const refused = await send(await start(), fields);
    expect(refused.data!.error.preferredDate![0]).toContain(message);
  });

  test("pressed twice at once is one booking", async () => {
    const at = await start();
    const fields = { ...TYPED, intent: "book" };
    const answers = await Promise.all([1, 2, 3].map(() => send(at, fields)));
    expect(await bookings()).toHaveLength(1);
    expect(new Set(answers.map(({ location }) => location!.split("?")[0])).size).toBe(1);
    expect((await open(at)).location).toBe(`/admin/bookings/${(await bookings())[0]!.id}`);
  });
});

describe("a visit that is agreed on the call", () => {
  const VISIT = { day: "2027-03-11", start: "10:00", minutes: "90", startRequested: "on" };
  const visits = () => deps.db.selectFrom("visits").selectAll().execute();
  const assessorOf = () => createAssessor(deps, {}, { assessments: ["capacity-will"] });

  test("shows who is free with everything typed kept, and is agreed together with the booking", async () => {
    const { id: assessor } = await assessorOf();
    const at = await start();
    const { page } = await open(at);
    expect(page!.saved).toEqual({});
    const shown = await send(at, { ...TYPED, ...VISIT, intent: "show" });
    const reply = (shown.page ?? {}) as unknown as { list: FreeList; initialValue: Record<string, string> };
    expect(reply.initialValue).toMatchObject({ referrerFirstName: "Joanna", ...VISIT });
    expect(reply.list.candidates).toMatchObject([{ id: assessor, fit: { level: "fits" } }]);
    expect((await open(at)).page!.saved).toMatchObject({ referrerFirstName: "Joanna", day: "2027-03-11" });
    const { version } = reply.initialValue;
    const chosen = { ...TYPED, ...VISIT, version: version!, assessor, intent: "book-visit" };
    const { location } = await send(at, chosen);
    const [booking] = await bookings();
    expect(location).toBe(`/admin/bookings/${booking!.id}?done=taken-visit`);
    expect(booking).toMatchObject({ status: "confirmed" });
    expect(await visits()).toMatchObject([
      { booking_id: booking!.id, assessor_id: assessor, day: "2027-03-11", start: "10:00" },
    ]);
    expect(await mails()).toEqual(expect.arrayContaining(["booking-confirmation", "visit-agreed"]));
  });

  test("within a private person's right to cancel needs that they asked us to start", async () => {
    const { id: assessor } = await assessorOf();
    const { startRequested, ...visit } = VISIT;
    const chosen = { ...TYPED, ...visit, assessor, intent: "book-visit" };
    const at = await start();
    const refused = await send(at, chosen);
    expect(refused.status).toBe(409);
    expect(refused.data!.error.startRequested![0]).toContain(
      "may cancel without a reason until Wednesday 24 March",
    );
    expect(await bookings()).toEqual([]);
    await send(at, { ...chosen, startRequested, version: refused.data!.initialValue.version! });
    expect(await bookings()).toMatchObject([{ start_requested: 1, status: "confirmed" }]);
  });

  test("that overlaps another makes no booking, keeps what was typed and says why", async () => {
    const { id: assessor } = await assessorOf();
    const chosen = { ...TYPED, ...VISIT, assessor, intent: "book-visit" };
    await send(await start(), chosen);
    const at = await start();
    const refused = await send(at, { ...chosen, start: "11:00" });
    expect(refused.status).toBe(409);
    expect(refused.data!.summary).toMatch(
      /^The assessor is not free: Visit 10:00–11:30.* Nothing was made: all that you typed is kept as a draft\.$/,
    );
    expect(refused.data!.error.assessor).toHaveLength(1);
    expect((await open(at)).page!.saved).toMatchObject({ referrerFirstName: "Joanna", assessor });
    expect([await bookings(), await visits()].map(({ length }) => length)).toEqual([1, 1]);
    const { version } = refused.data!.initialValue;
    await send(at, { ...chosen, version: version!, start: "14:00" });
    expect(await visits()).toHaveLength(2);
  });

  test("with a warning that nobody saw asks once more before anything is made", async () => {
    const { id: assessor } = await createAssessor(deps, {}, { assessments: ["property-finance"] });
    const at = await start();
    const chosen = { ...TYPED, ...VISIT, assessor, intent: "book-visit" };
    const refused = await send(at, chosen);
    expect(refused.data!.summary).toContain("Does not do: Capacity to Make a Will. Nothing was made yet");
    expect(await bookings()).toEqual([]);
    const { list, initialValue } = refused.data as unknown as { list: FreeList } & NonNullable<
      Answer["data"]
    >;
    await send(at, { ...chosen, version: initialValue.version!, forPlan: list.forPlan });
    expect(await visits()).toHaveLength(1);
  });

  test("at no time that exists is refused with the booking's own mistakes, in one answer", async () => {
    const chosen = { ...TYPED, ...VISIT, day: "2027-02-31", assessor: "x", intent: "book-visit" };
    const refused = await send(await start(), { ...chosen, selectedAssessments: "" });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.data!.error)).toEqual(["selectedAssessments", "day"]);
    expect(await bookings()).toEqual([]);
  });
});

describe("a draft of staff", () => {
  test("is kept sealed while somebody types, found again, and discarded by a button", async () => {
    const at = await start();
    const saved = await ask(autosave as Handler, at.replace("/new", "/new/autosave"), {
      ...TYPED,
      referrerEmail: "joanna@",
    });
    expect(saved.status).toBe(200);
    const [row] = await deps.db.selectFrom("drafts").selectAll().execute();
    expect(row!.answers_sealed).not.toContain("Joanna");
    const other = await open(await start());
    expect(other.page!.unfinished).toMatchObject([{ id: row!.id, name: "Joanna Reeve" }]);
    expect((await open(at)).page!.saved).toMatchObject({ referrerEmail: "joanna@" });
    await send("/admin/bookings/new", { intent: "discard", discardDraft: row!.id });
    expect(await deps.db.selectFrom("drafts").selectAll().execute()).toEqual([]);
  });

  test("is saved without JavaScript by its button", async () => {
    const at = await start();
    expect(await send(at, { ...TYPED, intent: "later" })).toMatchObject({
      location: "/admin/dashboard?done=draft",
    });
    expect((await open(at)).page!.saved).toMatchObject({ referrerFirstName: "Joanna" });
  });

  test("is nobody else's", async () => {
    const at = await start();
    await send(at, { ...TYPED, intent: "later" });
    cookie = (await signInAs(deps, await createUser(deps, { role_id: "administrator" }))).cookie;
    expect((await open(at)).page!.saved).toEqual({});
    expect(await send(at, { ...TYPED, referrerFirstName: "Ann", intent: "later" })).toMatchObject({
      location: "/admin/bookings/new",
    });
    expect(await deps.db.selectFrom("drafts").selectAll().execute()).toHaveLength(1);
  });

  test("that another tab changed is not overwritten unseen", async () => {
    const at = await start();
    await send(at, { ...TYPED, formKey: makeFormKey(deps), intent: "later" });
    const stale = { ...TYPED, assessmentLocation: "Hull", formKey: makeFormKey(deps), intent: "book" };
    const refused = await send(at, stale);
    expect(refused).toMatchObject({
      status: 409,
      data: { error: { assessmentLocation: ["Saved since: Leeds"] }, initialValue: { version: "1" } },
    });
    await send(at, { ...stale, version: "1", formKey: makeFormKey(deps) });
    expect(await bookings()).toMatchObject([{ assessment_location: "Hull" }]);
  });

  test("that expired says so", async () => {
    const at = await start();
    await send(at, { ...TYPED, intent: "later" });
    deps.clock.advance(49 * 3_600_000);
    cookie = (await signInAs(deps, priya)).cookie;
    expect((await open(at)).page).toMatchObject({ saved: {}, isExpired: true });
  });
});

describe("what is missing", () => {
  const named = (missing: { name: string }[]) => missing.map(({ name }) => name);
  const ALL = [
    ...["referrerFirstName", "referrerLastName", "referrerEmail", "referrerPhone", "referrerRelationship"],
    ...["selectedAssessments", "assessmentLocation"],
  ];

  test("is everything that is required on an empty page, and nothing once the booking can be made", async () => {
    const at = await start();
    expect(named((await open(at)).page!.missing)).toEqual(ALL);
    await send(at, { ...TYPED, intent: "save" });
    expect((await open(at)).page!.missing).toEqual([]);
  });

  test("follows what is typed, with the messages that the button would show", async () => {
    const at = await start();
    const request = new Request(`http://localhost:3000${at.replace("/new", "/new/autosave")}`, {
      method: "POST",
      headers: { Cookie: cookie },
      body: new URLSearchParams({ ...TYPED, referrerPhone: "12", assessmentLocation: "" }),
    });
    const args = { request, url: new URL(request.url), params: {}, context: testContext(deps) } as never;
    const { missing } = (await (await autosave(args)).json()) as {
      missing: { name: string; message: string }[];
    };
    const refused = (
      await send(at, { ...TYPED, version: "1", referrerPhone: "12", assessmentLocation: "", intent: "book" })
    ).data!;
    expect(named(missing)).toEqual(["referrerPhone", "assessmentLocation"]);
    for (const { name, message } of missing) expect(refused.error[name]![0]).toBe(message);
  });
});

test("the boxes have the numbers of the paper form, in its order", () => {
  expect(boxNumbers()).toMatchObject({
    referrerFirstName: "1.1",
    referrerOrganisation: "1.8",
    otherAssessmentDetails: "2.3",
    assessmentLocation: "3.1",
    preferEarlierDate: "4.3",
    clientTitle: "5.1",
    clientPostcode: "5.11",
    consents: "6.2",
  });
});
