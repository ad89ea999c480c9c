import { execFileSync } from "node:child_process";
import type { BrowserContext } from "@playwright/test";
import { createDeps } from "#app/deps.server.ts";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import { BOOKING_STATUSES, type BookingStatus } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { submitComplaint } from "#app/features/privacy/complaints.server.ts";
import { recordLetter } from "#app/features/visits/letter/given-letters.server.ts";
import { findDelivery } from "#app/features/report/report-rows.server.ts";
import { deliveryLink } from "#app/features/report/deliver-report.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { startServer } from "#tests/setup/server-process.ts";
import { signInBrowser } from "#tests/setup/signed-in.ts";
import { seedDatabase } from "../seed/seed-database.ts";

export type Stage = Awaited<ReturnType<typeof setStage>>;
export type Role = "administrator" | "coordinator" | "assessor" | "customer" | "referrer";

export const PASSWORD = "Harbour-light-42";

/** The built product with demonstration data and what the pictures need besides, and a practice's first day. */
export async function setStage() {
  const app = await startServer();
  const firstDay = await startServer();
  const { db } = app.deps;
  const deps = createDeps(app.deps.env);
  await seedDatabase(deps);
  const by = { actor: { kind: "system" as const, id: null }, requestId: "screens" };
  const complaint = {
    name: "Ann Archer",
    email: "ann@example.org",
    complaint: "My letter went to a neighbour.",
  };
  await submitComplaint(deps, complaint, { clientAddress: "192.0.2.1", requestId: by.requestId });
  const restricted = await createBooking(app.deps, {
    referrer_email: "kept@example.org",
    referrer_email_key: "kept@example.org",
  });
  await placeRestriction(deps, {
    kind: "restriction",
    case: { id: restricted.id, email_key: null, booking_id: restricted.id },
    reason: "Accuracy contested",
    ...by,
  });

  const bookings: BookingRow[] = await db
    .selectFrom("bookings")
    .selectAll()
    .orderBy("created_at", "desc")
    .execute();
  const seeded = bookings.filter(({ id }) => id !== restricted.id);
  const of = Object.fromEntries(
    BOOKING_STATUSES.map((status) => [status, seeded.find((booking) => booking.status === status)!]),
  ) as Record<BookingStatus, BookingRow>;
  const everything = await createBooking(
    app.deps,
    { client_first_name: "Walter", client_last_name: "Archer", preferred_date: null },
    ASSESSMENTS.map(({ id, name, faceToFacePence }) => ({
      assessment_id: id,
      name,
      price_pence: faceToFacePence,
    })),
  );
  const submitted = await db
    .selectFrom("referral_forms")
    .select("booking_id")
    .where("submitted_at", "is not", null)
    .executeTakeFirstOrThrow();
  const mail = await db
    .selectFrom("outbox")
    .select("id")
    .where("topic", "=", "booking-confirmation")
    .executeTakeFirstOrThrow();
  const complaints = await db.selectFrom("complaints").select("id").executeTakeFirstOrThrow();
  const passwordHash = await hashPassword(PASSWORD);
  const referrer = await createUser(app.deps, {
    email: of.pending.referrer_email,
    first_name: of.pending.referrer_first_name,
    password_hash: passwordHash,
  });
  const own = [of.pending, of.completed].map(({ id }) => ({
    user_id: referrer.id,
    booking_id: id,
    linked_at: referrer.created_at,
  }));
  await db.insertInto("customer_bookings").values(own).execute();
  const visits = await db.selectFrom("visits").selectAll().orderBy("day").orderBy("start").execute();
  const recorded = await db.selectFrom("visit_outcomes").select("visit_id").execute();
  const today = londonDate(deps.clock.now());
  const toCome = visits.filter(({ day, ended_as }) => day > today && ended_as === null);
  const visited = visits.findLast(
    ({ id, assessor_id }) =>
      recorded.some(({ visit_id }) => visit_id === id) &&
      toCome.some((visit) => visit.assessor_id === assessor_id),
  )!;
  const upcoming = toCome.find(({ assessor_id }) => assessor_id === visited.assessor_id)!;
  const letter = { visitId: upcoming.id, way: "referrer", givenOn: today, isReferrerTold: false } as const;
  await recordLetter(deps, { ...by, ...letter });
  const assessor = await db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", upcoming.assessor_id)
    .executeTakeFirstOrThrow();
  const inReview = await db
    .selectFrom("reports")
    .select("booking_id")
    .where("state", "=", "in-review")
    .executeTakeFirstOrThrow();
  const released = await db
    .selectFrom("report_deliveries")
    .select("id")
    .where("received_at", "is", null)
    .executeTakeFirstOrThrow();
  const delivery = (await findDelivery(app.deps, released.id))!;
  await deps.close();
  let counter = 0;

  return {
    app,
    firstDay,
    of,
    /** With every assessment there is, and no date. */
    everything,
    restricted,
    submitted: seeded.find(({ id }) => id === submitted.booking_id)!,
    /** Visits of the assessor who signs in: one agreed, one with an outcome. */
    upcoming,
    visited,
    withVisit: bookings.find(({ id }) => id === upcoming.booking_id)!,
    /** Booking whose report waits for review. */
    inReviewId: inReview.booking_id,
    reportLink: deliveryLink(app.deps, delivery),
    mailId: mail.id,
    complaintId: complaints.id,
    token: (booking: BookingRow) => bookingToken(app.deps, booking),
    /** A user who can sign in with `PASSWORD`. */
    async makeUser(user: Partial<UserRow>) {
      const email = `person-${counter++}@example.org`;
      return createUser(app.deps, { email, first_name: "Priya", password_hash: passwordHash, ...user });
    },
    /** Signs the browser in: a referrer is a customer with bookings, an assessor has visits. */
    async signIn(context: BrowserContext, role: Role, server = app) {
      const known: Partial<Record<Role, UserRow>> = { referrer, assessor };
      const user =
        known[role] ??
        (await createUser(server.deps, {
          role_id: role,
          email: `${role}-${counter++}@example.org`,
          first_name: "Priya",
        }));
      await signInBrowser(context, server, user);
    },
    /** Each file of the server may grow to `bytes`. */
    limitFiles: (bytes: string) =>
      void execFileSync("prlimit", ["--pid", `${app.pid()}`, `--fsize=${bytes}:`]),
    async dispose() {
      await app.dispose();
      await firstDay.dispose();
    },
  };
}
