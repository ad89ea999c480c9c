import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { accessHistory } from "./personal-data.server.ts";
import { activeRestrictions } from "#app/features/data-protection/restrictions.server.ts";
import { findCase, type OpenedCase } from "./subject.server.ts";

/** Throws the 404 page. */
export async function requireCase(deps: Pick<Deps, "db">, id: string): Promise<OpenedCase> {
  const opened = await findCase(deps, id);
  if (!opened) throw data(null, { status: 404 });
  return opened;
}

export async function readCasePage(deps: Pick<Deps, "db" | "secrets" | "clock">, opened: OpenedCase) {
  const { row, subject } = opened;
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
    history: await accessHistory(deps, opened),
  };
}
