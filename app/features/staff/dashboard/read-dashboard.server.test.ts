import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createInvoiceRow, createUser } from "#tests/setup/factories.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import {
  listAwaitingContact,
  readTotals,
  readWeeks,
  readDashboard,
  type Dashboard,
} from "./read-dashboard.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { askAssessors } from "#app/features/visits/agree/ask-assessors.server.ts";
import { proposeChanges } from "#app/features/assessors/answer-profile.server.ts";
import { readAssessorPage } from "#app/features/assessors/read-profile.server.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import type { KyselyPlugin } from "kysely";
import { fillBookingIndex } from "#app/features/booking/record/write-booking.server.ts";
import { listBookings } from "./dashboard-queries.server.ts";
import { readDashboardView } from "./dashboard-view.ts";

describe("the dashboard's figures", () => {
  let deps: TestDeps;
  beforeEach(() => {
    deps = createTestDeps();
  });

  test("the totals count every booking, cancelled ones included", async () => {
    await createBooking(deps);
    await createBooking(deps, { status: "cancelled", total_pence: 100 });
    expect(await readTotals(deps.db)).toEqual({
      count: 2,
      revenuePence: 59_600,
      byStatus: {
        pending: { count: 1, revenuePence: 59_500 },
        confirmed: { count: 0, revenuePence: 0 },
        completed: { count: 0, revenuePence: 0 },
        cancelled: { count: 1, revenuePence: 100 },
      },
    });
  });

  test("weeks run from Monday to Sunday in London, the summer hour included", async () => {
    deps.clock.set("2027-04-02T09:00:00.000Z");
    await createBooking(deps, { created_at: "2027-03-28T22:59:00.000Z", total_pence: 100 });
    await createBooking(deps, { created_at: "2027-03-28T23:00:00.000Z", total_pence: 200 });
    await createBooking(deps, { created_at: "2027-03-15T00:00:00.000Z", total_pence: 400 });
    await createBooking(deps, { created_at: "2027-03-14T23:59:00.000Z", total_pence: 800 });
    expect(await readWeeks(deps.db, deps.clock.now(), 3)).toEqual([
      { monday: "2027-03-15", count: 1, revenuePence: 400 },
      { monday: "2027-03-22", count: 1, revenuePence: 100 },
      { monday: "2027-03-29", count: 1, revenuePence: 200 },
    ]);
  });

  test("the booking that has waited longest comes first", async () => {
    await createBooking(deps, { reference: "MCA-BBBB-BBBB", created_at: "2027-03-09T09:00:00.000Z" });
    await createBooking(deps, { reference: "MCA-AAAA-AAAA", created_at: "2027-03-08T09:00:00.000Z" });
    await createBooking(deps, { status: "confirmed", created_at: "2027-03-01T09:00:00.000Z" });
    const waiting = await listAwaitingContact(deps.db, deps.clock.now(), 5);
    expect(waiting.map((booking) => booking.reference)).toEqual(["MCA-AAAA-AAAA", "MCA-BBBB-BBBB"]);
  });
});

const view = (query = "") => readDashboardView(new URLSearchParams(query));

/** Copies one booking until there are `count`, spread over time, names, totals and statuses. */
async function fillTo(deps: TestDeps, count: number) {
  const { token: _, ...template } = await createBooking(deps);
  const statuses = ["pending", "confirmed", "completed", "cancelled"] as const;
  const start = deps.clock.now().getTime();
  const bookings = Array.from({ length: count - 1 }, (_, index) => {
    const number = index + 1;
    return {
      ...template,
      id: deps.ids.uuid(),
      reference: `MCA-${String(number).padStart(8, "0")}`,
      status: statuses[number % 4]!,
      client_last_name: `Client ${number % 977}`,
      referrer_email_key: `person${number % 1_009}@example.org`,
      total_pence: 49_800 + (number % 7) * 1_000,
      created_at: new Date(start - number * 3_600_000).toISOString(),
    };
  });
  const line = { position: 0, assessment_id: "other", name: "Other", price_pence: null } as const;
  await deps.db.transaction().execute(async (trx) => {
    for (let first = 0; first < bookings.length; first += 200) {
      const some = bookings.slice(first, first + 200);
      const lines = some.map(({ id }) => ({ ...line, booking_id: id }));
      await trx.insertInto("bookings").values(some).execute();
      await trx.insertInto("booking_lines").values(lines).execute();
    }
  });
  await fillBookingIndex(deps);
}

