import { expect, test } from "vitest";
import { consumerRights } from "#app/features/booking/fields/consumer.ts";
import { contactPromise } from "#app/features/booking/record/contact-promise.ts";
import { londonDate } from "#app/platform/dates.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { readPayPage } from "#app/features/pay/pay-pages.server.ts";
import { createRandom } from "./random.ts";
import { seedDatabase } from "./seed-database.ts";
import { tellStory } from "./stories.ts";

test(
  "the demonstration data has every status, forms in every state and no history out of order, and mails nobody",
  { timeout: 20_000 },
  async () => {
    const deps = createTestDeps();
    const report = await seedDatabase(deps);
    expect(report.bookingCount).toBeGreaterThanOrEqual(40);
    expect(Object.values(report.byStatus).every((count) => count > 0)).toBe(true);
    expect(report.accounts.map((account) => account.role)).toEqual([
      "administrator",
      "coordinator",
      "administrator",
      ...Array.from({ length: 6 }, () => "assessor"),
      "customer",
    ]);
    const forms = await deps.db.selectFrom("referral_forms").select("submitted_at").execute();
    expect(forms.some((form) => form.submitted_at !== null)).toBe(true);
    expect(forms.some((form) => form.submitted_at === null)).toBe(true);
    const due = await deps.db
      .selectFrom("outbox")
      .select("id")
      .where("state", "in", ["queued", "leased"])
      .execute();
    expect(due).toEqual([]);
    const visits = await deps.db.selectFrom("visits").select(["day", "assessor_id"]).execute();
    const [today, later] = ["2027-03-10", "2027-03-24"];
    const toCome = visits.filter(({ day }) => day >= today && day <= later);
    expect(toCome.length).toBeGreaterThanOrEqual(10);
    expect(new Set(toCome.map(({ assessor_id }) => assessor_id)).size).toBeGreaterThanOrEqual(4);
    expect(visits.some(({ day }) => day < today)).toBe(true);
    const held = await deps.db.selectFrom("visit_outcomes").select("held").execute();
    expect(new Set(held.map((row) => row.held))).toEqual(new Set(["full", "part", "none"]));
    const reports = await deps.db.selectFrom("reports").select("state").execute();
    expect(reports.filter(({ state }) => state === "in-review")).toHaveLength(1);
    const drafts = await deps.db
      .selectFrom("report_drafts")
      .leftJoin("reports", "reports.draft_id", "report_drafts.id")
      .innerJoin("booking_lines", "booking_lines.booking_id", "report_drafts.booking_id")
      .select(["report_drafts.id", "reports.state", "booking_lines.assessment_id"])
      .where("booking_lines.position", "=", 0)
      .execute();
    expect(drafts.map(({ state }) => state ?? "draft").sort()).toEqual(["draft", "in-review", "released"]);
    expect(new Set(drafts.map(({ assessment_id }) => assessment_id)).size).toBe(3);
    const deliveries = await deps.db.selectFrom("report_deliveries").select("received_at").execute();
    expect(deliveries.length).toBe(reports.length - 1);
    expect(deliveries.filter(({ received_at }) => received_at === null)).toHaveLength(2);
    expect(await deps.db.selectFrom("report_questions").select("id").execute()).toHaveLength(1);
    expect(await deps.db.selectFrom("visit_questions").select("id").execute()).toHaveLength(2);
    const pay = await readPayPage(deps, "2027-02");
    expect(pay.statementCount > 0 && pay.isOver && !pay.isPast, "a month to close").toBe(true);
    const charges = await deps.db.selectFrom("charges").select("state").execute();
    expect(charges.map(({ state }) => state).sort()).toEqual(["agreed", "proposed", "refused"]);
    expect(pay.claims.rows, "miles and expenses to approve").toHaveLength(2);
    expect(await deps.db.selectFrom("pay_statements").select("id").execute()).not.toEqual([]);
    const proposals = await deps.db
      .selectFrom("assessors")
      .select("user_id")
      .where("proposed_at", "is not", null)
      .execute();
    expect(proposals).toHaveLength(1);
    const requests = await deps.db.selectFrom("booking_requests").select("kind").execute();
    expect(requests.map(({ kind }) => kind).sort()).toEqual(["cancel", "date"]);
    expect(await deps.db.selectFrom("safeguarding_entries").select("id").execute()).toHaveLength(1);
    const bookings = await deps.db.selectFrom("bookings").select(["channel", "po_number"]).execute();
    expect(bookings.filter(({ channel }) => channel !== null)).toHaveLength(1);
    expect(bookings.filter(({ po_number }) => po_number !== null).length).toBeGreaterThan(5);
    const moves = await deps.db
      .selectFrom("audit_log")
      .innerJoin("bookings", "bookings.id", "audit_log.subject_id")
      .select(["audit_log.at", "audit_log.note", "bookings.preferred_date", "bookings.created_at"])
      .where("action", "in", ["booking.status-changed", "visit.agreed"])
      .execute();
    expect(moves.length).toBeGreaterThan(20);
    for (const { at, note, preferred_date, created_at } of moves) {
      expect(at > created_at && at <= deps.clock.now().toISOString()).toBe(true);
      if (note?.endsWith("Completed")) expect(at.slice(0, 10) >= preferred_date!).toBe(true);
    }
  },
);

