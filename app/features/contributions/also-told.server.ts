import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { LabelledText } from "#app/features/referral/sections/labelled-answers.ts";
import { readShownSections } from "#app/features/referral/queries.server.ts";
import { formatInstantDay } from "#app/platform/dates.ts";
import { readFacts, standingIn } from "./booking-facts.server.ts";
import { contributionsOf, savedParts, type Contribution } from "./contribution-rows.server.ts";
import { readerOf } from "./referral-reader.ts";
import { isReadable } from "./standing.ts";
import { theirsBesideOurs, type TheirAnswer } from "./theirs-and-ours.ts";
import { BASES, ROLES } from "./words.ts";

function source(asked: Contribution, isKeyedIn: boolean, taken: TheirAnswer[]): LabelledText {
  const words = [
    `${formatInstantDay(asked.sent_at!)}${asked.late_at === null ? "" : ", late"}${isKeyedIn ? ", on paper" : ""}`,
    `Basis: ${BASES[asked.basis].toLowerCase()}`,
    taken.length > 0 ? `In the referral: ${taken.map(({ label }) => label).join(", ")}` : "",
  ];
  return {
    label: `${asked.name}, ${ROLES[asked.role].toLowerCase()}`,
    text: words.filter(Boolean).join(". "),
  };
}

/** A line for each answer that came, newest first: who gave it, as what, about what, and when. */
export async function answersAsSources(deps: Deps, booking: BookingRow): Promise<string[]> {
  const all = await contributionsOf(deps, booking.id);
  if (all.length === 0) return [];
  const facts = await readFacts(deps, booking);
  return all
    .filter((asked) => isReadable(standingIn(deps, asked, facts)))
    .map(
      ({ name, role, parts, sent_at }) =>
        `Answers of ${name}, ${ROLES[role].toLowerCase()} (${parts.map(({ title }) => title).join("; ")}), ${formatInstantDay(sent_at!)}`,
    );
}

/** For the assessor: who answered what about a booking, newest first, and whatever of it is not in the referral, marked
 * as such. The right to the booking was checked before. */
export async function readAlsoTold(deps: Deps, booking: BookingRow): Promise<LabelledText[]> {
  const all = await contributionsOf(deps, booking.id);
  if (all.length === 0) return [];
  const facts = await readFacts(deps, booking);
  const sent = all.filter((asked) => isReadable(standingIn(deps, asked, facts)));
  const shown = await readShownSections(deps, booking);
  const saved = await savedParts(
    deps,
    sent.map(({ id }) => id),
  );
  return sent.flatMap((asked) => {
    const own = saved.get(asked.id)!;
    const rows = asked.parts.flatMap((part) =>
      theirsBesideOurs(part, own[part.key]?.answers ?? {}, shown, readerOf(facts)),
    );
    const isKeyedIn = Object.values(own).some((part) => part!.saved_by_kind === "staff");
    const taken = rows.filter(({ place }) => place === "same");
    return [
      source(asked, isKeyedIn, taken),
      ...rows
        .filter(({ place }) => place !== "same")
        .map(({ label, text, place }) => ({
          label: place === "apart" ? label : `${label} (not taken over into the referral)`,
          text,
        })),
    ];
  });
}
