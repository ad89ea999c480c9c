import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { askForParts } from "#app/features/contributions/ask-part.server.ts";
import type { AskInput } from "#app/features/contributions/ask-schema.ts";
import { findContribution } from "#app/features/contributions/contribution-rows.server.ts";
import { grantPart } from "#app/features/contributions/part-guards.server.ts";
import { partPath } from "#app/features/contributions/part-links.server.ts";
import { readReferral, readShownSections } from "#app/features/referral/queries.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { sectionFields } from "#app/features/referral/sections/sections.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import type { TestDeps } from "./deps.ts";
import { createDocument } from "./documents.ts";
import { createBooking } from "./factories.ts";

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
      name: "Dr Sarah Green",
      way: "email",
      email: "green@surgery.example.org",
      role: "doctor",
      parts: ["doctor"],
      until: addDays(londonDate(deps.clock.now()), 14),
      basis: "person",
      ...asked,
    },
  });
  if (!result.ok) throw new Error(result.message);
  return (await findContribution(deps, result.id))!;
}

/** A booking with a word of its own in each text of its referral, its referrer, its place and its documents. The
 * person's name and date of birth, and the referrer's first name, are no such words: whoever is asked reads them. */
export async function createCanaryBooking(deps: TestDeps) {
  const words = new Set<string>();
  const word = (...names: string[]) => {
    const one = ["canary", ...names].join("-");
    words.add(one);
    return one;
  };
  const booking = await createBooking(deps, {
    referrer_last_name: word("referrer-name"),
    referrer_email: `${word("email")}@example.org`,
    referrer_phone_as_typed: word("phone"),
    referrer_organisation: word("organisation"),
    referrer_relationship: word("relationship"),
    assessment_location: word("place"),
  });
  await createDocument(deps, { bookingId: booking.id, name: `${word("paper")}.pdf` });
  const sections = Object.fromEntries(
    [...(await readShownSections(deps, booking))].map((key) => [
      key,
      {
        answers: Object.fromEntries(
          sectionFields(key).flatMap((field) => {
            if (field.kind === "radio" && field.reveals) return [[field.name, field.reveals.when.value]];
            return ["text", "longText"].includes(field.kind) ? [[field.name, word(key, field.name)]] : [];
          }),
        ),
      },
    ]),
  );
  const person = { firstName: "Edith", lastName: "Marsh", dob: BIRTH };
  Object.assign(sections.personalDetails!.answers, person);
  for (const name of ["firstName", "lastName"]) words.delete(`canary-personalDetails-${name}`);
  await saveSections(deps, { booking, ...BY_REFERRER, sections });
  return { booking, words };
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
