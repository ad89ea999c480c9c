import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import { ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import {
  ABILITIES,
  ABILITY_KEYS,
  abilityFields,
  abilityFinding,
  cannotDecide,
  FINDINGS,
  type Ability,
  type AbilityFinding,
} from "./abilities.ts";
import { exchangeLabel, type Exchange } from "./exchange.ts";
import {
  checkboxes,
  date,
  decisionSentence,
  filled,
  inShort,
  labelled,
  longText,
  radio,
  select,
  text,
  type Question,
} from "./print.ts";
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
  fields: readonly Question[];
  isAfterCannot?: boolean;
  isFolded?: boolean;
  isInHead?: boolean;
  /** Over its answers in print. `true`: its title, if there are any. A function: also without any, and null leaves out
   * the group. */
  heading?: true | ((answers: Answers) => string | null);
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
const ALONE = { printed: "" } as const;
const SILENT = { printed: null } as const;
const AUTHOR = { chapter: "author", box: "practitioner" } as const;

const instruction: readonly PartGroup[] = [
  {
    title: "What was asked",
    fields: [
      select("template", "Kind of report", {
        ...choice(mapValues(TEMPLATES, ({ label }) => label)),
        ...SILENT,
      }),
      text("instructedBy", "Who asked for the report", {
        hint: "Name, and the firm or body",
        printed: "Asked for by",
      }),
      longText("questions", "What you were asked", ALONE),
    ],
  },
  {
    title: "About you",
    fields: [
      text("authorName", "Your name", {
        ...AUTHOR,
        ...ALONE,
        words: (own) => filled([own("authorName"), own("authorRole")], ", "),
        inBox: (own) => filled([own("authorName"), own("authorRole")], "\n"),
      }),
      text("authorRole", "Your profession and register", {
        hint: "Such as: Social worker, SWE 12345",
        ...SILENT,
      }),
      longText("qualifications", "Qualifications and experience", {
        hint: "A court wants to know why you can give this opinion.",
        ...AUTHOR,
        ...ALONE,
      }),
    ],
  },
  {
    title: "Relation",
    isFolded: true,
    fields: [
      text("relation", "How you know the person", {
        hint: "Form COP3 asks for it. Such as: I met her for this assessment, and never before.",
        ...OPTIONAL,
        ...AUTHOR,
        printed: "Relation to the person",
        inBox: "labelled",
      }),
    ],
  },
];

const row = (printed: string) => ({ table: TITLES.person, printed });
const VISIT = { box: "visit" } as const;

const person: readonly PartGroup[] = [
  {
    title: "The person",
    isInHead: true,
    fields: [
      text("personName", "Name of the person", row("Name")),
      date("dateOfBirth", "Date of birth", row("Date of birth")),
    ],
  },
  {
    title: "The visit",
    fields: [
      text("visitedOn", "Day and time", { ...row("Day and time"), ...VISIT }),
      text("place", "Where you met", { ...OPTIONAL, ...row("Place"), ...VISIT }),
      radio("conducted", "How did you meet?", {
        ...choice({ "in-person": "In person", remote: "By video or phone" }),
        ...row("How we met"),
        ...VISIT,
      }),
      longText("remoteWhy", "If by video or phone: why, and who was in the room", {
        ...OPTIONAL,
        ...VISIT,
        after: "background",
        printed: "Why by video or phone, and who was in the room",
        words: (own) => (own("conducted") === "remote" ? own("remoteWhy") : ""),
      }),
      text("present", "Who was there?", {
        ...OPTIONAL,
        hint: "Besides you and the person",
        ...row("Present"),
      }),
      text("identity", "How you confirmed who the person is", row("Identity confirmed by")),
      radio("engaged", "Did the person take part?", {
        ...choice({ yes: "Yes", no: "No, or hardly" }),
        ...SILENT,
      }),
      longText("tried", "If not: what you tried", {
        ...OPTIONAL,
        printed: "What was tried",
        after: "communication",
        words: (own) => (own("engaged") === "no" ? own("tried") : ""),
      }),
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
        hint: "Who you are, why you came, who reads the report, and that they may stop",
        ...OPTIONAL,
        ...VISIT,
        printed: "What the person was told, and agreed to",
      }),
      longText("communication", "How the person communicates, and what you did about it", {
        ...OPTIONAL,
        printed: "Communication",
      }),
    ],
  },
];

const sources: readonly PartGroup[] = [
  {
    title: "What the report rests on",
    fields: [
      longText("read", "What you read", {
        hint: "Documents and records, with their dates. One on each line.",
        as: "lines",
        printed: "Read",
      }),
      longText("spokenTo", "Whom you spoke to", {
        hint: "Name, relationship and when. One on each line.",
        ...OPTIONAL,
        as: "lines",
        printed: "Spoken to",
      }),
      longText("ownFacts", "Facts that are not your own, and tests that others made", {
        ...OPTIONAL,
        printed: "Facts and tests of others",
      }),
    ],
  },
];

