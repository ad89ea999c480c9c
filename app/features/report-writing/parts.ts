import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import { ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import {
  checkboxes,
  date,
  longText,
  radio,
  select,
  text,
  withRevealed,
  type AskedField,
  type Field,
} from "#app/kit/sections/fields.ts";
import { ABILITIES, ABILITY_KEYS, abilityFields, AFTER_CANNOT, FINDINGS, type Ability } from "./abilities.ts";
import { exchangeLabel, type Exchange } from "./exchange.ts";
import { TEMPLATES } from "./templates.ts";

/** The parts of a draft and their questions. A part is saved by itself, with a version of its own. */

export type DecisionKey = `decision-${number}`;
export type PartKey = "instruction" | "person" | DecisionKey | "sources" | "opinion";

export const MAX_DECISIONS = 12;
export const MAX_INFORMATION_LINES = 12;
export const MAX_PART_TEXT_LENGTH = 6_000;

const DECISION_KEY = /^decision-([1-9]|1\d|2\d)$/;
export const isDecisionKey = (key: string): key is DecisionKey => DECISION_KEY.test(key);
export const decisionNumber = (key: DecisionKey) => Number(DECISION_KEY.exec(key)![1]);
/** The control of the conclusion about a decision, in the part “opinion”. */
export const conclusionField = (key: DecisionKey) => `conclusion${decisionNumber(key)}`;

/** `isAfterCannot`: only where the person cannot do one of the four. `isFolded`: folded while it is empty, too.
 * `isInHead`: folded once it is answered, even unread, with its answers in its head. */
export type PartGroup = {
  title: string;
  lead?: string;
  fields: readonly Field[];
  isAfterCannot?: boolean;
  isFolded?: boolean;
  isInHead?: boolean;
};

export const TITLES = {
  instruction: "Instruction",
  person: "The person and the visit",
  sources: "Sources",
  opinion: "Opinion and summary",
} as const;

const choice = (labels: Readonly<Record<string, string>>) => ({
  options: Object.keys(labels),
  optionLabels: labels,
});

const OPTIONAL = { need: "optional" } as const;

const instruction: readonly PartGroup[] = [
  {
    title: "What was asked",
    fields: [
      select("template", "Kind of report", choice(mapValues(TEMPLATES, ({ label }) => label))),
      text("instructedBy", "Who asked for the report", { hint: "Name, and the firm or body" }),
      longText("questions", "What you were asked"),
    ],
  },
  {
    title: "About you",
    fields: [
      text("authorName", "Your name"),
      text("authorRole", "Your profession and register", { hint: "Such as: Social worker, SWE 12345" }),
      longText("qualifications", "Qualifications and experience", {
        hint: "A court wants to know why you can give this opinion.",
      }),
    ],
  },
  {
    title: "Relation",
    isFolded: true,
    fields: [
      text("relation", "How you know the person", {
        ...OPTIONAL,
        hint: "Form COP3 asks for it. Such as: I met her for this assessment, and never before.",
      }),
    ],
  },
];

const person: readonly PartGroup[] = [
  {
    title: "The person",
    isInHead: true,
    fields: [text("personName", "Name of the person"), date("dateOfBirth", "Date of birth")],
  },
  {
    title: "The visit",
    fields: [
      text("visitedOn", "Day and time"),
      text("place", "Where you met", OPTIONAL),
      radio(
        "conducted",
        "How did you meet?",
        choice({ "in-person": "In person", remote: "By video or phone" }),
      ),
      longText("remoteWhy", "If by video or phone: why, and who was in the room", OPTIONAL),
      text("present", "Who was there?", { ...OPTIONAL, hint: "Besides you and the person" }),
      text("identity", "How you confirmed who the person is"),
      radio("engaged", "Did the person take part?", choice({ yes: "Yes", no: "No, or hardly" })),
      longText("tried", "If not: what you tried", OPTIONAL),
    ],
  },
  {
    title: "Background",
    isFolded: true,
    fields: [
      longText("background", "Circumstances", {
        ...OPTIONAL,
        hint: "How the person lives, as far as the decision needs it.",
      }),
      longText("told", "What the person was told about the visit, and what they agreed to", {
        ...OPTIONAL,
        hint: "Who you are, why you came, who reads the report, and that they may stop",
      }),
      longText("communication", "How the person communicates, and what you did about it", OPTIONAL),
    ],
  },
];

const sources: readonly PartGroup[] = [
  {
    title: "What the report rests on",
    fields: [
      longText("read", "What you read", {
        hint: "Documents and records, with their dates. One on each line.",
      }),
      longText("spokenTo", "Whom you spoke to", {
        ...OPTIONAL,
        hint: "Name, relationship and when. One on each line.",
      }),
      longText("ownFacts", "Facts that are not your own, and tests that others made", OPTIONAL),
    ],
  },
];

function abilityGroup(ability: Ability, exchanges: Readonly<Record<string, string>>): PartGroup {
  const names = abilityFields(ability);
  return {
    title: `Can the person ${ABILITIES[ability]}?`,
    fields: [
      radio(names.finding, "Finding", choice(FINDINGS)),
      longText(names.reasons, "Reasons"),
      ...(Object.keys(exchanges).length > 0
        ? [checkboxes(names.evidence, "What was said that shows it", choice(exchanges))]
        : []),
      longText(names.seen, "What you saw yourself", OPTIONAL),
    ],
  };
}

/** Labels of the assessments with a known test, and of those that are booked. */
function testOptions(booked: readonly { id: string; name: string }[]): Record<string, string> {
  const known = ASSESSMENTS.filter(({ id }) => Object.hasOwn(EXPLANATIONS, id));
  return Object.fromEntries([...known, ...booked].map(({ id, name }) => [id, name]));
}

const labelsOf = (exchanges: readonly Exchange[]) =>
  Object.fromEntries(exchanges.map((one) => [one.id, exchangeLabel(one)]));

const decision = ({ booked, exchanges }: PartContext, said = labelsOf(exchanges)): readonly PartGroup[] => [
  {
    title: "The decision",
    fields: [
      longText("decision", "The decision, in one sentence", {
        hint: "Such as: whether to sell 4 Elm Road and move to Oak House.",
      }),
      radio("timing", "How often is it made?", choice({ once: "Once", continuing: "Again and again" })),
      select("assessment", "Assessment that it belongs to", choice(testOptions(booked))),
      longText("test", "Legal test"),
    ],
  },
  {
    title: "Relevant information",
    fields: [
      longText("information", "What the person needs to understand for it", {
        hint: `One on each line, at most ${MAX_INFORMATION_LINES}. Change the lines, or remove what does not matter here.`,
      }),
    ],
  },
  {
    title: "Support",
    fields: [
      longText("support", "Support that was given", {
        hint: "Time of day, place, pictures, short sentences, an interpreter, somebody they trust",
      }),
    ],
  },
  {
    title: "Left out",
    isFolded: true,
    fields: [
      longText("notNeeded", "What is usually relevant and is not needed here, because", OPTIONAL),
      longText("notTried", "What else could be tried and was not, because", OPTIONAL),
    ],
  },
  {
    title: "Principles",
    isFolded: true,
    lead: "Section 1 of the Mental Capacity Act 2005. All practicable steps are under “Support”.",
    fields: [
      longText("presumption", "How you began from the presumption of capacity", OPTIONAL),
      longText("unwise", "If the decision looks unwise: why that alone decides nothing here", OPTIONAL),
      longText(
        "consequences",
        "Reasonably foreseeable consequences of deciding one way, another, or not at all",
        { ...OPTIONAL, hint: "Section 3(4). They are part of the relevant information." },
      ),
      longText(
        "fluctuation",
        "Does the ability change from day to day, and what did you do about it?",
        OPTIONAL,
      ),
    ],
  },
  ...ABILITY_KEYS.map((ability) => abilityGroup(ability, said)),
  {
    title: "Why the person cannot decide",
    lead: "Asked only where you found that the person cannot do one of the four above.",
    isAfterCannot: true,
    fields: [
      longText("impairment", "Impairment of, or disturbance in, the mind or brain"),
      radio(
        "diagnosis",
        "Is there a diagnosis?",
        choice({ formal: "Yes, a formal one", none: "No formal one" }),
      ),
      text("diagnosisName", "The diagnosis", OPTIONAL),
      text("diagnosisSource", "From which source", OPTIONAL),
      text("diagnosisSince", "Since when", OPTIONAL),
      longText("becauseOf", "How it causes exactly this inability"),
      longText("otherCauses", "What else could explain it, and why it does not", OPTIONAL),
      radio(
        "mayReturn",
        "May the ability come back?",
        choice({ yes: "Yes", no: "No", unclear: "It cannot be said" }),
      ),
      longText("mayReturnWhy", "Why", OPTIONAL),
      date("lookAgainOn", "Look again on", { ...OPTIONAL, isAnyDay: true }),
    ],
  },
  {
    title: "Wishes and views",
    isFolded: true,
    fields: [
      longText("wishes", "The person’s own words and wishes", OPTIONAL),
      longText("othersSaid", "What others said, and who", OPTIONAL),
    ],
  },
];

const opinion = ({ decisions }: PartContext): readonly PartGroup[] => [
  { title: "Conclusions", fields: decisions.map(({ key, title }) => longText(conclusionField(key), title)) },
  {
    title: "Opinion",
    fields: [
      longText("summary", "Summary", { hint: "At most 400 words, for a family to read." }),
      longText("range", "Range of opinion", {
        ...OPTIONAL,
        hint: "Where professionals may differ, and why you hold yours. A court wants it.",
      }),
      longText("changedOpinion", "If you, or an earlier report, came to another conclusion: why", OPTIONAL),
      longText("declaration", "Declaration"),
    ],
  },
];

/** Facts on which the questions of a part depend. */
export type PartContext = {
  booked: readonly { id: string; name: string }[];
  exchanges: readonly Exchange[];
  decisions: readonly { key: DecisionKey; title: string }[];
};

export function partGroups(key: PartKey, context: PartContext): readonly PartGroup[] {
  if (isDecisionKey(key)) return decision(context);
  switch (key) {
    case "instruction":
      return instruction;
    case "person":
      return person;
    case "sources":
      return sources;
    case "opinion":
      return opinion(context);
  }
}

export function partFields(key: PartKey, context: PartContext): AskedField[] {
  return partGroups(key, context).flatMap(({ fields }) => withRevealed(fields));
}

const isAfterCannot = new Set<string>(AFTER_CANNOT);
export const isAskedAfterCannot = (name: string) => isAfterCannot.has(name);

function mapValues<Value, Mapped>(values: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
