import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { accessHistory } from "./personal-data.server.ts";
import { activeRestrictions } from "#app/features/data-protection/restrictions.server.ts";
import { findCase, type PrivacyCase } from "./subject.server.ts";

/** Throws the 404 page. */
export async function requireCase(deps: Pick<Deps, "db">, id: string): Promise<PrivacyCase> {
  const privacyCase = await findCase(deps, id);
  if (!privacyCase) throw data(null, { status: 404 });
  return privacyCase;
}

export async function readCasePage(deps: Pick<Deps, "db" | "secrets" | "clock">, privacyCase: PrivacyCase) {
  const { row, subject } = privacyCase;
  const bookingIds = subject.bookings.map((booking) => booking.id);
  return {
    id: row.id,
    person:
      row.email_key ?? (subject.bookings[0] ? `Client of ${subject.bookings[0].reference}` : "Erased person"),
    isErased: row.email_key === null && (subject.bookings[0]?.referrer_email_key ?? "") === "",
    bookings: subject.bookings.map(({ id, reference, status, created_at }) => ({
      id,
      reference,
      status,
      created_at,
    })),
    accounts: subject.accounts.map(
      ({ user }) => user.email + (user.email_confirmed_at ? "" : " (address not confirmed)"),
    ),
    restrictions: await activeRestrictions(deps.db, { emailKey: subject.emailKey, bookingIds }),
    history: await accessHistory(deps, privacyCase),
  };
}
