import { formatDate, isIsoDate } from "#app/platform/dates.ts";
import type { Reading } from "../check-reading.ts";
import { daysIn, isAnswered, nameWords, saysSomething, yearsBetween, yearsSaid } from "../check-texts.ts";
import { templateOf } from "../draft.ts";
import type { PartKey } from "../parts.ts";
import { TEMPLATES } from "../templates.ts";
import { rule, fieldRule, isBlank } from "./rule.ts";

const COURT_NEEDS = [
  ["instruction", "questions", "what you were asked"],
  ["instruction", "qualifications", "your qualifications"],
  ["sources", "read", "your sources"],
  ["opinion", "range", "the range of opinion"],
  ["opinion", "declaration", "the declaration"],
] as const;

const isForCourt = ({ draft }: Reading) => TEMPLATES[templateOf(draft)].isForCourt;

/** The booking's name of the person is in what the author wrote, titles and middle names aside. */
function isSameName(written: string, booked: string): boolean {
  const words = nameWords(written);
  const names = nameWords(booked);
  const [first, last] = [names[0], names.at(-1)];
  return first === undefined || (words.includes(first) && words.includes(last!));
}

const metRemotely = ({ text }: Reading) => text("person", "conducted") === "remote";
const tookNoPart = ({ text }: Reading) => text("person", "engaged") === "no";

const visitDaysSaid = ({ text }: Reading) => daysIn(text("person", "visitedOn"));

/** All years that the field names are others than those of the visits. */
const isOtherYear = (text: string, { around }: Reading) =>
  around.visitDays.length > 0 &&
  yearsSaid(text).length > 0 &&
  yearsSaid(text).every((year) => !around.visitDays.some((day) => day.startsWith(year)));

/** An answer of words that says nothing, or options of which nobody chose one. */
const unanswered = (part: PartKey, field: string, message: (reading: Reading) => string) =>
  fieldRule("unanswered", "must", [part, field], (text, reading) =>
    (CHOSEN.includes(field) ? text === "" : isBlank(text)) ? message(reading) : null,
  );
const CHOSEN = ["conducted", "engaged"];