test("the practice of the demonstration keeps its own rules", { timeout: 20_000 }, async () => {
  const deps = createTestDeps();
  await seedDatabase(deps);
  const bookings = await deps.db.selectFrom("bookings").selectAll().execute();
  const now = deps.clock.now();
  const waits = bookings.flatMap(({ awaits_contact_since: since }) =>
    since ? [contactPromise(since, now)] : [],
  );
  expect(waits.length).toBeGreaterThan(0);
  expect(waits.filter(({ isOverdue }) => isOverdue)).toEqual([]);
  const contacts = await deps.db.selectFrom("booking_contacts").select("id").execute();
  expect(contacts.length).toBeGreaterThan(3);
  const visits = await deps.db.selectFrom("visits").select(["booking_id", "day"]).execute();
  const early = visits.filter(({ booking_id, day }) => {
    const booking = bookings.find(({ id }) => id === booking_id)!;
    const rights = consumerRights(booking, londonDate(new Date(booking.created_at)));
    return rights !== null && !rights.isStartRequested && day <= rights.lastDay;
  });
  expect(early, "visits within the days of the right to cancel").toEqual([]);
});

test("the same day gives the same stories", () => {
  const tellAll = () => {
    const random = createRandom(7);
    return [90, 40, 3].map((daysAgo) => tellStory(daysAgo, "2027-03-10", random));
  };
  expect(tellAll()).toEqual(tellAll());
});

test("the people and their bookings could be real", () => {
  const random = createRandom(2005);
  const women = /^(Daughter|Niece)$/;
  const men = /^Son$/;
  for (let daysAgo = 120; daysAgo >= 0; daysAgo -= 1) {
    const { form, status } = tellStory(daysAgo, "2027-03-10", random);
    const text = (name: string) => String(form[name] ?? "");
    const client = `${text("clientTitle")} ${text("clientFirstName")} ${text("clientGender")}`;
    expect(client).not.toMatch(
      /Mrs (Arthur|Harold|Stanley|Reginald|Bernard)|Mr (Doris|Edna|Margaret|Sheila)/,
    );
    expect(client).not.toMatch(/Mrs .* Male|Mr .* Female/);
    const referrer = text("referrerFirstName");
    if (women.test(text("referrerRelationship"))) expect(referrer).not.toMatch(/^(Callum|Fergus|Liam|Owen)$/);
    if (men.test(text("referrerRelationship"))) expect(referrer).not.toMatch(/^(Amara|Bethan|Grace|Zoe)$/);
    if (text("clientTownCity") === "Norwich") expect(text("clientPostcode")).toMatch(/^NR/);
    if (status === "confirmed" || status === "completed") expect(text("preferredDate")).not.toBe("");
  }
});

// Visits fall on other days, and reports are about other assessments.
test.each([0, 1, 2, 3, 4, 5, 6])("it is made on any day of the week: %i days later", async (days) => {
  const deps = createTestDeps();
  deps.clock.set(`2027-03-${10 + days}T00:05:00.000Z`);
  expect((await seedDatabase(deps)).bookingCount).toBeGreaterThanOrEqual(40);
});
