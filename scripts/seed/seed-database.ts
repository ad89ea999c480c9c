import type { Deps } from "#app/deps.server.ts";
import { createFirstAdministrator } from "#app/features/accounts/users/create-administrator.server.ts";
import { createUser } from "#app/features/accounts/users/create-user.server.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { makerNow } from "#app/features/billing/makers.server.ts";
import { registerCustomer } from "#app/features/after-booking/customer/register-customer.server.ts";
import { makeTemporaryPassword } from "#app/features/accounts/password/new-password.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { bookingSubmission } from "#app/features/booking/fields/schema.ts";
import type { BookingStatus } from "#app/features/booking/fields/status.ts";
import { submitBooking } from "#app/features/booking/record/submit-booking.server.ts";
import { sectionsAsked } from "#app/features/referral/journey.ts";
import { storeDocument } from "#app/features/documents/store-document.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { submitReferral } from "#app/features/referral/submit-referral.server.ts";
import { seedBilling, seedTypedIn, seedWork } from "./after-booking.ts";
import { seedAssessors, seedQuestion, seedVisit } from "./assessors.ts";
import { seedBankLines, seedPayments } from "./own-invoices.ts";
import { seedChargeRules, seedCharges } from "./charges.ts";
import { seedClaims, seedClosedMonth, seedPayRules } from "./pay.ts";
import { seedParts } from "./parts.ts";
import { seedContacts } from "./contacts.ts";
import { fixedClock } from "./fixed-clock.ts";
import { londonDate } from "#app/platform/dates.ts";
import { createIds, REFERENCE_ALPHABET, type Ids } from "#app/platform/ids.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { blankPage } from "./blank-page.ts";
import { createRandom, type Random } from "./random.ts";
import { demoAnswers } from "./referral-answers.ts";
import { tellStory, type Story } from "./stories.ts";
import { setStatus } from "./set-status.ts";
import { seedFates } from "./visited.ts";

