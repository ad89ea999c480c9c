import { isNoImpairment, type DecisionRead, type Reading } from "../check-reading.ts";
import {
  genderOf,
  contentWords,
  isAnswered,
  nameWords,
  saysSomething,
  sentencesOf,
  verdictsIn,
  withoutQuotes,
  wordsIn,
  type Verdict,
} from "../check-texts.ts";
import { DECISION_KINDS, FINDING_WORDS, HINTS_ABLE, HINTS_UNABLE, SAYS_OPEN } from "../check-words.ts";
import { rule, fieldRule, conclusionRule, isBlank } from "./rule.ts";

/** A conclusion without words of its own. */
const NO_WORDS = /^\W*(?:yes|no|as above|see above|ditto|same|agreed|positive|negative)\W*$/i;

const GENERIC_OBJECT =
  /^(?:(?:to |of |in |for )?(?:make|making|take|taking|decide|deciding|reach|reaching|come to)? ?(?:on |about )?(?:this|the|that|these|those|such an?)? ?(?:own )?(?:decisions?|matters?|questions?)? ?(?:for (?:herself|himself|themselves))? ?(?:described above|set out above|in question)?)$/i;

/** The statement is about the decision of its head, as far as words can tell. */
function isAboutOwn({ object }: Verdict, { own }: DecisionRead): boolean {
  if (GENERIC_OBJECT.test(object.replace(/^[\s,]+/, ""))) return true;
  const words = new Set(contentWords(own("decision")));
  const named = contentWords(object, FINDING_WORDS);
  return named.length > 0 && named.every((word) => words.has(word));
}

const isAboutPerson = ({ subject }: Verdict, { personWords }: Reading) =>
  /^(?:she|he|they|the \p{L}+|)$/iu.test(subject) ||
  nameWords(subject).every((word) => personWords.has(word));

/** Plain statements of a conclusion about its own decision and person, and nothing that tells another way. */
function contradicts(text: string, decision: DecisionRead, reading: Reading): boolean {
  const { derived } = decision;
  if (derived === null) return false;
  const verdicts = verdictsIn(text);
  const opposite = derived === "able" ? "unable" : derived === "unable" ? "able" : "unable";
  if (verdicts.length === 0 || verdicts.some(({ says }) => says !== opposite)) return false;
  const isCertain = verdicts.some(
    (one) => one.isPlain && isAboutOwn(one, decision) && isAboutPerson(one, reading),
  );
  return isCertain && !agreesSomewhere(text, derived);
}

/** After such a word a text may say the opposite of its first sentence. */
const TURNS =
  /\b(?:not|no|never|neither|nor|beyond|outside|another|other|different|rather|only|but|however|though|although|yet|disagree|wrong)\b/i;

/** Words that may say what the findings say, outside of the sentences that say the opposite. */
function agreesSomewhere(text: string, derived: NonNullable<DecisionRead["derived"]>): boolean {
  const others = sentencesOf(text).filter((sentence) => verdictsIn(sentence).length === 0);
  if (derived === "able") return others.some((sentence) => HINTS_ABLE.test(sentence) || TURNS.test(sentence));
  if (derived === "unable") return HINTS_UNABLE.test(withoutQuotes(text)) || TURNS.test(withoutQuotes(text));
  return others.some((sentence) => SAYS_OPEN.test(sentence));
}

/** Words of the opposite, where no plain statement says what the findings say. */
function mayContradict(text: string, { derived }: DecisionRead): boolean {
  if (derived === null || !isAnswered(text)) return false;
  const own = withoutQuotes(text);
  const verdicts = new Set(verdictsIn(text).map(({ says }) => says));
  if (derived === "open") return verdicts.size > 0 && !SAYS_OPEN.test(own);
  if (verdicts.has(derived)) return verdicts.size > 1;
  if (verdicts.size > 0) return true;
  return derived === "able"
    ? HINTS_UNABLE.test(own) && !HINTS_ABLE.test(own)
    : !HINTS_UNABLE.test(own) && HINTS_ABLE.test(own);
}

