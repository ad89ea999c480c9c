import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import { isDayToLookAgain, NO_LOOK_AGAIN_DAY } from "#app/features/report/look-again-day.ts";
import { formatDate, isIsoDate } from "#app/platform/dates.ts";
import { ABILITY_KEYS, abilityFields } from "../abilities.ts";
import {
  repeatsFinding,
  isNoImpairment,
  diagnosisIn,
  type DecisionRead,
  type Reading,
} from "../check-reading.ts";
import {
  contentWords,
  daysIn,
  plain,
  saysSomething,
  similarity,
  wordsIn,
  yearsSaid,
} from "../check-texts.ts";
import {
  FINDING_WORDS,
  IMPAIRMENT_WORDS,
  isWideDecision,
  NARROW_EXAMPLES,
  UNNAMED_SUPPORT,
} from "../check-words.ts";
import { AFTER_CANNOT, MAX_INFORMATION_LINES } from "../parts.ts";
import { rule, decisionRule } from "./rule.ts";

/** A cause that only names the impairment again. */
function namesOnlyImpairment({ own }: DecisionRead, reading: Reading): boolean {
  const cause = own("becauseOf");
  if (wordsIn(cause).some((word) => FINDING_WORDS.has(word))) return false;
  const impairment = new Set(wordsIn(`${own("impairment")} ${own("diagnosisSource")}`));
  const rest = contentWords(cause.replace(diagnosisIn(cause) ?? "", " ")).filter(
    (word) => !impairment.has(word) && !reading.personWords.has(word) && !POINTERS.has(word),
  );
  return wordsIn(cause).length > 0 && rest.length === 0;
}

const POINTERS = new Set([
  ...["impairment", "disturbance", "above", "described", "cause", "causes", "caused", "causing", "reason"],
  ...["result", "leads", "same", "diagnosis", "condition", "mrs", "mr"],
]);

/** A field that is nothing but a reference: `See the letter of the memory clinic.` */
const POINTS_ELSEWHERE =
  /^\W*(?:please )?(?:see(?! (?:how|that|what|why|her|him|them)\b)|refer to|as per|as (?:stated|described|set out|noted|discussed))\b[^.;:]{0,60}\W*$/i;

const LPA = new Set(["lpa-property-affairs", "lpa-health-welfare"]);
const SIMILAR = 0.9;
const reasonsOf = ({ abilities }: DecisionRead) => abilities.map(({ reasons }) => reasons).join(" ");
const isLpa = ({ own }: DecisionRead) => LPA.has(own("assessment"));

const pairs = (decisions: readonly DecisionRead[]) =>
  decisions.flatMap((one, index) => decisions.slice(0, index).map((before) => [one, before] as const));

const TESTS: Readonly<Record<string, { test: string }>> = EXPLANATIONS;

