import type { AuditAction } from "#app/features/audit/history-words.ts";
import { findCustomersForPrivacy } from "#app/features/accounts/record/erase-account.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  findBooking,
  bookingReferences,
  bookingsOfReferrer,
  findBookingByReference,
} from "#app/features/booking/record/find-booking.server.ts";
import type { Person } from "#app/features/data-protection/restrictions.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { FIRST_PAGE } from "#app/kit/pages.ts";
import { pageOfQuery } from "#app/kit/pieces.server.ts";
import { transact } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { PrivacyCaseRow } from "./tables.ts";

/** The person of a privacy case: the owner of an e-mail address, or the client of one booking. */
export type Subject = {
  emailKey: string | null;
  bookings: BookingRow[];
  /** Their customer accounts, including unconfirmed ones for their address. */
  accounts: Awaited<ReturnType<typeof findCustomersForPrivacy>>;
};

export type PrivacyCase = { row: PrivacyCaseRow; subject: Subject };

/** Starts a case for an e-mail address or a booking reference; the search is audited. Null when nobody is found. */
export async function startCase(deps: Deps, typed: string, by: ActedByRequest): Promise<string | null> {
  const person = typed.trim();
  const isEmail = person.includes("@");
  const booking = isEmail ? null : await findBookingByReference(deps.db, person);
  if (!isEmail && !booking) return null;
  const id = deps.ids.uuid();
  await transact(deps, async (inside) => {
    await inside.db
      .insertInto("privacy_cases")
      .values({
        id,
        email_key: isEmail ? person.toLowerCase() : null,
        booking_id: booking?.id ?? null,
        opened_at: deps.clock.now().toISOString(),
        opened_by: by.actor.id ?? "",
      })
      .execute();
    const subject = booking ? (["booking", booking.id] as const) : (["privacy-case", id] as const);
    await recordAudit(inside, by, "privacy.case-opened", subject);
  });
  return id;
}

/** A case with what is held on the person now; null when there is no such case. */
export async function findCase(deps: Pick<Deps, "db">, id: string): Promise<PrivacyCase | null> {
  const row = await deps.db.selectFrom("privacy_cases").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  if (row.email_key === null) {
    const booking = row.booking_id ? await findBooking(deps.db, row.booking_id) : null;
    return { row, subject: { emailKey: null, bookings: booking ? [booking] : [], accounts: [] } };
  }
  return {
    row,
    subject: {
      emailKey: row.email_key,
      bookings: await bookingsOfReferrer(deps.db, row.email_key),
      accounts: await findCustomersForPrivacy(deps.db, row.email_key),
    },
  };
}

/** The person whose restrictions apply. Those of a booking's referrer hold for its client too, because erasing the
 * booking removes the details of both. */
export function personOf({ emailKey, bookings }: Subject): Person {
  return {
    emailKey: emailKey ?? bookings[0]?.referrer_email_key ?? null,
    bookingIds: bookings.map((booking) => booking.id),
  };
}

/** True once the case's person was erased. */
export function isErased({ row, subject }: PrivacyCase): boolean {
  return row.email_key === null && (subject.bookings[0]?.referrer_email_key ?? "") === "";
}

/** Appends to the case's history. */
export async function recordOnCase(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  { row, subject: { bookings } }: PrivacyCase,
  by: ActedByRequest,
  action: AuditAction,
  note?: string,
): Promise<void> {
  await recordAudit(deps, by, action, ["privacy-case", row.id], { note });
  for (const { id } of bookings) await recordAudit(deps, by, action, ["booking", id], { note });
}

/** `reference` is of the booking whose client it is, if it is one. */
export function personInWords(emailKey: string | null, reference: string | undefined): string {
  return emailKey ?? (reference ? `Client of ${reference}` : "Erased person");
}

/** A page of all cases, newest first. */
export async function listCases(deps: Pick<Deps, "db">, url = FIRST_PAGE) {
  const query = deps.db.selectFrom("privacy_cases").selectAll().orderBy("opened_at", "desc").orderBy("id");
  const { rows, at } = await pageOfQuery(query, url, { name: "cases", size: 20 });
  const openers = rows.map((row) => row.opened_by);
  const names = await findUserNames(deps, openers);
  const bookingIds = rows.flatMap(({ booking_id }) => booking_id ?? []);
  const references = await bookingReferences(deps.db, bookingIds);
  const cases = rows.map(({ id, email_key, booking_id, opened_at, opened_by }) => ({
    id,
    person: personInWords(email_key, references.get(booking_id ?? "")),
    openedAt: opened_at,
    openedBy: names.get(opened_by) ?? null,
  }));
  return { cases, at };
}