const saysNoVerdict = (text: string) => {
  const own = withoutQuotes(text);
  return isAnswered(text) && !HINTS_UNABLE.test(own) && !HINTS_ABLE.test(own) && !SAYS_OPEN.test(own);
};

const kindsIn = (text: string) =>
  Object.keys(DECISION_KINDS).filter((kind) => DECISION_KINDS[kind]!.test(withoutQuotes(text)));

/** Kinds of decisions that a conclusion is about, where none is the one of its head. */
function strangeKinds({ own, conclusion }: DecisionRead): string[] {
  const named = kindsIn(own("decision"));
  const mine = named.length > 0 ? named : kindsIn(`${own("assessment")} ${own("information")}`);
  if (mine.length === 0 || /\b(?:this|the above) decision\b/i.test(conclusion)) return [];
  const others = [...new Set(verdictsIn(conclusion).flatMap(({ object }) => kindsIn(object)))];
  return others.length > 0 && kindsIn(conclusion).every((kind) => !mine.includes(kind)) ? others : [];
}

/** A kind of its conclusion is that of another decision of the report. */
const isOfOther = (decision: DecisionRead, { decisions }: Reading) =>
  decisions.some(
    (other) =>
      other !== decision &&
      kindsIn(other.own("decision")).some((kind) => strangeKinds(decision).includes(kind)),
  );

/** A summary of which each statement is the opposite of all findings. */
const isOppositeSummary = (text: string, reading: Reading) =>
  reading.decisions.length > 0 &&
  reading.decisions.every((decision) => contradicts(text, decision, reading)) &&
  verdictsIn(text).every(({ object }) => GENERIC_OBJECT.test(object));

/** Names with which a conclusion states who can or cannot decide, and that are not the person's. */
const strangeSubjects = ({ conclusion }: DecisionRead, reading: Reading) =>
  verdictsIn(conclusion)
    .filter((one) => !isAboutPerson(one, reading) && nameWords(one.subject).length > 0)
    .map(({ subject }) => subject);

/** A name that is nowhere else in the report, or one of another client of the author. */
function isCopiedName(subject: string, { draft, around, texts }: Reading): boolean {
  const last = nameWords(subject).at(-1)!;
  if (around.otherClients.some(({ name }) => nameWords(name).includes(last))) return true;
  const known = wordsIn(
    texts
      .filter(({ part }) => part !== "opinion")
      .map(({ text }) => text)
      .join(" "),
  );
  return !known.includes(last) && !wordsIn(draft.booked.personName).includes(last);
}

