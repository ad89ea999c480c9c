import type { Answers } from "#app/kit/sections/fields.ts";
import { genderOf } from "./check-texts.ts";

/** The four abilities of section 3(1) of the Mental Capacity Act 2005, in its order. */
export const ABILITIES = {
  understand: "understand the information",
  retain: "retain the information",
  weigh: "use or weigh the information",
  communicate: "communicate the decision",
} as const;

export type Ability = keyof typeof ABILITIES;
export const ABILITY_KEYS = Object.keys(ABILITIES) as Ability[];

export const FINDINGS = { can: "Can", cannot: "Cannot", "not-reached": "Not reached" } as const;
export type AbilityFinding = keyof typeof FINDINGS;

/** Names of an ability's controls. */
export const abilityFields = (ability: Ability) => ({
  finding: ability,
  reasons: `${ability}Reasons`,
  evidence: `${ability}Evidence`,
  seen: `${ability}Seen`,
});

export function abilityFinding(answers: Answers, ability: Ability): AbilityFinding | null {
  const value = answers[ability];
  return typeof value === "string" && Object.hasOwn(FINDINGS, value) ? (value as AbilityFinding) : null;
}

/** The law asks about an impairment only after it is shown that the person cannot decide (A Local Authority v JB [2021]
 * UKSC 52). */
export const cannotDecide = (answers: Answers): boolean =>
  ABILITY_KEYS.some((ability) => abilityFinding(answers, ability) === "cannot");

export const CONCLUSIONS = {
  able: "Able to decide",
  unable: "Unable to decide",
  open: "Could not be established",
} as const;

export type Conclusion = keyof typeof CONCLUSIONS;

/** Follows from the four findings; null before all four are given, unless one is `cannot`. */
export function conclusionOf(answers: Answers): Conclusion | null {
  if (cannotDecide(answers)) return "unable";
  const findings = ABILITY_KEYS.map((ability) => abilityFinding(answers, ability));
  if (findings.includes(null)) return null;
  return findings.includes("not-reached") ? "open" : "able";
}

const INFORMATION = / the information$/;

/** Abilities that somebody lacks: `understand or retain the information`. */
function cannotWords(failing: readonly Ability[]): string {
  const words = failing.map((ability) => ABILITIES[ability]);
  const last = words.findLastIndex((one) => INFORMATION.test(one));
  const short = words.map((one, index) => (index < last ? one.replace(INFORMATION, "") : one));
  const or = short.at(-1) === ABILITIES.weigh ? ", " : " or ";
  return [short.slice(0, -1).join(", "), short.at(-1)].filter(Boolean).join(or);
}

/** The decision within a sentence: `decide whether to sell 4 Elm Road`. */
function decisionInSentence(text: string): string {
  const words = text.trim().replace(/[.\s]+$/, "");
  if (words === "") return "make this decision";
  const asked = /^(?:whether|how|where|when|which|who|what)\b/i;
  const small = words.replace(asked, (word) => word.toLowerCase());
  return asked.test(words) ? `decide ${small}` : `make this decision: ${small}`;
}

/** A sentence to start from, for the author to read and reword; empty before the conclusion follows. */
export function suggestedConclusion(answers: Answers, person: string): string {
  const name = person || "the person";
  const about = decisionInSentence(String(answers["decision"] ?? ""));
  const tail = about.includes(":") ? ". This is because" : ", because";
  const failing = ABILITY_KEYS.filter((ability) => abilityFinding(answers, ability) === "cannot");
  switch (conclusionOf(answers)) {
    case "able":
      return `In my opinion ${name} has capacity to ${about}.`;
    case "unable":
      return `In my opinion, on the balance of probabilities, ${name} lacks capacity to ${about}${tail} ${genderOf(name) ?? name} cannot ${cannotWords(failing)}, and this is because of the impairment described above.`;
    case "open":
      return `It could not be established whether ${name} has capacity to ${about}.`;
    default:
      return "";
  }
}

/** Every sentence that may have been suggested for a decision, whatever its findings were. */
export function possibleConclusions(answers: Answers, person: string): string[] {
  let all: Answers[] = [answers];
  for (const ability of ABILITY_KEYS)
    all = all.flatMap((one) => Object.keys(FINDINGS).map((finding) => ({ ...one, [ability]: finding })));
  return all.map((one) => suggestedConclusion(one, person));
}
