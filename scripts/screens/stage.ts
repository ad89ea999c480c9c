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
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { startServer } from "#tests/setup/server-process.ts";
import { signInBrowser } from "#tests/setup/signed-in.ts";
import { seedDatabase } from "../seed/seed-database.ts";

export type Stage = Awaited<ReturnType<typeof setStage>>;
export type Role = "administrator" | "coordinator" | "customer" | "referrer";

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
  await deps.close();

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
  let counter = 0;

  return {
    app,
    firstDay,
    of,
    /** With every assessment there is, and no date. */
    everything,
    restricted,
    submitted: seeded.find(({ id }) => id === submitted.booking_id)!,
    mailId: mail.id,
    complaintId: complaints.id,
    token: (booking: BookingRow) => bookingToken(app.deps, booking),
    /** A user who can sign in with `PASSWORD`. */
    async makeUser(user: Partial<UserRow>) {
      const email = `person-${counter++}@example.org`;
      return createUser(app.deps, { email, first_name: "Priya", password_hash: passwordHash, ...user });
    },
    /** Signs the browser in: a referrer is a customer with bookings. */
    async signIn(context: BrowserContext, role: Role, server = app) {
      const user =
        role === "referrer"
          ? referrer
          : await createUser(server.deps, {
              role_id: role,
              email: `${role}-${counter++}@example.org`,
              first_name: "Priya",
            });
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