/** Faults of the conclusions and the summary, beside the findings. */
export const CONCLUSION_RULES = [
  conclusionRule("no-conclusion", "must", ({ conclusion, label }) =>
    isBlank(conclusion) || NO_WORDS.test(conclusion) ? `${label} has no conclusion.` : null,
  ),
  conclusionRule("conclusion-opposite", "must", (decision, reading) =>
    contradicts(decision.conclusion, decision, reading)
      ? `The conclusion of ${decision.label.toLowerCase()} says the opposite of its four findings.`
      : null,
  ),
  conclusionRule("conclusion-doubtful", "look", (decision, reading) =>
    !contradicts(decision.conclusion, decision, reading) && mayContradict(decision.conclusion, decision)
      ? `The conclusion of ${decision.label.toLowerCase()} may say something else than its four findings.`
      : null,
  ),
  conclusionRule("conclusion-hedged", "look", ({ conclusion, derived, label }) =>
    derived !== "open" &&
    /\b(?:might|may|could|appears? to|seems? to|possibly|perhaps)\b (?:not |well |still )*(?:have|has|lacks?|retain|be (?:un)?able)\b/i.test(
      withoutQuotes(conclusion),
    )
      ? `The conclusion of ${label.toLowerCase()} is less than a conclusion: the court asks what is more likely than not.`
      : null,
  ),
  conclusionRule("conclusion-reason", "look", ({ conclusion, label }, reading) => {
    const reason =
      /\b(?:because(?: of)?|due to|owing to|on account of) ([^,.;]+)/i.exec(conclusion)?.[1] ?? "";
    return reason !== "" && isNoImpairment(reason, reading)
      ? `The conclusion of ${label.toLowerCase()} gives age, appearance, behaviour or an unwise decision as its reason. By itself none of them is one (Mental Capacity Act, sections 1(4) and 2(3)).`
      : null;
  }),
  conclusionRule("conclusion-silent", "look", ({ conclusion, derived, label }, { name }) =>
    derived !== null && saysNoVerdict(conclusion)
      ? `The conclusion of ${label.toLowerCase()} does not say whether ${name} can make the decision.`
      : null,
  ),
  conclusionRule("conclusion-of-other", "must", (decision, reading) =>
    isOfOther(decision, reading)
      ? `The conclusion of ${decision.label.toLowerCase()} is about another decision of this report.`
      : null,
  ),
  conclusionRule("conclusion-elsewhere", "look", (decision, reading) =>
    strangeKinds(decision).length > 0 && !isOfOther(decision, reading)
      ? `The conclusion of ${decision.label.toLowerCase()} names another decision (${strangeKinds(decision).join(", ")}) than its head.`
      : null,
  ),
  conclusionRule("conclusion-other-person", "must", (decision, reading) =>
    strangeSubjects(decision, reading).some((name) => isCopiedName(name, reading))
      ? `The conclusion of ${decision.label.toLowerCase()} is about ${strangeSubjects(decision, reading)[0]}. The report is about ${reading.name}.`
      : null,
  ),
  conclusionRule("conclusion-other-name", "look", (decision, reading) => {
    const names = strangeSubjects(decision, reading);
    return names.length > 0 && !names.some((name) => isCopiedName(name, reading))
      ? `The conclusion of ${decision.label.toLowerCase()} is about ${strangeSubjects(decision, reading)[0]}. Is that ${reading.name}?`
      : null;
  }),
  conclusionRule("conclusion-other-title", "look", ({ conclusion, label }, { draft, name }) => {
    const gender = genderOf(draft.booked.personName);
    return gender !== null &&
      verdictsIn(conclusion).some(({ subject }) => genderOf(subject) !== null && genderOf(subject) !== gender)
      ? `The conclusion of ${label.toLowerCase()} has another title than ${name}.`
      : null;
  }),
  conclusionRule("conclusion-wide", "look", ({ conclusion, label }) =>
    /\b(?:capacity|decisions?) (?:generally|in general|in all (?:areas|matters|respects)|for all decisions|of any kind|in any area)\b|\b(?:no|any|all) decisions? (?:at all|whatsoever)\b/i.test(
      withoutQuotes(conclusion),
    )
      ? `The conclusion of ${label.toLowerCase()} goes further than its decision: capacity is for one decision at one time.`
      : null,
  ),
  fieldRule("summary-opposite", "must", ["opinion", "summary"], (text, reading) =>
    isOppositeSummary(text, reading) ? "The summary says the opposite of the findings." : null,
  ),
  fieldRule("summary-doubtful", "look", ["opinion", "summary"], (text, reading) => {
    const says = new Set(verdictsIn(text).map((one) => one.says));
    const derived = new Set(reading.decisions.map((one) => one.derived));
    return !isOppositeSummary(text, reading) && [...says].some((one) => !derived.has(one))
      ? "The summary may say something else than the findings."
      : null;
  }),
  rule("changed-opinion", "must", (reading) =>
    saysSomething(reading.text("opinion", "changedOpinion"))
      ? []
      : reading.decisions.map(({ own, derived, label }) => {
          const other = reading.around.earlier.find(
            (one) => one.assessment === own("assessment") && derived !== null && one.conclusion !== derived,
          );
          return (
            other && {
              part: "opinion" as const,
              field: "changedOpinion",
              message: `An earlier report (${other.reference}) came to another conclusion on ${label.toLowerCase()}. Explain why.`,
            }
          );
        }),
  ),
];