/** How many queries `work` runs; what is a part of another one is not counted. */
async function countQueries(deps: TestDeps, work: (deps: TestDeps) => Promise<unknown>): Promise<number> {
  let count = 0;
  const spy: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      return result;
    },
  };
  await work({ ...deps, db: deps.db.withPlugin(spy) });
  return count;
}

describe("what needs action", () => {
  test("confirmed bookings whose day is past are to be completed; those to come are asked for their forms", async () => {
    const deps = createTestDeps();
    const confirmed = (preferred_date: string | null) =>
      createBooking(deps, { status: "confirmed", preferred_date });
    const [past, today, soon, undated] = [
      await confirmed("2027-03-09"),
      await confirmed("2027-03-10"),
      await confirmed("2027-03-12"),
      await confirmed(null),
    ];
    await createBooking(deps, { status: "completed", preferred_date: "2027-03-01" });
    const { parts } = await readDashboard(deps, view());
    const ids = (list: { shown: { id: string }[] }) => list.shown.map((booking) => booking.id);
    expect(ids(parts["to-complete"])).toEqual([past.id]);
    expect(ids(parts["referral-forms"])).toEqual([today.id, soon.id, undated.id]);
    expect(ids(parts.contact)).toEqual([]);
  });

  test("a visit counts for the day, not the date that was preferred", async () => {
    const deps = createTestDeps();
    const assessor = await createAssessor(deps);
    const agreed = async (preferred_date: string, day: string) => {
      const booking = await createBooking(deps, { preferred_date });
      const change = {
        ...BY_STAFF,
        bookingId: booking.id,
        version: 1,
        isReferrerTold: false,
        overruled: null,
      };
      await agreeVisit(deps, { ...change, plan: { ...PLAN, day }, assessorId: assessor.id });
      return booking.id;
    };
    const held = await agreed("2027-04-01", "2027-03-11");
    await agreed("2027-03-11", "2027-03-18");
    deps.clock.set("2027-03-15T09:00:00.000Z");
    const { parts } = await readDashboard(deps, view());
    const outcomeMissing = parts["outcome-missing"].shown;
    expect(outcomeMissing.map(({ id, day, stage }) => [id, day?.day, stage.next.label])).toEqual([
      [held, "2027-03-11", "Outcome missing: ask Priya Nair"],
    ]);
    expect(outcomeMissing[0]!.stage.assessor!.email).toBe(assessor.email);
    expect(parts["to-complete"].shown).toEqual([]);
  });

  test("bookings that were called and have no visit, and questions without an answer, are listed", async () => {
    const deps = createTestDeps();
    expect((await readDashboard(deps, view())).parts["to-agree"]).toBeNull();
    const assessor = await createAssessor(deps, {}, { registerEndsOn: "2027-05-01" });
    const called = { awaits_contact_since: null };
    const waiting = await createBooking(deps, called);
    await createBooking(deps);
    await createBooking(deps, { ...called, status: "cancelled" });
    const asked = await createBooking(deps, called);
    const question = { ...BY_STAFF, bookingId: asked.id, plan: PLAN, assessorIds: [assessor.id] };
    await askAssessors(deps, { ...question, deadlineAt: "2027-03-10T17:00:00.000Z", isReferrerTold: true });
    const read = async () => {
      const { parts } = await readDashboard(deps, view());
      return {
        without: parts["to-agree"]!.shown.map(({ id }) => id),
        unanswered: parts.unanswered!.shown.map(({ bookingId }) => bookingId),
        registrations: parts.registration!.shown.map(({ name, endsOn }) => `${name} ${endsOn}`),
      };
    };
    const registrations = ["Priya Nair 2027-05-01"];
    expect(await read()).toEqual({ without: [waiting.id], unanswered: [], registrations });
    deps.clock.set("2027-03-10T17:00:01.000Z");
    expect(await read()).toMatchObject({ without: [waiting.id], unanswered: [asked.id] });
  });

  test("proposals of active assessors wait for staff, the oldest first", async () => {
    const deps = createTestDeps();
    const proposers = [
      ["Zoe", "2027-03-10T09:00:00.000Z"],
      ["Adam", "2027-03-10T09:01:00.000Z"],
      ["Gone", "2027-03-10T09:02:00.000Z"],
    ] as const;
    for (const [first_name, at] of proposers) {
      deps.clock.set(at);
      const user = await createAssessor(deps, { first_name });
      const { assessor } = await readAssessorPage(deps, user.id);
      await proposeChanges(deps, user.id, { ...assessor, registerNumber: "SW2" }, byAssessor(user));
      if (first_name === "Gone")
        await deps.db.updateTable("users").set({ is_active: 0 }).where("id", "=", user.id).execute();
    }
    const { proposal } = (await readDashboard(deps, view())).parts;
    expect(proposal!.shown.map(({ name, at }) => `${name} ${at}`)).toEqual([
      "Zoe Nair 2027-03-10T09:00:00.000Z",
      "Adam Nair 2027-03-10T09:01:00.000Z",
    ]);
  });

  test("a card shows five, and says how many there are", async () => {
    const deps = createTestDeps();
    for (let number = 0; number < 7; number += 1) await createBooking(deps);
    const { contact } = (await readDashboard(deps, view())).parts;
    expect([contact.shown.length, contact.count]).toEqual([5, 7]);
  });
});

