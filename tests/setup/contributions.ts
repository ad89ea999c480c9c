import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { askForParts } from "#app/features/contributions/ask-part.server.ts";
import type { AskInput } from "#app/features/contributions/ask-schema.ts";
import { findContribution } from "#app/features/contributions/contribution-rows.server.ts";
import { grantPart } from "#app/features/contributions/part-guards.server.ts";
import { partPath } from "#app/features/contributions/part-links.server.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";

export const BY_REFERRER: ActedByRequest = { actor: { kind: "visitor", id: null }, requestId: "test" };

export const BIRTH = "1941-03-27";

/** Names the person of a booking, unless their date of birth is known. */
export async function namePerson(deps: Deps, booking: BookingRow, names = {}): Promise<void> {
  const { answers } = (await readReferral(deps, booking)).section("personalDetails");
  if (answers.dob) return;
  const person = { ...answers, firstName: "Edith", lastName: "Marsh", dob: BIRTH, ...names };
  await saveSections(deps, { booking, ...BY_REFERRER, sections: { personalDetails: { answers: person } } });
}

/** Asks a doctor, unless told otherwise. */
export async function createContribution(
  deps: Deps,
  booking: BookingRow,
  asked: Partial<AskInput> = {},
  by: ActedByRequest = BY_REFERRER,
) {
  await namePerson(deps, booking);
  const result = await askForParts(deps, {
    ...by,
    bookingId: booking.id,
    asked: {
      ...{ name: "Dr Sarah Green", way: "email", email: "green@surgery.example.org", role: "doctor" },
      ...{ parts: ["doctor"], until: addDays(londonDate(deps.clock.now()), 14), basis: "person" },
      ...asked,
    },
  });
  if (!result.ok) throw new Error(result.message);
  return (await findContribution(deps, result.id))!;
}

/** The address of the link, and the cookie of a browser in which the date of birth was typed. */
export async function linkOf(deps: Deps, id: string) {
  const asked = (await findContribution(deps, id))!;
  const cookie = grantPart(deps, new Request(deps.env.APP_ORIGIN), asked, true)["Set-Cookie"].split(";")[0]!;
  return { path: partPath(deps, asked), cookie, by: byContributor(id) };
}

export const byContributor = (id: string): ActedByRequest => ({
  actor: { kind: "contributor", id },
  requestId: "test",
});
