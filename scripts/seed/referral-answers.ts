import type { BookingReadModel } from "#app/features/booking/record/queries.server.ts";
import type { Answer, Answers, Field } from "#app/features/referral/sections/fields.ts";
import { unsavedAnswers } from "#app/features/referral/queries.server.ts";
import { sectionFields, type SectionKey } from "#app/features/referral/sections/sections.ts";
import type { Random } from "./random.ts";

const SENTENCES = [
  "Follows a conversation well in the morning and tires after lunch.",
  "Was told in short sentences, with pictures, and could say most of it back.",
  "Manages with a calendar on the kitchen wall and a daily phone call.",
  "The family visits twice a week; a carer comes each morning.",
  "Nothing is known that would make the visit unsafe.",
];

const PERSON: Record<string, string> = {
  title: "Mrs",
  firstName: "Doris",
  lastName: "Ellery",
  dob: "1941-05-12",
  gender: "Female",
  addressLine1: "14 Orchard Road",
  townCity: "Leeds",
  postcode: "LS6 2AB",
  phone: "01632 960123",
  nextOfKinName: "Bethan Ellery",
  nextOfKinRelationship: "Daughter",
  nextOfKinPhone: "07700 900456",
};

function demoAnswer(field: Field, random: Random): Answer {
  const ofPerson = PERSON[field.name];
  if (ofPerson !== undefined) return ofPerson;
  switch (field.kind) {
    case "flag":
      return false;
    case "checkboxes":
      return ["None"];
    case "radio":
    case "select":
      return random.pick(field.options);
    case "longText":
      return random.pick(SENTENCES);
    default:
      return "Not known";
  }
}

/** A filled-in section: everything, or about `share` of it. */
export function demoAnswers(
  key: SectionKey,
  booking: BookingReadModel,
  share: number,
  random: Random,
): Answers {
  const known = unsavedAnswers(key, booking);
  const filled = sectionFields(key)
    .filter((field) => field.need !== "optional" && !known[field.name] && random.chance(share))
    .map((field) => [field.name, demoAnswer(field, random)] as const);
  return { ...known, ...Object.fromEntries(filled) };
}
