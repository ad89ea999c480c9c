import {
  answer,
  joined,
  one,
  type LabelledText,
  type Read,
} from "#app/features/referral/sections/labelled-answers.ts";
import { NONE } from "#app/kit/sections/fields.ts";

/** A communication need of the person, in the words of the referral. `label` is never null. */
export type PersonNeed = LabelledText;

/** The sentence below needs that are known from another booking. */
export const knownFrom = (reference: string) =>
  `Known from booking ${reference}. Ask the referrer whether this is still right.`;

const chosen = (read: Read, name: string) => {
  const value = read("communicationAids")[name];
  return Array.isArray(value) ? (value as readonly string[]).filter((option) => option !== NONE) : [];
};

const withDetails = (options: readonly string[], details: string) =>
  joined([options.join(", "), details], ". ");

const BSL = "British Sign Language";

/** The language of the visit; null for English. British Sign Language when that is needed. */
export function visitLanguage(read: Read): string | null {
  const spoken = answer(read, "personalDetails", "language");
  if (spoken && !/^english$/i.test(spoken)) return spoken;
  return chosen(read, "informationFormats").includes(BSL) ? BSL : null;
}

/** Print pages for the person are in 18 pt. */
export const needsLargePrint = (read: Read) => chosen(read, "informationFormats").includes("Large print");

export const needsEasyRead = (read: Read) => chosen(read, "informationFormats").includes("Easy read");

/** Needs of the person by the referral's answers, the most urgent first. Empty when none is known. */
export function needsOf(read: Read): PersonNeed[] {
  const text = (name: string) => answer(read, "communicationAids", name);
  const spoken = answer(read, "personalDetails", "language");
  const needsInterpreter = read("personalDetails")["interpreterNeeded"] === true;
  const interpreter = text("interpreterDetails");
  const isEnglish = spoken === "" || /^english$/i.test(spoken);
  const language = isEnglish && !needsInterpreter ? "" : spoken;
  return [
    ...one("Language", joined([language, needsInterpreter ? "an interpreter is needed" : ""], "; ")),
    ...one("Interpreter", interpreter),
    ...one("Letters in", text("writtenLanguage")),
    ...one("Formats", chosen(read, "informationFormats").join(", ")),
    ...one(
      "Hearing and sight",
      withDetails(chosen(read, "sensoryImpairments"), text("sensoryImpairmentDetails")),
    ),
    ...one(
      "Communication",
      withDetails(chosen(read, "communicationDifficulties"), text("communicationDetails")),
    ),
    ...one("What works best", text("preferredCommunication")),
  ];
}