/** Faults of the instruction, and of the part about the person and the visit. */
export const VISIT_RULES = [
  unanswered("instruction", "authorName", () => "Enter your name."),
  fieldRule("author-is-person", "look", ["instruction", "authorName"], (text, { draft }) =>
    nameWords(text).length > 1 && nameWords(text).join(" ") === nameWords(draft.booked.personName).join(" ")
      ? "Your name is the name of the person."
      : null,
  ),
  rule("court", "must", (reading) =>
    isForCourt(reading)
      ? COURT_NEEDS.map(([part, field, what]) => {
          const text = reading.text(part, field);
          const isMissing = field === "read" || field === "range" ? !isAnswered(text) : isBlank(text);
          return (
            reading.isWritten(part) &&
            isMissing && { part, field, message: `A report to a court needs ${what}.` }
          );
        })
      : [],
  ),
  fieldRule("court-declaration", "look", ["opinion", "declaration"], (text, reading) =>
    isForCourt(reading) && saysSomething(text) && !/\b(?:court|tribunal|judge)\b/i.test(text)
      ? "The declaration of a report to a court does not name the duty to the court."
      : null,
  ),

  fieldRule("other-name", "must", ["person", "personName"], (text, { draft }) =>
    !isSameName(text, draft.booked.personName)
      ? `The booking’s name of the person is ${draft.booked.personName}.`
      : null,
  ),
  fieldRule("other-birth", "must", ["person", "dateOfBirth"], (text, { draft }) =>
    draft.booked.dateOfBirth !== "" && text !== draft.booked.dateOfBirth
      ? "The booking has another date of birth of the person."
      : null,
  ),
  fieldRule("birth-to-come", "must", ["person", "dateOfBirth"], (text, { around }) =>
    isIsoDate(text) && text > around.today ? "The date of birth is still to come." : null,
  ),
  fieldRule("under-16", "look", ["person", "dateOfBirth"], (text, { around }) =>
    isIsoDate(text) && text <= around.today && yearsBetween(text, around.today) < 16
      ? "By this date of birth the person is under 16. The Mental Capacity Act applies from 16."
      : null,
  ),
  unanswered("person", "conducted", () => "Say whether you met in person, or by video or phone."),
  unanswered("person", "identity", () => "Say how you confirmed who the person is."),
  unanswered("person", "visitedOn", () => "Say when the visit was."),
  unanswered("person", "engaged", ({ name }) => `Say whether ${name} took part.`),
  fieldRule("place-unknown", "look", ["person", "place"], (text, { text: of }) =>
    of("person", "conducted") === "in-person" && !saysSomething(text) ? "Say where you met." : null,
  ),
  fieldRule("no-such-day", "must", ["person", "visitedOn"], (text) =>
    daysIn(text).some((day) => !isIsoDate(day)) ? "The day of the visit does not exist." : null,
  ),
  fieldRule("hours-reversed", "look", ["person", "visitedOn"], (text) =>
    !/[ap]\.?m\b/i.test(text) &&
    [...text.matchAll(/\b(\d{1,2})[:.](\d{2})\s*(?:[–-]|to|until)\s*(\d{1,2})[:.](\d{2})\b/g)].some(
      ([, fromHour, fromMinute, toHour, toMinute]) =>
        Number(fromHour) * 60 + Number(fromMinute) >= Number(toHour) * 60 + Number(toMinute),
    )
      ? "The visit ends before it begins."
      : null,
  ),
  fieldRule("visit-to-come", "must", ["person", "visitedOn"], (_text, reading) =>
    visitDaysSaid(reading).length > 0 &&
    visitDaysSaid(reading).every(
      // Before the agreed visit of a later day, the page that sends asks whether it took place.
      (day) => day > reading.around.today && !reading.around.visitDays.includes(day),
    )
      ? "The day of the visit is still to come."
      : null,
  ),
  fieldRule("other-year", "must", ["person", "visitedOn"], (text, reading) =>
    isOtherYear(text, reading)
      ? `The visit is said to be in another year: the booking’s was on ${reading.around.visitDays.map(formatDate).join(" and ")}.`
      : null,
  ),
  fieldRule("other-day", "look", ["person", "visitedOn"], (text, reading) =>
    saysSomething(text) &&
    reading.around.visitDays.length > 0 &&
    !isOtherYear(text, reading) &&
    !reading.around.visitDays.some((day) => visitDaysSaid(reading).includes(day))
      ? `The booking’s visit was on ${reading.around.visitDays.map(formatDate).join(" and ")}. Say which day it was.`
      : null,
  ),
  fieldRule("remote", "must", ["person", "remoteWhy"], (text, reading) =>
    metRemotely(reading) && isBlank(text)
      ? "Say why you met by video or phone, and who was in the room with the person."
      : null,
  ),
  fieldRule("remote-room", "look", ["person", "remoteWhy"], (text, reading) =>
    metRemotely(reading) &&
    saysSomething(text) &&
    !/\b(?:room|alone|nobody|no one|with her|with him|with them|beside|present|joined|in sight|off camera)\b/i.test(
      text,
    )
      ? "Say who was in the room with the person, and how you know."
      : null,
  ),
  fieldRule("not-engaged", "must", ["person", "tried"], (text, reading) =>
    tookNoPart(reading) && isBlank(text)
      ? `Say what you tried, because ${reading.name} did not take part.`
      : null,
  ),
  rule("no-part-but-able", "look", (reading) =>
    reading.decisions.map(
      ({ key, abilities, label }) =>
        tookNoPart(reading) &&
        abilities.some(({ finding, ability }) => finding === "can" && ability !== "communicate") && {
          part: key,
          field: abilities.find(({ finding }) => finding === "can")!.ability,
          message: `${label} has findings of what ${reading.name} can do, although they did not take part. Say what shows it.`,
        },
    ),
  ),
];
