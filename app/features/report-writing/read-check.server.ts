import type { Deps } from "#app/deps.server.ts";
import { findSavedReferrals } from "#app/features/referral/saved-referral.server.ts";
import { personName } from "#app/features/referral/sections/labelled-answers.ts";
import { undrawable } from "#app/platform/tagged-pdf.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { checkReport, type Finding } from "./check-report.ts";
import { visitsOfAuthor } from "./known-facts.server.ts";
import { reportsElsewhere } from "./same-person.server.ts";
import { writtenReports } from "./written-report.server.ts";
import type { OpenDraft } from "./open-draft.server.ts";

const DAYS = 90;

/** Clients of this author's other visits of the last 90 days, under each name that is known of them. */
async function otherClientsOf(
  deps: Deps,
  authorId: string,
  bookingId: string,
): Promise<{ name: string; reference: string }[]> {
  const from = addDays(londonDate(deps.clock.now()), -DAYS);
  const bookings = await deps.db
    .selectFrom("bookings")
    .innerJoin("visits", "visits.booking_id", "bookings.id")
    .select(["bookings.id", "bookings.reference", "bookings.client_first_name", "bookings.client_last_name"])
    .distinct()
    .where("visits.assessor_id", "=", authorId)
    .where("visits.day", ">=", from)
    .where("bookings.id", "!=", bookingId)
    .orderBy("bookings.id", "desc")
    .execute();
  const referrals = await findSavedReferrals(
    deps.db,
    deps.secrets,
    bookings.map(({ id }) => id),
    ["personalDetails"],
  );
  return bookings.flatMap((booking) => {
    const inReferral = personName((section) => referrals.get(booking.id)?.sections[section]?.answers ?? {});
    const names = [
      [booking.client_first_name, booking.client_last_name].filter(Boolean).join(" "),
      inReferral,
    ];
    return [...new Set(names)].filter(Boolean).map((name) => ({ name, reference: booking.reference }));
  });
}

/** Faults that stop the draft, and those at which its author should look. */
export async function readCheck(deps: Deps, { draft, visit, booking }: OpenDraft): Promise<Finding[]> {
  const elsewhere = await reportsElsewhere(deps, booking, draft.booked);
  const otherClients = await otherClientsOf(deps, visit.assessor_id, booking.id);
  const released = await writtenReports(deps, { bookingId: booking.id, state: "released" });
  const here = released.slice(0, 1).map((report) => ({ ...report, reference: booking.reference }));
  const earlier = [...here, ...elsewhere].flatMap(({ version, outcomes, reference }) =>
    outcomes.flatMap(({ assessment, conclusion }) =>
      conclusion ? [{ assessment, conclusion, reference: `${reference}, version ${version}` }] : [],
    ),
  );
  const today = londonDate(deps.clock.now());
  const visitDays = (await visitsOfAuthor(deps, booking.id, visit.assessor_id)).map(({ day }) => day);
  return checkReport(draft, { today, visitDays, otherClients, earlier, undrawable });
}
