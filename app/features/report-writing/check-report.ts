import {
  ABILITIES,
  ABILITY_KEYS,
  abilityFields,
  abilityFinding,
  AFTER_CANNOT,
  cannotDecide,
  conclusionOf,
  type Conclusion,
} from "./abilities.ts";
import { DIAGNOSES, PLACEHOLDERS, SAYS_ABLE, SAYS_OPEN, SAYS_UNABLE, WITHOUT_OBJECT } from "./check-words.ts";
import {
  contextOf,
  decisionKeys,
  decisionLabel,
  linesOf,
  partKeys,
  partTitle,
  templateOf,
  textOf,
  tickedExchanges,
  type Draft,
} from "./draft.ts";
import {
  conclusionField,
  isDecisionKey,
  MAX_INFORMATION_LINES,
  partFields,
  type DecisionKey,
  type PartKey,
} from "./parts.ts";
import { reportDocument, treeText } from "./report-document.ts";
import { TEMPLATES } from "./templates.ts";

/**
 * Faults for which a reader would send a report back, found before anybody reads it. `must` stops the sending; `look`
 * may be answered “as it should be”. There is no score: a report is not a mark.
 */
export type Finding = {
  code: FindingCode;
  level: "must" | "look";
  message: string;
  part: PartKey;
  /** The control that the link leads to. */
  field: string;
};

export type FindingCode =
  | "not-written"
  | "no-decision"
  | "no-information"
  | "too-much-information"
  | "no-support"
  | "ability-open"
  | "no-evidence"
  | "no-reasons"
  | "no-impairment"
  | "no-cause"
  | "no-conclusion"
  | "conclusion-opposite"
  | "remote"
  | "not-engaged"
  | "other-name"
  | "other-birth"
  | "other-client"
  | "placeholder"
  | "court"
  | "changed-opinion"
  | "unanswered"
  | "no-object"
  | "diagnosis-early"
  | "insight"
  | "impairment-though-able"
  | "same-reasons"
  | "same-exchange"
  | "long-summary"
  | "long-report"
  | "other-test"
  | "no-summary"
  | "letters";

/** Facts beside the draft. */
export type Surroundings = {
  /** Names of the clients of the author's other visits of the last 90 days. */
  otherClients: readonly string[];
  /** Conclusions of earlier reports about the same person, by assessment. */
  earlier: readonly { assessment: string; conclusion: Conclusion; reference: string }[];
  /** Characters of a text that the report's file cannot show. */
  undrawable: (text: string) => readonly string[];
};

const MAX_SUMMARY_WORDS = 400;
/** A report of so many words fills about twelve pages. */
const MAX_REPORT_WORDS = 5_400;
const SIMILAR = 0.9;
const MIN_COMPARED_WORDS = 8;

const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length;
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

type Found = Finding | null | false | undefined;
type Check = (draft: Draft, surroundings: Surroundings) => Found[];

const must = (code: FindingCode, part: PartKey, field: string, message: string): Finding => ({
  ...{ code, level: "must", message, part, field },
});
const look = (code: FindingCode, part: PartKey, field: string, message: string): Finding => ({
  ...{ code, level: "look", message, part, field },
});

const personIn = (draft: Draft) => draft.booked.personName || "the person";

const isWritten: Check = (draft) =>
  partKeys(draft)
    .filter((key) => !isDecisionKey(key) && !draft.parts[key])
    .map((key) =>
      must("not-written", key, firstField(draft, key), `“${partTitle(draft, key)}” is not written yet.`),
    );

const firstField = (draft: Draft, key: PartKey) => partFields(key, contextOf(draft))[0]!.name;

function checkDecision(draft: Draft, key: DecisionKey): Found[] {
  const answers = draft.parts[key] ?? {};
  const own = (name: string) => textOf(draft, key, name);
  const label = decisionLabel(draft, key);
  const name = personIn(draft);
  const isUnable = cannotDecide(answers);
  const information = linesOf(own("information"));
  return [
    own("decision") === "" &&
      must("no-decision", key, "decision", `${label} does not say what is to be decided.`),
    information.length === 0 &&
      must("no-information", key, "information", `${label} names no relevant information.`),
    information.length > MAX_INFORMATION_LINES &&
      must(
        "too-much-information",
        key,
        "information",
        `${label} has more than ${MAX_INFORMATION_LINES} lines of relevant information. Keep what matters for this decision.`,
      ),
    isUnable &&
      own("support") === "" &&
      must(
        "no-support",
        key,
        "support",
        `${label} says that ${name} cannot decide, but no support is recorded.`,
      ),
    isUnable &&
      own("impairment") === "" &&
      must(
        "no-impairment",
        key,
        "impairment",
        `${label} says that ${name} cannot decide, but names no impairment or disturbance of the mind or brain.`,
      ),
    isUnable &&
      own("becauseOf") === "" &&
      must(
        "no-cause",
        key,
        "becauseOf",
        `${label} does not say how the impairment causes exactly this inability.`,
      ),
    !isUnable &&
      AFTER_CANNOT.some((field) => own(field) !== "") &&
      look(
        "impairment-though-able",
        key,
        "impairment",
        `${label} describes an impairment, although nothing says that ${name} cannot decide.`,
      ),
    WITHOUT_OBJECT.some((pattern) => pattern.test(own("decision"))) &&
      look("no-object", key, "decision", `${label} has no object. Say what exactly is to be decided.`),
    own("assessment") !== "" &&
      !draft.booked.assessments.some(({ id }) => id === own("assessment")) &&
      look("other-test", key, "assessment", `${label} uses the test of an assessment that is not booked.`),
    ...ABILITY_KEYS.flatMap((ability) => checkAbility(draft, key, ability)),
  ];
}

