import type { BookingReadModel } from "#app/features/booking/record/queries.server.ts";
import type { Answer, Answers, Field } from "#app/kit/sections/fields.ts";
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

/** Answers that fit their questions, by words in a question's name. */
const FITTING: [RegExp, string][] = [
  [/medic/i, "Memantine 10 mg at night and amlodipine 5 mg in the morning."],
  [/diagnos|condition|impairment/i, "Mixed dementia, diagnosed in May 2024 by the memory clinic."],
  [/fluctuat|preferred/i, "Follows a conversation well in the morning and tires after lunch."],
  [/communicat|sensory|interpreter|aids/i, "Hears well with both hearing aids, and reads large print."],
  [/access|parking/i, "Ring at the blue door. There is parking in front of the house."],
  [/risk|safe|allerg/i, "Nothing is known that would make the visit unsafe."],
  [
    /asset|income|saving|financialSituation|estate/i,
    "A house without a mortgage, and savings of about £42,000.",
  ],
  [
    /explain|steps|understand|support/i,
    "Was told in short sentences, with pictures, and could say most of it back.",
  ],
  [/family|relative|next|care/i, "The daughter visits twice a week, and a carer comes each morning."],
  [/gift/i, "£20,000 to the granddaughter, towards her first home."],
  [/will|testament/i, "To leave the house to both children in equal shares."],
  [
    /decision|nature|legal|dispute|proceedings/i,
    "Whether to sell the house in Orchard Road to pay for care.",
  ],
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
    case "longText": {
      const usual = random.pick(SENTENCES);
      return FITTING.find(([words]) => words.test(field.name))?.[1] ?? usual;
    }
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