/** Faults of a decision outside of its four abilities, and between decisions. */
export const DECISION_RULES = [
  decisionRule("no-decision", "must", "decision", ({ says, label }) =>
    !says("decision") ? `${label} does not say what is to be decided. ${NARROW_EXAMPLES}` : null,
  ),
  decisionRule("no-object", "look", "decision", ({ own, label }) =>
    isWideDecision(own("decision"))
      ? `${label} is too wide. Say what exactly is to be decided. ${NARROW_EXAMPLES}`
      : null,
  ),
  decisionRule("no-information", "must", "information", ({ information, label }) =>
    !information.some(saysSomething) ? `${label} names no relevant information.` : null,
  ),
  decisionRule("too-much-information", "must", "information", ({ information, label }) =>
    information.length > MAX_INFORMATION_LINES
      ? `${label} has more than ${MAX_INFORMATION_LINES} lines of relevant information. Keep what matters for this decision.`
      : null,
  ),
  decisionRule("circular-information", "look", "information", ({ information, label }) =>
    information.some(
      (line) => /\binsight\b|\b(?:lacks?|have|has) (?:mental )?capacity\b/i.test(line) || diagnosisIn(line),
    )
      ? `${label} has an illness, insight or capacity among the relevant information. Somebody can decide without agreeing that they are ill.`
      : null,
  ),
  decisionRule("no-timing", "look", "timing", ({ own, label }) =>
    own("timing") === "" ? `${label} does not say whether it is made once or again and again.` : null,
  ),
  decisionRule("other-test", "look", "assessment", ({ own, label }, { draft }) =>
    own("assessment") !== "" && !draft.booked.assessments.some(({ id }) => id === own("assessment"))
      ? `${label} uses the test of an assessment that is not booked.`
      : null,
  ),
  decisionRule("wrong-test", "look", "test", ({ own, label }) => {
    const mine = TESTS[own("assessment")]?.test;
    return mine !== undefined &&
      own("test") !== mine &&
      Object.values(TESTS).some(({ test }) => test === own("test"))
      ? `${label} has the legal test of another kind of decision.`
      : null;
  }),
  decisionRule("no-support", "must", "support", ({ isUnable, says, label }, { name }) =>
    isUnable && !says("support")
      ? `${label} says that ${name} cannot decide, but no support is recorded.`
      : null,
  ),
  decisionRule("support-unnamed", "look", "support", ({ own, says, label }) =>
    says("support") && contentWords(own("support")).every((word) => UNNAMED_SUPPORT.has(word))
      ? `${label} says that support was given, and not which.`
      : null,
  ),
  decisionRule("no-impairment", "must", "impairment", ({ isUnable, own, says, label }, reading) =>
    isUnable && (!says("impairment") || repeatsFinding(own("impairment"), reading))
      ? `${label} says that ${reading.name} cannot decide, but names no impairment or disturbance of the mind or brain.`
      : null,
  ),
  decisionRule("not-an-impairment", "must", "impairment", ({ isUnable, own, says, label }, reading) =>
    isUnable && says("impairment") && isNoImpairment(own("impairment"), reading)
      ? `${label} gives age, appearance, behaviour, a condition of the body or an unwise decision as the impairment. By itself none of them is one (Mental Capacity Act, sections 1(4) and 2(3)).`
      : null,
  ),
  decisionRule("impairment-unclear", "look", "impairment", ({ isUnable, own, says, label }, reading) =>
    isUnable &&
    says("impairment") &&
    !repeatsFinding(own("impairment"), reading) &&
    !isNoImpairment(own("impairment"), reading) &&
    !IMPAIRMENT_WORDS.test(own("impairment"))
      ? `${label}: is this an impairment of, or a disturbance in, the mind or brain? Name it.`
      : null,
  ),
  decisionRule("no-cause", "must", "becauseOf", ({ isUnable, own, says, label }, reading) =>
    isUnable && (!says("becauseOf") || repeatsFinding(own("becauseOf"), reading))
      ? `${label} does not say how the impairment causes exactly this inability.`
      : null,
  ),
  decisionRule("cause-repeats", "must", "becauseOf", (decision, reading) =>
    decision.isUnable &&
    decision.says("becauseOf") &&
    decision.says("impairment") &&
    !repeatsFinding(decision.own("becauseOf"), reading) &&
    (plain(decision.own("becauseOf")) === plain(decision.own("impairment")) ||
      namesOnlyImpairment(decision, reading))
      ? `${decision.label} names the impairment again where it should say how it causes exactly this inability.`
      : null,
  ),
  decisionRule("cause-like-impairment", "look", "becauseOf", ({ isUnable, own, label }) =>
    isUnable &&
    plain(own("becauseOf")) !== plain(own("impairment")) &&
    similarity(own("becauseOf"), own("impairment")) >= SIMILAR
      ? `${label} has nearly the same words for the impairment and for how it causes the inability.`
      : null,
  ),
  decisionRule("not-a-cause", "must", "becauseOf", ({ isUnable, own, says, label }, reading) =>
    isUnable && says("becauseOf") && isNoImpairment(own("becauseOf"), reading)
      ? `${label} gives age, appearance, behaviour, a condition of the body or an unwise decision as the cause. By itself none of them is one (Mental Capacity Act, sections 1(4) and 2(3)).`
      : null,
  ),
  decisionRule("no-diagnosis-answer", "look", "diagnosis", ({ isUnable, own, label }) =>
    isUnable && own("diagnosis") === "" ? `${label} does not say whether there is a diagnosis.` : null,
  ),
  decisionRule("diagnosis-without-source", "look", "diagnosisSource", ({ isUnable, own, says, label }) =>
    isUnable && own("diagnosis") === "formal" && !says("diagnosisSource")
      ? `${label} names a diagnosis without its source.`
      : null,
  ),
  decisionRule("diagnosis-to-come", "look", "diagnosisSince", ({ isUnable, own, label }, { around }) =>
    isUnable &&
    (daysIn(own("diagnosisSince")).some((day) => day > around.today) ||
      yearsSaid(own("diagnosisSince")).some((year) => year > around.today.slice(0, 4)))
      ? `${label} has a diagnosis since a day that is still to come.`
      : null,
  ),
  decisionRule("no-outlook", "look", "mayReturn", ({ isUnable, own, label }) =>
    isUnable && own("mayReturn") === "" ? `${label} does not say whether the ability may come back.` : null,
  ),
  decisionRule("outlook-without-reason", "look", "mayReturnWhy", ({ isUnable, own, says, label }) =>
    isUnable && own("mayReturn") === "yes" && !says("mayReturnWhy") && own("lookAgainOn") === ""
      ? `${label} says that the ability may come back. Say why, and when to look again.`
      : null,
  ),
  decisionRule("look-again-past", "must", "lookAgainOn", ({ isUnable, own, label }, { around }) =>
    isUnable && isIsoDate(own("lookAgainOn")) && own("lookAgainOn") < around.today
      ? `${label} is to be looked at again on ${formatDate(own("lookAgainOn"))}, a day that has passed.`
      : null,
  ),
  decisionRule("look-again-far", "must", "lookAgainOn", ({ isUnable, own, label }, { around }) =>
    isUnable &&
    isIsoDate(own("lookAgainOn")) &&
    own("lookAgainOn") >= around.today &&
    !isDayToLookAgain(own("lookAgainOn"), around.today)
      ? `${label} is to be looked at again. ${NO_LOOK_AGAIN_DAY}`
      : null,
  ),
  decisionRule("impairment-though-able", "look", "impairment", ({ isUnable, own, label }, { name }) =>
    !isUnable && AFTER_CANNOT.some((field) => own(field) !== "")
      ? `${label} describes an impairment, although nothing says that ${name} cannot decide.`
      : null,
  ),
  decisionRule("other-causes", "look", "otherCauses", ({ isUnable, own, label }) =>
    isUnable &&
    !saysSomething(own("otherCauses")) &&
    /\b(?:pressure|undue influence|coerc\w+|afraid of)\b/i.test(`${own("othersSaid")} ${own("wishes")}`)
      ? `${label} mentions pressure by others. Say why it does not explain the inability.`
      : null,
  ),
  rule("same-words", "look", ({ decisions }) =>
    decisions.flatMap(({ key, own, label, abilities }) => {
      const fields = [
        "support",
        "notTried",
        "impairment",
        "becauseOf",
        "otherCauses",
        "wishes",
        "othersSaid",
      ];
      const reached = abilities.filter(({ finding }) => finding !== "not-reached");
      const all = [...fields, ...reached.map(({ names }) => names.reasons)].map((field) => ({
        field,
        text: plain(own(field)),
      }));
      return all.map(
        ({ field, text }, index) =>
          text.split(" ").length >= 4 &&
          !(field === "becauseOf") &&
          all.findIndex((other) => other.text === text) < index && {
            part: key,
            field,
            message: `${label} has the same words in two fields.`,
          },
      );
    }),
  ),
  rule("points-elsewhere", "look", ({ decisions }) =>
    decisions.flatMap(({ key, own, label }) =>
      ["support", "impairment", "becauseOf", ...ABILITY_KEYS.map((one) => abilityFields(one).reasons)].map(
        (field) =>
          (POINTS_ELSEWHERE.test(own(field)) ||
            /^\W*(?:as|see|same as|as for|as in)?\W*(?:above|before|ditto|(?:the )?(?:first |previous )?decision(?: \d)?|previous(?:ly)?)\W*$/i.test(
              own(field),
            )) && {
            part: key,
            field,
            message: `${label} points to another place instead of saying it. The court reads each decision by itself.`,
          },
      ),
    ),
  ),

  // Between decisions
  rule("same-decision", "must", ({ decisions }) =>
    pairs(decisions).map(
      ([one, before]) =>
        one.says("decision") &&
        plain(one.own("decision")) === plain(before.own("decision")) &&
        one.own("assessment") === before.own("assessment") &&
        one.derived !== null &&
        before.derived !== null &&
        one.derived !== before.derived && {
          part: one.key,
          field: "decision",
          message: `${one.label} is the same decision as ${before.label.toLowerCase()}, with another conclusion.`,
        },
    ),
  ),
  rule("same-reasons", "look", ({ decisions }) =>
    pairs(decisions).map(
      ([one, before]) =>
        !(isLpa(one) && isLpa(before)) &&
        similarity(reasonsOf(one), reasonsOf(before)) >= SIMILAR && {
          part: one.key,
          field: "understandReasons",
          about: JSON.stringify([reasonsOf(one), reasonsOf(before)]),
          message: `${one.label} has nearly the same reasons as ${before.label.toLowerCase()}.`,
        },
    ),
  ),
  rule("same-exchange", "look", ({ decisions, name }) =>
    ABILITY_KEYS.flatMap((ability) => {
      const by = (finding: string) =>
        decisions.flatMap(({ key, abilities }) =>
          abilities
            .filter((one) => one.ability === ability && one.finding === finding)
            .flatMap(({ ticked, can }) => ticked.map((exchange) => ({ key, can, ...exchange }))),
        );
      const forCan = new Set(by("can").map(({ id }) => id));
      return by("cannot")
        .filter(({ id }) => forCan.has(id))
        .map(({ key, number, text, can }) => ({
          part: key,
          field: ability,
          about: text,
          message: `Exchange ${number} shows both that ${name} can and that they cannot ${can}.`,
        }));
    }),
  ),
];
