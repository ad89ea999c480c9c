import type { Deps } from "#app/deps.server.ts";
import type { BrowserContext } from "@playwright/test";
import { createDeps } from "#app/deps.server.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { invoicePath } from "#app/features/billing/own/invoice-link.ts";
import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { BOOKING_STATUSES, type BookingStatus } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { submitComplaint } from "#app/features/privacy/complaints.server.ts";
import { startCase } from "#app/features/privacy/subject.server.ts";
import { partPath } from "#app/features/contributions/part-links.server.ts";
import { deliveryLink } from "#app/features/report/deliver-report.server.ts";
import { findDelivery } from "#app/features/report/report-rows.server.ts";
import { followUpPath } from "#app/features/follow-ups/follow-ups.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { BY_SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { keepList } from "#app/features/organisations/lists/lists.server.ts";
import { readList, type ReadList } from "#app/features/organisations/lists/read-list.server.ts";
import { createInvitation, createOrganisation, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { createFollowUp, switchRecallsOn } from "#tests/setup/follow-ups.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { startServer } from "#tests/setup/server-process.ts";
import { signInBrowser } from "#tests/setup/signed-in.ts";
import { seedDatabase } from "../seed/seed-database.ts";

export type Stage = Awaited<ReturnType<typeof setStage>>;
export type Role = "administrator" | "coordinator" | "assessor" | "customer" | "referrer";

const BY = { actor: { kind: "system" as const, id: null }, requestId: "screens" };

const one = <Row>(query: { executeTakeFirstOrThrow(): Promise<Row> }) => query.executeTakeFirstOrThrow();

/** The built product with demonstration data and what the pictures need besides, and a practice's first day. */
export async function setStage() {
  const [app, firstDay] = [await startServer(), await startServer()];
  const { db } = app.deps;
  const deps = createDeps(app.deps.env);
  await seedDatabase(deps);
  const bookings: BookingRow[] = await db
    .selectFrom("bookings")
    .selectAll()
    .orderBy("created_at", "desc")
    .execute();
  const of = Object.fromEntries(
    BOOKING_STATUSES.map((status) => [status, bookings.find((booking) => booking.status === status)!]),
  ) as Record<BookingStatus, BookingRow>;

  const complaint = { name: "Ann Archer", email: "ann@example.org", complaint: "My letter went astray." };
  await submitComplaint(deps, complaint, { clientAddress: "192.0.2.1", requestId: BY.requestId });
  const restricted = await createBooking(app.deps, { referrer_email: "kept@example.org" });
  await placeRestriction(deps, {
    ...BY,
    kind: "restriction",
    reason: "Accuracy contested",
    case: { id: restricted.id, email_key: null, booking_id: restricted.id },
  });
  /** Has every assessment there is, and no date. */
  const everything = await createBooking(
    app.deps,
    { client_first_name: "Walter", client_last_name: "Archer", preferred_date: null },
    ASSESSMENTS.map(({ id, name, faceToFacePence }) => ({
      assessment_id: id,
      name,
      price_pence: faceToFacePence,
    })),
  );
  const referrer = await createUser(app.deps, { email: of.pending.referrer_email });
  const own = { user_id: referrer.id, booking_id: of.pending.id, linked_at: referrer.created_at };
  await db.insertInto("customer_bookings").values(own).execute();

  await switchOrganisationsOn(deps);
  const booker = await createUser(app.deps, { first_name: "Nia", last_name: "Trelawny" });
  const members = { owner: referrer, booker };
  const organisationId = await createOrganisation(app.deps, { name: "Penrose Law LLP", members });
  await createInvitation(app.deps, organisationId, "new.colleague@penrose.example.org");
  const theirs = bookings.slice(0, 14);
  for (const [index, booking] of theirs.entries())
    await updateBooking(db, app.deps, booking, {
      organisation_id: organisationId,
      booked_by: index % 3 === 0 ? booker.id : referrer.id,
      matter_reference: `PEN/${200 + index}/HK`,
      is_closed_matter: index === 6 ? 1 : 0,
      po_number: index % 4 === 0 ? `PO-${70 + index}` : null,
    });
  const { id: membershipId } = await one(
    db.selectFrom("memberships").select("id").where("user_id", "=", booker.id),
  );
  const [, { id: matter }] = theirs as [unknown, { id: string }];
  const added_at = deps.clock.now().toISOString();
  await db
    .insertInto("booking_members")
    .values({ booking_id: matter, user_id: booker.id, added_at })
    .execute();
  const byOwner = { actor: { kind: "customer", id: referrer.id }, requestId: null } as const;
  await recordAudit(app.deps, byOwner, "booking.member-added", ["booking", matter]);
  /** In the name of an organisation, of whose members one invitation waits. */
  const organisation = {
    organisationId,
    membershipId,
    bookingId: matter,
    listId: await keepListOf(app.deps as unknown as Deps, { organisationId, userId: referrer.id }),
    join: await createInvitation(app.deps, organisationId, "another@penrose.example.org"),
  };

  const today = londonDate(deps.clock.now());
  const upcoming = await one(
    db.selectFrom("visits").selectAll().where("day", ">", today).where("ended_as", "is", null).orderBy("day"),
  );
  const visited = await one(
    db
      .selectFrom("visits")
      .innerJoin("visit_outcomes", "visit_outcomes.visit_id", "visits.id")
      .select(["visits.id", "visits.booking_id", "visits.assessor_id"]),
  );
  const toRead = await one(
    db
      .selectFrom("reports")
      .select(["booking_id", "version"])
      .where("state", "=", "in-review")
      .where("content_sealed", "is not", null),
  );
  const assessorOf = (id: string) =>
    db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const roles = { referrer, assessor: await assessorOf(upcoming.assessor_id) };
  const released = await one(
    db.selectFrom("report_deliveries").select("id").where("received_at", "is", null),
  );
  await switchRecallsOn(deps);
  const reported = await db
    .selectFrom("reports")
    .select("booking_id")
    .distinct()
    .where("state", "=", "released")
    .orderBy("booking_id")
    .execute();
  let lookAgain = "";
  for (const [index, { booking_id }] of reported.entries()) {
    const due_on = addDays(today, 20 + 25 * index);
    const state = (["sent", "planned", "stopped"] as const)[index % 3]!;
    const reason = state === "stopped" ? "died" : null;
    const id = await createFollowUp(app.deps, booking_id, { due_on, state, reason });
    const booking = bookings.find((one) => one.id === booking_id)!;
    if (state === "sent") lookAgain = followUpPath(app.deps, booking, id);
  }
  const reportLink = deliveryLink(app.deps, (await findDelivery(app.deps, released.id))!);
  const sent = await one(
    db.selectFrom("contributions").select(["id", "booking_id"]).where("state", "=", "sent"),
  );
  const waiting = await one(
    db.selectFrom("contributions").select(["id", "token_version"]).where("state", "=", "asked"),
  );
  const asked = { id: sent.id, booking: bookings.find(({ id }) => id === sent.booking_id)! };
  const paid = await one(
    db
      .selectFrom("invoices")
      .select(["vendor_id", "booking_id"])
      .where("maker", "=", "own")
      .where("vendor_status", "=", "paid"),
  );
  const paidInvoice = {
    bookingId: paid.booking_id,
    path: invoicePath(app.deps.secrets, paid.vendor_id),
  };
  const statement = await one(db.selectFrom("pay_statements").select(["id", "month"]).orderBy("number"));
  const idOf = async (table: "outbox" | "complaints") =>
    (await db.selectFrom(table).select("id").executeTakeFirstOrThrow()).id;
  const submitted = await one(
    db.selectFrom("referral_forms").select("booking_id").where("submitted_at", "is not", null),
  );
  const caseId = (await startCase(deps, of.pending.reference, BY))!;
  await deps.close();

  let people = 0;
  return {
    app,
    firstDay,
    of,
    everything,
    restricted,
    upcoming,
    visited,
    toRead,
    reportLink,
    roles,
    asked,
    lookAgain,
    paidInvoice,
    organisation,
    statementId: statement.id,
    closedMonth: statement.month,
    partLink: partPath(app.deps, waiting),
    submitted: bookings.find(({ id }) => id === submitted.booking_id)!,
    jobId: await idOf("outbox"),
    complaintId: await idOf("complaints"),
    caseId,
    token: (booking: BookingRow) => bookingToken(app.deps, booking),
    /** Signs the browser in: a referrer is a customer with bookings, an assessor has visits. */
    async signIn(context: BrowserContext, role: Role, server = app): Promise<UserRow> {
      people += 1;
      const known = role === "referrer" || role === "assessor" ? roles[role] : null;
      const email = `${role}-${people}@example.org`;
      const user = known ?? (await createUser(server.deps, { role_id: role, email, first_name: "Priya" }));
      await signInBrowser(context, server, user);
      return user;
    },
    async dispose() {
      await app.dispose();
      await firstDay.dispose();
    },
  };
}

const LIST = `Matter reference,Assessments,First name,Last name,Date of birth,Phone,Town or city,Postcode
HART-0042,Capacity to Make a Will,Edith,Hill,27/03/1942,020 7946 0123,Reading,RG1 1AA
HART-0043,Capacity to Fly,Arthur,Hill,31/02/1942,7.70090E+09,Reading,RG1 1AA
HART-0044,Capacity to Make a Gift,Edith,Hill,,,Edinburgh,EH1 1AA`;

/** An uploaded list with a good row, one with problems, and one that is perhaps booked already. */
async function keepListOf(deps: Deps, whose: { organisationId: string; userId: string }): Promise<string> {
  const list = (await readList(Buffer.from(LIST))) as ReadList;
  const id = await keepList(deps, { ...BY_SYSTEM, ...whose, fileName: "referrals-2027-03.csv", list });
  return id!;
}