function abilityGroup(ability: Ability, exchanges: Readonly<Record<string, string>>): PartGroup {
  const names = abilityFields(ability);
  const title = `Can the person ${ABILITIES[ability]}?`;
  const foundInBox = (finding: AbilityFinding) =>
    finding === "not-reached"
      ? `Not reached: whether the person can ${ABILITIES[ability]}.`
      : `${FINDINGS[finding]} ${ABILITIES[ability]}.`;
  const box = "abilities";
  return {
    title,
    heading: (answers) => {
      const finding = abilityFinding(answers, ability);
      return finding && `${title} ${FINDINGS[finding]}`;
    },
    fields: [
      radio(names.finding, "Finding", {
        ...choice(FINDINGS),
        as: "heading",
        box,
        inBox: (own) => foundInBox(own(names.finding) as AbilityFinding),
      }),
      longText(names.reasons, "Reasons", { ...ALONE, box }),
      ...(Object.keys(exchanges).length > 0
        ? [
            checkboxes(names.evidence, "What was said that shows it", {
              ...choice(exchanges),
              as: "quotes",
              box,
            }),
          ]
        : []),
      longText(names.seen, "What you saw yourself", {
        ...OPTIONAL,
        printed: "What I saw",
        box,
        inBox: "labelled",
      }),
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

const TIMING = { once: "Once", continuing: "Again and again" };
const DIAGNOSES = { formal: "Formal", none: "No formal diagnosis" };
const DIAGNOSES_IN_BOX = { formal: "a formal diagnosis", none: "no formal diagnosis" };
const MAY_RETURN = { yes: "Yes", no: "No", unclear: "It cannot be said" };

const wordsIn = (labels: Readonly<Record<string, string>>, key: string) => labels[key] ?? "";

/** Before the day, by which it is found in a report. */
export const LOOK_AGAIN = "Look again on";

const CANNOT = "Why the person cannot decide";

const DIAGNOSIS = { table: "Diagnosis", box: "impairment", inBox: "labelled" } as const;

const whyCannot: PartGroup = {
  title: CANNOT,
  lead: "Asked only where you found that the person cannot do one of the four above.",
  isAfterCannot: true,
  heading: (answers) => (cannotDecide(answers) ? CANNOT : null),
  fields: [
    longText("impairment", "Impairment of, or disturbance in, the mind or brain", {
      ...ALONE,
      box: "impairment",
    }),
    radio("diagnosis", "Is there a diagnosis?", {
      ...choice({ formal: "Yes, a formal one", none: "No formal one" }),
      ...DIAGNOSIS,
      printed: "Diagnosis",
      words: (own) => own("diagnosisName") || wordsIn(DIAGNOSES, own("diagnosis")),
      inBox: (own) =>
        labelled(
          "Diagnosis",
          filled([own("diagnosisName"), wordsIn(DIAGNOSES_IN_BOX, own("diagnosis"))], ", "),
        ),
    }),
    text("diagnosisName", "The diagnosis", {
      ...OPTIONAL,
      table: "Diagnosis",
      printed: "Kind of diagnosis",
      words: (own) => own("diagnosisName") && wordsIn(DIAGNOSES, own("diagnosis")),
    }),
    text("diagnosisSource", "From which source", { ...OPTIONAL, ...DIAGNOSIS, printed: "Source" }),
    text("diagnosisSince", "Since when", { ...OPTIONAL, ...DIAGNOSIS, printed: "Since" }),
    longText("becauseOf", "How it causes exactly this inability", {
      printed: "How it causes this inability",
      box: "because",
    }),
    longText("otherCauses", "What else could explain it, and why it does not", {
      ...OPTIONAL,
      printed: "Other explanations",
      box: "because",
    }),
    radio("mayReturn", "May the ability come back?", {
      ...choice(MAY_RETURN),
      printed: "Whether the ability may come back",
      box: "regain",
      words: (own) => filled([wordsIn(MAY_RETURN, own("mayReturn")), own("mayReturnWhy")], ". "),
    }),
    longText("mayReturnWhy", "Why", { ...OPTIONAL, ...SILENT }),
    date("lookAgainOn", LOOK_AGAIN, { ...OPTIONAL, isAnyDay: true, box: "regain", inBox: "labelled" }),
  ],
};

/** Questions that are answered only where the person cannot do one of the four. */
export const AFTER_CANNOT = whyCannot.fields.map(({ name }) => name);

/** Answers as the rules and the files see them: an impairment that was written before the findings changed stays in its
 * fields, and is no part of the report. */
export const answersThatCount = (answers: Answers): Answers =>
  cannotDecide(answers)
    ? answers
    : Object.fromEntries(Object.entries(answers).filter(([name]) => !AFTER_CANNOT.includes(name)));

const decision = ({ booked, exchanges }: PartContext, said = labelsOf(exchanges)): readonly PartGroup[] => [
  {
    title: "The decision",
    fields: [
      longText("decision", "The decision, in one sentence", {
        hint: "Such as: whether to sell 4 Elm Road and move to Oak House.",
        ...ALONE,
        box: "information",
        inBox: (own) => decisionSentence(own("decision")),
        words: (own) => decisionSentence(own("decision"), wordsIn(TIMING, own("timing"))),
      }),
      radio("timing", "How often is it made?", { ...choice(TIMING), ...SILENT }),
      select("assessment", "Assessment that it belongs to", { ...choice(testOptions(booked)), ...SILENT }),
      longText("test", "Legal test"),
    ],
  },
  {
    title: "Relevant information",
    fields: [
      longText("information", "What the person needs to understand for it", {
        hint: `One on each line, at most ${MAX_INFORMATION_LINES}. Change the lines, or remove what does not matter here.`,
        as: "lines",
        printed: "Relevant information",
        box: "information",
      }),
    ],
  },
  {
    title: "Support",
    heading: true,
    fields: [
      longText("support", "Support that was given", {
        hint: "Time of day, place, pictures, short sentences, an interpreter, somebody they trust",
        ...ALONE,
        box: "support",
      }),
    ],
  },
  {
    title: "Left out",
    isFolded: true,
    fields: [
      longText("notNeeded", "What is usually relevant and is not needed here, because", {
        ...OPTIONAL,
        printed: "Not needed here",
      }),
      longText("notTried", "What else could be tried and was not, because", {
        ...OPTIONAL,
        printed: "Not tried",
        under: "Support",
        box: "support",
      }),
    ],
  },
  {
    title: "Principles",
    isFolded: true,
    lead: "Section 1 of the Mental Capacity Act 2005. All practicable steps are under “Support”.",
    heading: true,
    fields: [
      longText("presumption", "How you began from the presumption of capacity", {
        ...OPTIONAL,
        printed: "Presumption of capacity",
        after: "information",
        box: "support",
      }),
      longText("unwise", "If the decision looks unwise: why that alone decides nothing here", {
        ...OPTIONAL,
        printed: "Unwise decisions",
        box: "support",
      }),
      longText(
        "consequences",
        "Reasonably foreseeable consequences of deciding one way, another, or not at all",
        {
          hint: "Section 3(4). They are part of the relevant information.",
          ...OPTIONAL,
          printed: "Reasonably foreseeable consequences",
          under: "",
          box: "information",
          inBox: "labelled",
        },
      ),
      longText("fluctuation", "Does the ability change from day to day, and what did you do about it?", {
        ...OPTIONAL,
        printed: "Change from day to day",
        box: "support",
      }),
    ],
  },
  ...ABILITY_KEYS.map((ability) => abilityGroup(ability, said)),
  whyCannot,
  {
    title: "Wishes and views",
    isFolded: true,
    heading: true,
    fields: [
      longText("wishes", "The person’s own words and wishes", OPTIONAL),
      longText("othersSaid", "What others said, and who", { ...OPTIONAL, printed: "What others said" }),
    ],
  },
];

/** `Decision 1 (whether to sell 4 Elm Road)`, from the title of the decision. */
function conclusionLabel(title: string): string {
  const [label = "", ...rest] = title.split(": ");
  const about = inShort(rest.join(": ")).replace(/^Whether\b/, "whether");
  return about ? `${label} (${about})` : label;
}

const opinion = ({ decisions }: PartContext): readonly PartGroup[] => [
  {
    title: "Conclusions",
    fields: decisions.map(({ key, title }) =>
      longText(conclusionField(key), title, { printed: conclusionLabel(title) }),
    ),
  },
  {
    title: "Opinion",
    fields: [
      longText("summary", "Summary", {
        hint: "At most 400 words, for a family to read.",
        ...ALONE,
        chapter: "summary",
      }),
      longText("range", "Range of opinion", {
        ...OPTIONAL,
        hint: "Where professionals may differ, and why you hold yours. A court wants it.",
      }),
      longText("changedOpinion", "If you, or an earlier report, came to another conclusion: why", {
        ...OPTIONAL,
        printed: "An earlier opinion",
      }),
      longText("declaration", "Declaration", { ...ALONE, under: "Declaration" }),
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

export const partFields = (key: PartKey, context: PartContext): readonly Question[] =>
  partGroups(key, context).flatMap(({ fields }) => fields);

function mapValues<Value, Mapped>(values: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