describe("the dashboard with many bookings", () => {
  const VIEWS = [
    "",
    "status=pending",
    "search=client+12",
    "search=nobody+at+all",
    "from=2027-01-01&to=2027-02-01",
    ...["reference", "client", "email", "total", "status"].map((sort) => `sort=${sort}`),
  ];

  test("asks the same queries of 10,000 bookings as of ten", async () => {
    const few = createTestDeps();
    await fillTo(few, 10);
    const many = createTestDeps();
    await fillTo(many, 10_000);

    for (const query of VIEWS) {
      const ofFew = await countQueries(few, (deps) => readDashboard(deps, view(query)));
      const ofMany = await countQueries(many, (deps) => readDashboard(deps, view(query)));
      // One look-up for each word of a search.
      const words = new URLSearchParams(query).get("search")?.split(" ").length ?? 0;
      // Each card has a query of its own; the stages of all rows and cards take six, the cards that are cut one, the
      // reports three and the deadlines of all cards one. The open bookings take four, and a filter of theirs one.
      expect(ofMany, query).toBeLessThanOrEqual(36 + words);
      // A list without bookings asks no more; the end of the open ones asks for those that are over.
      const isFound = (await listBookings(few.db, view(query))).bookings.length > 0;
      expect(Math.abs(ofMany - ofFew), query).toBeLessThanOrEqual(isFound ? 2 : 10);
    }
  });
});

test("one's own tasks are found behind hundreds of others'", async () => {
  const deps = createTestDeps();
  await makeInvoicesHere(deps);
  const { id: ann } = await createUser(deps, { role_id: "coordinator" });
  const now = deps.clock.now().toISOString();
  for (let count = 0; count <= 201; count += 1) {
    const mine = {
      owner_id: count === 201 ? ann : null,
      updated_at: `2027-01-01T09:00:00.${100 + count}Z`,
    };
    const since = `2027-03-01T09:00:00.${100 + count}Z`;
    const open = await createBooking(deps, {
      ...mine,
      awaits_contact_since: since,
      billing_to_change_since: since,
    });
    await deps.db
      .insertInto("booking_requests")
      .values({
        id: deps.ids.uuid(),
        booking_id: open.id,
        kind: "cancel",
        day: null,
        note_sealed: null,
        created_at: since,
        answered_at: null,
        answered_as: null,
        answered_by: null,
        answer_sealed: null,
        version: 1,
      })
      .execute();
    await createInvoiceRow(deps, open, {
      maker: "own",
      vendor_status: "authorised",
      vendor_total_pence: 1_00,
      paid_pence: 0,
      issued_on: "2027-01-01",
      due_on: "2027-01-10",
      created_at: now,
    });
    await createBooking(deps, { ...mine, status: "completed" });
  }
  const own = await readDashboard(deps, view("tasks=mine"), ann);
  const nobodys = await readDashboard(deps, view("tasks=none"), ann);
  const counts = ({ parts }: Dashboard) =>
    (["contact", "request", "billing", "to-invoice", "overdue"] as const).map(
      (kind) => parts[kind]!.shown.length,
    );
  expect(counts(own)).toEqual([1, 1, 1, 1, 1]);
  expect(counts(nobodys)).toEqual([200, 200, 200, 200, 200]);
});