function checkAbility(draft: Draft, key: DecisionKey, ability: (typeof ABILITY_KEYS)[number]): Found[] {
  const answers = draft.parts[key] ?? {};
  const names = abilityFields(ability);
  const finding = abilityFinding(answers, ability);
  const reasons = textOf(draft, key, names.reasons);
  const label = decisionLabel(draft, key);
  const name = personIn(draft);
  const words = `${reasons} ${textOf(draft, key, names.seen)}`;
  const hasEvidence =
    textOf(draft, key, names.seen) !== "" || tickedExchanges(draft, answers[names.evidence]).length > 0;
  return [
    finding === null &&
      !cannotDecide(answers) &&
      must(
        "ability-open",
        key,
        names.finding,
        `${label} does not say whether ${name} can ${ABILITIES[ability]}.`,
      ),
    finding === "cannot" &&
      !hasEvidence &&
      must(
        "no-evidence",
        key,
        names.finding,
        `${label} says that ${name} cannot ${ABILITIES[ability]}, but nothing shows it. Tick what was said, or write what you saw.`,
      ),
    finding !== null &&
      reasons === "" &&
      (finding === "cannot" ? must : look)(
        "no-reasons",
        key,
        names.reasons,
        `${label} gives no reasons for its finding on whether ${name} can ${ABILITIES[ability]}.`,
      ),
    namesDiagnosis(words) &&
      look(
        "diagnosis-early",
        key,
        names.reasons,
        `You describe an illness before you have shown that ${name} cannot decide. Move it to ‘Why’.`,
      ),
    /\binsight\b/i.test(words) &&
      look(
        "insight",
        key,
        names.reasons,
        `‘Insight’ needs a sentence: insight into what, and how does it stop ${name} from weighing it up?`,
      ),
  ];
}

function namesDiagnosis(text: string): boolean {
  const words = ` ${plain(text)} `;
  return DIAGNOSES.some((diagnosis) => words.includes(` ${plain(diagnosis)} `));
}

const decisions: Check = (draft) => decisionKeys(draft).flatMap((key) => checkDecision(draft, key));

const conclusions: Check = (draft) =>
  decisionKeys(draft).flatMap((key): Found[] => {
    const field = conclusionField(key);
    const text = textOf(draft, "opinion", field);
    const derived = conclusionOf(draft.parts[key] ?? {});
    const label = decisionLabel(draft, key);
    const isOpposite =
      (derived === "able" && SAYS_UNABLE.test(text)) ||
      (derived === "unable" && !SAYS_UNABLE.test(text) && SAYS_ABLE.test(text)) ||
      (derived === "open" && (SAYS_UNABLE.test(text) || SAYS_ABLE.test(text)) && !SAYS_OPEN.test(text));
    return [
      draft.parts.opinion &&
        text === "" &&
        must("no-conclusion", "opinion", field, `${label} has no conclusion.`),
      isOpposite &&
        look(
          "conclusion-opposite",
          "opinion",
          field,
          `The conclusion of ${label.toLowerCase()} says something else than its four findings.`,
        ),
    ];
  });

/** The booking's name of the person is in what the author wrote, titles and middle names aside. */
function isSameName(written: string, booked: string): boolean {
  const words = plain(written).split(" ");
  const bookedWords = plain(booked)
    .split(" ")
    .filter((word) => !TITLE_WORDS.has(word));
  const [first, last] = [bookedWords[0], bookedWords.at(-1)];
  return first === undefined || (words.includes(first) && words.includes(last!));
}

const TITLE_WORDS = new Set(["mr", "mrs", "ms", "miss", "mx", "dr", "prof", "sir", "lady", "rev"]);

