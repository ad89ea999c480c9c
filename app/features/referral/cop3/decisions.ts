import { answer, joined, personName, type Read } from "#app/features/referral/sections/labelled-answers.ts";
import { optionalSections } from "#app/features/referral/sections/sections.ts";

/** Facts of the booking that say what is to be decided. `otherDetails`: what is needed under Other. The place of the
 * assessment is none of them: it need not be the property to be sold. */
export type DecidedBooking = {
  otherDetails: string | null;
  assessments: readonly { id: string; name: string }[];
};

const sentences = (first: string, second: string) => joined([first.replace(/\.$/, ""), second], ". ");

/** Part A asks for each decision by itself. Suggestions follow the booked assessments, in the order of the catalogue.
 * The words of “The decision” go to each assessment without a form of its own; to Other, when it has words of its
 * own, only alone. */
export function suggestedDecisions(read: Read, { assessments, otherDetails }: DecidedBooking): string[] {
  const name = personName(read) || "the person";
  const ending = (text: string) => (text ? `: ${text}` : "");
  const asked = answer(read, "decision", "decisionToMake");
  const address = answer(read, "propertyFinance", "propertyAddress");
  const property = sentences(address, asked);
  const welfare = [
    ["where to live", answer(read, "healthWelfare", "residenceDecisions")],
    ["care", answer(read, "healthWelfare", "careNeeds")],
    ["medical treatment", answer(read, "healthWelfare", "medicalTreatment")],
  ] as const;
  const suggestions: Record<string, () => string[]> = {
    "property-finance": () => [
      `Whether ${name} can make decisions about their property and financial affairs${ending(answer(read, "propertyFinance", "financialDecisionNature"))}`,
    ],
    "health-welfare": () => {
      const given = welfare.filter(([, text]) => text);
      const parts = given.length > 0 ? given : [["health and welfare", ""] as const];
      return parts.map(([about, text]) => `Whether ${name} can decide about ${about}${ending(text)}`);
    },
    "capacity-will": () => [`Whether ${name} can make a will`],
    "capacity-litigate": () => [
      `Whether ${name} can conduct the proceedings${ending(answer(read, "litigate", "caseDetails"))}`,
    ],
    "lpa-property-affairs": () => [
      `Whether ${name} can make a lasting power of attorney for property and affairs${ending(asked)}`,
    ],
    "lpa-health-welfare": () => [
      `Whether ${name} can make a lasting power of attorney for health and welfare${ending(asked)}`,
    ],
    "capacity-gift": () => [
      `Whether ${name} can make a gift${ending(joined([answer(read, "gift", "giftExtent"), answer(read, "gift", "beneficiaries")], ", to "))}`,
    ],
    "capacity-sell-property": () => [`Whether ${name} can decide to sell a property${ending(property)}`],
    "capacity-buy-property": () => [`Whether ${name} can decide to buy a property${ending(property)}`],
  };
  const besides = optionalSections(assessments.filter(({ id }) => id !== "other"));
  const isAboutOther = !otherDetails || besides.every(({ key }) => key !== "decision");
  const otherWords = sentences(otherDetails ?? "", isAboutOther ? asked : "");
  return assessments.flatMap(({ id, name: assessment }) => {
    const suggest = suggestions[id];
    if (suggest) return suggest();
    const text = id === "other" ? otherWords : sentences(assessment, asked);
    return [`Whether ${name} can make the decision${ending(text || assessment)}`];
  });
}

/** The decisions that the referrer wrote, one a line, without their own numbers. */
export function writtenDecisions(read: Read): string[] {
  const lines = answer(read, "courtApplication", "decisions").split("\n");
  return lines.map((line) => line.replace(/^\s*(?:\d{1,2}[.)]|[-•*])\s+/, "").trim()).filter(Boolean);
}

/** All that is known of what is to be decided, for the assessor: the referrer's numbered decisions first, else the
 * suggested ones. The words of the booking and of “The decision” are always among them. */
export function knownDecisions(read: Read, booking: DecidedBooking): string[] {
  const written = writtenDecisions(read);
  if (written.length === 0) return suggestedDecisions(read, booking);
  const words = [booking.otherDetails ?? "", answer(read, "decision", "decisionToMake")];
  return [...new Set([...written, ...words.filter(Boolean)])];
}