/** Days before today of each booking: more of them lately. */
const DAYS_AGO = [
  118, 113, 109, 104, 98, 95, 91, 86, 82, 77, 73, 70, 66, 61, 58, 54, 51, 47, 44, 41, 38, 35, 33, 30, 29, 27,
  26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Bookings about which assessors are asked. */
const ASKED = 2;

const STAFF = [
  { email: "coordinator@example.org", roleId: "coordinator" },
  { email: "manager@example.org", roleId: "administrator" },
];

type SeedDeps = Deps & {
  clock: ReturnType<typeof fixedClock>;
  /** Nothing is seeded later than this. */
  today: Date;
};

type SeedReport = {
  bookingCount: number;
  byStatus: Record<BookingStatus, number>;
  accounts: { email: string; role: string; password: string }[];
};

/** The same references each time; secrets stay random. */
function repeatableReferences(ids: Ids, random: Random): Ids {
  const alphabet = [...REFERENCE_ALPHABET];
  const four = () => Array.from({ length: 4 }, () => random.pick(alphabet)).join("");
  return { ...ids, reference: (prefix) => `${prefix}-${four()}-${four()}` };
}

type SeedOptions = {
  /** Bookings of the last so many days keep their mails and invoices queued, for the server to send. Default: none. */
  sentDays?: number;
  /** Accounts keep their first password. Default: staff must choose another one. */
  hasLastingPasswords?: boolean;
};

/** Fills a database through the real use cases, each at its own time. Sends nothing itself. The same day gives the same
 * bookings. */
export async function seedDatabase(real: Deps, options: SeedOptions = {}): Promise<SeedReport> {
  const { sentDays = 0, hasLastingPasswords = false } = options;
  const now = real.clock.now();
  const random = createRandom(2005);
  const clock = fixedClock(now.toISOString());
  const ids = repeatableReferences(createIds(clock), random);
  const deps: SeedDeps = { ...real, clock, ids, today: now, jobs: { ...real.jobs, wake() {} } };
  const accounts = [...(await seedStaff(deps)), ...(await seedAssessors(deps))];
  await seedPayRules(deps);
  await seedChargeRules(deps);
  const byStatus = { pending: 0, confirmed: 0, completed: 0, cancelled: 0 };
  let newest: BookingRow | undefined;
  const pending: BookingRow[] = [];
  const visited: BookingRow[] = [];
  for (const daysAgo of DAYS_AGO) {
    const story = tellStory(daysAgo, londonDate(now), random);
    const madeAt = new Date(now.getTime() - daysAgo * DAY_MS);
    madeAt.setUTCHours(story.hour, random.between(0, 59), 0, 0);
    clock.set(new Date(Math.min(madeAt.getTime(), now.getTime() - HOUR_MS)).toISOString());
    newest = await seedBooking(deps, story, random);
    if (story.status === "pending") pending.push(newest);
    if (story.status === "completed" && newest.status === "confirmed") visited.push(newest);
    else byStatus[newest.status] += 1;
  }
  for (const status of await seedFates(deps, visited, random)) byStatus[status] += 1;
  await seedPayments(deps);
  await seedBankLines(deps);
  // An hour ago, so that the mails are among those that count as sent.
  clock.set(new Date(now.getTime() - HOUR_MS).toISOString());
  for (const booking of pending.slice(0, ASKED)) await seedQuestion(deps, booking, random);
  await seedCharges(deps, visited);
  await seedClaims(deps);
  await seedClosedMonth(deps);
  await seedWork(deps, pending.slice(ASKED));
  await seedParts(deps, pending.slice(ASKED));
  byStatus[(await seedTypedIn(deps, random)).status] += 1;
  const { id: caller } = await deps.db
    .selectFrom("users")
    .select("id")
    .where("email_key", "=", STAFF[0]!.email)
    .executeTakeFirstOrThrow();
  await seedContacts(deps, caller, random);
  clock.set(now.toISOString());
  accounts.push(await seedCustomer(deps, newest!));
  if (hasLastingPasswords) await deps.db.updateTable("users").set({ is_password_temporary: 0 }).execute();
  await markOutboxSent(deps, new Date(now.getTime() - sentDays * DAY_MS).toISOString());
  return { bookingCount: DAYS_AGO.length + 1, byStatus, accounts };
}

async function seedStaff(deps: Deps): Promise<SeedReport["accounts"]> {
  const first = await createFirstAdministrator(deps);
  const accounts = first
    ? [{ email: first.email, role: "administrator", password: first.temporaryPassword }]
    : [];
  for (const { email, roleId } of STAFF) {
    const password = makeTemporaryPassword();
    const outcome = await createUser(deps, { email, password, roleId }, { actor: SYSTEM, requestId: "seed" });
    if (outcome.kind === "created") accounts.push({ email, role: roleId, password });
  }
  return accounts;
}

async function seedCustomer(deps: Deps, booking: BookingRow): Promise<SeedReport["accounts"][number]> {
  const password = makeTemporaryPassword();
  const caller = {
    clientAddress: "seed",
    deviceSecret: null,
    deviceLabel: "Seed",
    fingerprint: null,
    requestId: "seed",
  };
  await registerCustomer(deps, booking, { password, confirmPassword: password }, caller);
  return { email: booking.referrer_email, role: "customer", password };
}

async function seedBooking(deps: SeedDeps, story: Story, random: Random): Promise<BookingRow> {
  const submission = bookingSubmission(londonDate(deps.clock.now())).parse(story.form);
  const tracking = { utmParameters: story.utm, sessionData: {} };
  const booking = await submitBooking(deps, {
    submission,
    tracking,
    actor: { kind: "visitor", id: null },
    requestId: "seed",
  });
  if (makerNow(deps) === "own" && booking.payment_method === "pay_now") await createInvoice(deps, booking);
  deps.clock.advance(random.between(5, 50) * 60_000);
  await seedReferral(deps, booking, story.referral, random);
  const billed = story.daysAgo % 2 === 0 ? await seedBilling(deps, booking, 10_000 + story.daysAgo) : booking;
  return moveTo(deps, billed, story.status, random);
}

/** Share of the questions answered. */
const SHARE = { none: 0, begun: 0.3, half: 0.6, full: 1 };

async function seedReferral(deps: Deps, booking: BookingRow, state: Story["referral"], random: Random) {
  if (state === "none") return;
  const view = await readBooking(deps, booking);
  const keys = sectionsAsked(view.calculatedPricing.assessmentPrices);
  const answered = state === "begun" ? keys.slice(0, 1) : keys;
  const sections = Object.fromEntries(
    answered.map((key) => [key, { answers: demoAnswers(key, view, SHARE[state], random) }]),
  );
  const by = { actor: { kind: "visitor" as const, id: null }, requestId: "seed" };
  await saveSections(deps, { booking, sections, ...by });
  if (state !== "full") return;
  await submitReferral(deps, { booking, ...by });
  await storeDocument(deps, {
    bookingId: booking.id,
    purpose: "paper",
    kind: "gp-letter",
    visibleTo: "assessor-and-staff",
    name: "GP letter.pdf",
    content: blankPage(booking.reference),
    by,
  });
}

const PATHS: Record<BookingStatus, BookingStatus[]> = {
  pending: [],
  confirmed: ["confirmed"],
  completed: ["confirmed", "completed"],
  cancelled: ["cancelled"],
};

/** When staff changed the status: within a day of the booking, or on the day of the assessment. Never later than
 * `now`. */
function movedAt(booking: BookingRow, next: BookingStatus, now: Date, random: Random): string {
  const at =
    next === "completed" && booking.preferred_date
      ? Date.parse(`${booking.preferred_date}T16:00:00Z`)
      : Date.parse(booking.created_at) + random.between(2, 23) * HOUR_MS;
  return new Date(Math.min(at, now.getTime())).toISOString();
}

/** Takes a booking as far as its story goes; one with an agreed visit stays confirmed until that was held. */
async function moveTo(deps: SeedDeps, booking: BookingRow, status: BookingStatus, random: Random) {
  let current = booking;
  for (const next of PATHS[status]) {
    deps.clock.set(movedAt(current, next, deps.today, random));
    if (next === "confirmed" && (await seedVisit(deps, current, londonDate(deps.today), random)))
      return (await findBooking(deps.db, current.id))!;
    current = await setStatus(deps, current, next);
  }
  return current;
}

/** For jobs created before `keptSince` (an instant), and those of no booking: due mails count as sent, later ones are
 * cancelled. */
async function markOutboxSent(deps: Deps, keptSince: string): Promise<void> {
  const now = deps.clock.now().toISOString();
  const queued = deps.db
    .updateTable("outbox")
    .where("state", "=", "queued")
    .where((eb) => eb.or([eb("created_at", "<", keptSince), eb("booking_id", "is", null)]));
  await queued.where("next_attempt_at", "<=", now).set({ state: "sent", finished_at: now }).execute();
  await queued.set({ state: "cancelled", finished_at: now }).execute();
}