const visit: Check = (draft) => {
  const { person } = draft.parts;
  if (!person) return [];
  const own = (name: string) => textOf(draft, "person", name);
  const { personName, dateOfBirth } = draft.booked;
  return [
    !isSameName(own("personName"), personName) &&
      must("other-name", "person", "personName", `The booking’s name of the person is ${personName}.`),
    dateOfBirth !== "" &&
      own("dateOfBirth") !== dateOfBirth &&
      must("other-birth", "person", "dateOfBirth", "The booking has another date of birth of the person."),
    own("conducted") === "" &&
      must("unanswered", "person", "conducted", "Say whether you met in person, or by video or phone."),
    own("identity") === "" &&
      must("unanswered", "person", "identity", "Say how you confirmed who the person is."),
    own("visitedOn") === "" && must("unanswered", "person", "visitedOn", "Say when the visit was."),
    own("conducted") === "remote" &&
      own("remoteWhy") === "" &&
      must(
        "remote",
        "person",
        "remoteWhy",
        "Say why you met by video or phone, and who was in the room with the person.",
      ),
    own("engaged") === "no" &&
      own("tried") === "" &&
      must(
        "not-engaged",
        "person",
        "tried",
        `Say what you tried, because ${personIn(draft)} did not take part.`,
      ),
  ];
};

const COURT_NEEDS = [
  { part: "instruction", field: "questions", what: "what you were asked" },
  { part: "instruction", field: "qualifications", what: "your qualifications" },
  { part: "sources", field: "read", what: "your sources" },
  { part: "opinion", field: "range", what: "the range of opinion" },
  { part: "opinion", field: "declaration", what: "the declaration" },
] as const;

const court: Check = (draft) =>
  TEMPLATES[templateOf(draft)].isForCourt
    ? COURT_NEEDS.map(
        ({ part, field, what }) =>
          draft.parts[part] &&
          textOf(draft, part, field) === "" &&
          must("court", part, field, `A report to a court needs ${what}.`),
      )
    : [];

const author: Check = (draft) => [
  draft.parts.instruction &&
    textOf(draft, "instruction", "authorName") === "" &&
    must("unanswered", "instruction", "authorName", "Enter your name."),
];

/** Every text of a draft with its place. */
function eachText(draft: Draft): { part: PartKey; field: string; text: string }[] {
  return partKeys(draft).flatMap((part) =>
    partFields(part, contextOf(draft))
      .filter(({ kind }) => kind === "text" || kind === "longText")
      .map(({ name }) => ({ part, field: name, text: textOf(draft, part, name) }))
      .filter(({ text }) => text !== ""),
  );
}

const placeholders: Check = (draft) =>
  eachText(draft).map(({ part, field, text }) => {
    const found = PLACEHOLDERS.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
    return found
      ? must(
          "placeholder",
          part,
          field,
          `“${found}” in “${partTitle(draft, part)}” looks like a gap that is still to be filled in.`,
        )
      : null;
  });

/** Full names, and titles with a last name: `Mrs Okafor`. A last name that the person has, too, counts only in full. */
function namesClient(text: string, client: string, person: string): boolean {
  const words = ` ${plain(text)} `;
  const names = plain(client)
    .split(" ")
    .filter((word) => word !== "" && !TITLE_WORDS.has(word));
  const last = names.at(-1);
  if (names.length < 2 || last === undefined) return false;
  if (` ${plain(person)} `.includes(` ${names.join(" ")} `)) return false;
  if (words.includes(` ${names.join(" ")} `) || words.includes(` ${names[0]} ${last} `)) return true;
  const isShared = plain(person).split(" ").includes(last);
  return !isShared && [...TITLE_WORDS].some((title) => words.includes(` ${title} ${last} `));
}

const copied: Check = (draft, { otherClients }) =>
  eachText(draft).map(
    ({ part, field, text }) =>
      otherClients.some((client) => namesClient(text, client, draft.booked.personName)) &&
      must(
        "other-client",
        part,
        field,
        `The text of “${partTitle(draft, part)}” names another of your clients. Check that nothing was copied.`,
      ),
  );

const earlierOpinion: Check = (draft, { earlier }) => {
  if (textOf(draft, "opinion", "changedOpinion") !== "") return [];
  return decisionKeys(draft).map((key) => {
    const assessment = textOf(draft, key, "assessment");
    const conclusion = conclusionOf(draft.parts[key] ?? {});
    const other = earlier.find(
      (one) => one.assessment === assessment && conclusion !== null && one.conclusion !== conclusion,
    );
    return (
      other &&
      must(
        "changed-opinion",
        "opinion",
        "changedOpinion",
        `An earlier report (${other.reference}) came to another conclusion on ${decisionLabel(draft, key).toLowerCase()}. Explain why.`,
      )
    );
  });
};

/** The share of words that two texts have in common; 0 where one is short. */
function similarity(one: string, other: string): number {
  const [a, b] = [new Set(plain(one).split(" ")), new Set(plain(other).split(" "))];
  if (Math.min(a.size, b.size) < MIN_COMPARED_WORDS) return 0;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared);
}

const LPA = new Set(["lpa-property-affairs", "lpa-health-welfare"]);

const sameReasons: Check = (draft) => {
  const keys = decisionKeys(draft);
  const reasonsOf = (key: DecisionKey) =>
    ABILITY_KEYS.map((ability) => textOf(draft, key, abilityFields(ability).reasons)).join(" ");
  const isLpa = (key: DecisionKey) => LPA.has(textOf(draft, key, "assessment"));
  return keys.flatMap((key, index) =>
    keys
      .slice(0, index)
      .map(
        (before) =>
          !(isLpa(key) && isLpa(before)) &&
          similarity(reasonsOf(key), reasonsOf(before)) >= SIMILAR &&
          look(
            "same-reasons",
            key,
            "understandReasons",
            `${decisionLabel(draft, key)} has nearly the same reasons as ${decisionLabel(draft, before).toLowerCase()}.`,
          ),
      ),
  );
};

const sameExchange: Check = (draft) =>
  ABILITY_KEYS.flatMap((ability) => {
    const evidence = abilityFields(ability).evidence;
    const by = (finding: string) =>
      decisionKeys(draft)
        .filter((key) => abilityFinding(draft.parts[key] ?? {}, ability) === finding)
        .flatMap((key) =>
          tickedExchanges(draft, draft.parts[key]?.[evidence]).map(({ number, id }) => ({ key, number, id })),
        );
    const forCan = new Set(by("can").map(({ id }) => id));
    return by("cannot")
      .filter(({ id }) => forCan.has(id))
      .map(({ key, number }) =>
        look(
          "same-exchange",
          key,
          ability,
          `Exchange ${number} shows both that ${personIn(draft)} can and that they cannot ${ABILITIES[ability]}.`,
        ),
      );
  });

const lengths: Check = (draft) => {
  const words = wordCount(textOf(draft, "opinion", "summary"));
  return [
    draft.parts.opinion &&
      words === 0 &&
      look("no-summary", "opinion", "summary", "The report has no summary."),
    words > MAX_SUMMARY_WORDS &&
      look(
        "long-summary",
        "opinion",
        "summary",
        `The summary has ${words} words. Families read up to ${MAX_SUMMARY_WORDS}.`,
      ),
    wordCount(treeText(reportDocument(draft))) > MAX_REPORT_WORDS &&
      look(
        "long-report",
        "opinion",
        "summary",
        "The report has more than about 12 pages. Shorten it, if you can.",
      ),
  ];
};

/** A letter, or its number where nobody would see it. */
const visibly = (letter: string) =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(letter)
    ? letter
    : `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;

/** The words before the first of these letters. */
function placeOf(text: string, letters: readonly string[]): string {
  const at = Math.min(...letters.map((letter) => text.indexOf(letter)));
  const before = text.slice(0, at).trim().split(/\s+/).slice(-4).join(" ");
  return before === "" ? "The first is at the beginning." : `The first comes after “${before}”.`;
}

/** Exchanges are checked where they are ticked. */
const letters: Check = (draft, { undrawable }) => {
  const found = (part: PartKey, field: string, text: string, where: string) => {
    const strange = undrawable(text).slice(0, 10);
    return (
      strange.length > 0 &&
      must(
        "letters",
        part,
        field,
        `The file cannot show “${strange.map(visibly).join(" ")}” in ${where}. ${placeOf(text, strange)} Write it in other letters, or upload your own file.`,
      )
    );
  };
  return [
    ...eachText(draft).map(({ part, field, text }) =>
      found(part, field, text, `“${partTitle(draft, part)}”`),
    ),
    ...decisionKeys(draft).flatMap((key) =>
      ABILITY_KEYS.flatMap((ability) => {
        const { evidence } = abilityFields(ability);
        return tickedExchanges(draft, draft.parts[key]?.[evidence]).map(({ number, text }) =>
          found(key, evidence, text, `exchange ${number}`),
        );
      }),
    ),
  ];
};

const CHECKS: readonly Check[] = [
  isWritten,
  author,
  visit,
  decisions,
  conclusions,
  court,
  earlierOpinion,
  placeholders,
  copied,
  sameReasons,
  sameExchange,
  lengths,
  letters,
];

const isFinding = (found: Found): found is Finding => Boolean(found);

/** All that stops a draft from being sent, and what its author should look at; in the order of the parts. */
export function checkReport(draft: Draft, surroundings: Surroundings): Finding[] {
  const order = partKeys(draft);
  return CHECKS.flatMap((check) => check(draft, surroundings).filter(isFinding)).sort(
    (a, b) => order.indexOf(a.part) - order.indexOf(b.part),
  );
}

/** Names a finding, also after its sentence has changed. */
export const findingId = ({ code, part, field }: Finding) => `${code}.${part}.${field}`;
