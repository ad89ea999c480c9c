import { repeatsFinding, isNoImpairment, diagnosisIn, type AbilityRead } from "../check-reading.ts";
import { saysSomething, sentencesOf, withoutQuotes, wordsIn } from "../check-texts.ts";
import { HINTS_UNABLE } from "../check-words.ts";
import { abilityRule, isBlank } from "./rule.ts";

const saysCannot = (text: string) => HINTS_UNABLE.test(text);

const isOnlyQuestions = (text: string) =>
  /\?["”’)\s]*$/.test(text) &&
  text.split(/(?<=[.!?])\s+/).every((sentence) => /\?["”’)]*$/.test(sentence.trim()));

const evidenceIsMine = ({ finding, seen, ticked }: AbilityRead) =>
  finding === "cannot" &&
  !saysSomething(seen) &&
  ticked.length > 0 &&
  ticked.every(({ speaker }) => speaker === "assessor");

/** Faults in the finding on an ability: its reasons and what shows it. */
export const ABILITY_RULES = [
  abilityRule("ability-open", "must", "finding", ({ finding, isUnable, label, can }, { name }) =>
    finding === null && !isUnable ? `${label} does not say whether ${name} can ${can}.` : null,
  ),
  abilityRule("no-evidence", "must", "finding", ({ finding, seen, ticked, label, can }, { name }) =>
    finding === "cannot" && !saysSomething(seen) && ticked.length === 0
      ? `${label} says that ${name} cannot ${can}, but nothing shows it. Tick what was said, or write what you saw.`
      : null,
  ),
  abilityRule("only-my-question", "must", "finding", (one, { name }) =>
    evidenceIsMine(one) && one.ticked.every(({ text }) => isOnlyQuestions(text))
      ? `${one.label} says that ${name} cannot ${one.can}, and shows only what you asked. Tick what was answered, or write what you saw.`
      : null,
  ),
  abilityRule("only-my-words", "look", "finding", (one, { name }) =>
    evidenceIsMine(one) && !one.ticked.every(({ text }) => isOnlyQuestions(text))
      ? `${one.label} says that ${name} cannot ${one.can}, and shows only your own words. Does the answer show it?`
      : null,
  ),
  abilityRule("no-reasons", "must", "reasons", ({ finding, reasons, label, can }, { name }) =>
    finding === "cannot" && isBlank(reasons)
      ? `${label} gives no reasons for its finding on whether ${name} can ${can}.`
      : null,
  ),
  abilityRule("no-reasons-given", "look", "reasons", ({ finding, reasons, label, can }, { name }) =>
    finding !== null && finding !== "cannot" && isBlank(reasons)
      ? `${label} gives no reasons for its finding on whether ${name} can ${can}.`
      : null,
  ),
  abilityRule("reasons-opposite", "must", "reasons", ({ finding, reasons, label, can }, reading) =>
    saysSomething(reasons) &&
    repeatsFinding(reasons, reading) &&
    finding === "can" &&
    /\b(?:cannot|can not|can['’]t|could not|unable|not able)\b/i.test(reasons)
      ? `${label} finds that ${reading.name} can ${can}, and its reasons say that they cannot.`
      : null,
  ),
  abilityRule("reasons-repeat", "must", "reasons", ({ finding, reasons, label, can }, reading) =>
    finding === "cannot" && saysSomething(reasons) && repeatsFinding(reasons, reading)
      ? `${label} repeats its finding instead of giving reasons: say what shows that ${reading.name} cannot ${can}.`
      : null,
  ),
  abilityRule("reasons-only-repeat", "look", "reasons", ({ finding, reasons, label, can }, reading) =>
    finding !== null &&
    finding !== "cannot" &&
    saysSomething(reasons) &&
    repeatsFinding(reasons, reading) &&
    !saysCannot(reasons)
      ? `${label} repeats its finding on whether ${reading.name} can ${can}. Say what shows it.`
      : null,
  ),
  abilityRule("not-a-reason", "must", "reasons", ({ finding, reasons, label, can }, reading) =>
    finding === "cannot" && saysSomething(reasons) && isNoImpairment(reasons, reading)
      ? `${label} gives age, appearance, behaviour or an unwise decision as the only reason why somebody cannot ${can}. By itself none of them is one (Mental Capacity Act, sections 1(4) and 2(3)).`
      : null,
  ),
  abilityRule("diagnosis-early", "look", "reasons", ({ reasons, seen }, { name }) =>
    diagnosisIn(`${reasons} ${seen}`) !== undefined
      ? `You describe an illness before you have shown that ${name} cannot decide. Move it to ‘Why’.`
      : null,
  ),
  abilityRule("insight", "look", "reasons", ({ reasons, seen }, { name }) =>
    /\binsight\b(?! into\b)/i.test(withoutQuotes(`${reasons} ${seen}`))
      ? `‘Insight’ needs a sentence: insight into what, and how does it stop ${name} from weighing it up?`
      : null,
  ),
  abilityRule("disagrees", "look", "reasons", ({ reasons, finding, label, can }, { name }) =>
    finding === "cannot" &&
    /^\W*(?:\p{L}+\W+){1,4}?(?:(?:does|did|would|will) not (?:agree|accept)|disagree[sd]?|refuse[sd]?)\b[^,.;]*\W*$/iu.test(
      reasons,
    )
      ? `${label}: somebody may disagree and be able to decide. Say what shows that ${name} cannot ${can}.`
      : null,
  ),
  abilityRule("score", "look", "reasons", ({ reasons, finding, label, can }, { name }) =>
    finding === "cannot" &&
    saysSomething(reasons) &&
    sentencesOf(reasons).every((one) =>
      /\bscor(?:e|ed|es|ing)\b.*\d\s*(?:\/|out of)\s*\d|\b(?:MMSE|MoCA|ACE-III|6CIT|AMTS)\b/i.test(one),
    )
      ? `${label} has only a test’s score as a reason. Say what shows that ${name} cannot ${can} for this decision.`
      : null,
  ),
  abilityRule("protection", "look", "reasons", ({ reasons, finding, label }) =>
    finding === "cannot" &&
    /\bbest interests?\b|\bfor (?:her|his|their) own (?:good|safety)\b|\b(?:unsafe|too risky|at risk) (?:to|if|for)\b/i.test(
      withoutQuotes(reasons),
    )
      ? `${label}: what would be good or safe for the person comes after the question whether they can decide.`
      : null,
  ),
  abilityRule("unwise", "look", "reasons", ({ reasons, finding, label }, reading) =>
    finding === "cannot" &&
    /\b(?:unwise|foolish|wrong|bad) (?:decision|choice)/i.test(withoutQuotes(reasons)) &&
    !isNoImpairment(reasons, reading)
      ? `${label}: a decision is no sign of inability because it is unwise (Mental Capacity Act, section 1(4)). Say what was not understood or weighed.`
      : null,
  ),
  abilityRule("burden", "look", "reasons", ({ reasons, finding, label }) =>
    finding === "cannot" &&
    /\b(?:failed|unable|not able|did not|could not|has not) (?:to )?(?:demonstrate|prove|show|satisfy me|convince me|persuade me)\b.{0,40}\b(?:capacity|can|able|could)\b/i.test(
      withoutQuotes(reasons),
    )
      ? `${label}: nobody has to prove that they can decide (Mental Capacity Act, section 1(2)). Say what shows that they cannot.`
      : null,
  ),
  abilityRule("speaks", "look", "reasons", ({ ability, finding, ticked, reasons, label }, { draft, name }) =>
    ability === "communicate" &&
    finding === "cannot" &&
    [...ticked, ...draft.exchanges].some(
      ({ speaker, text }) => speaker === "person" && wordsIn(text).length > 2,
    ) &&
    !/\b(?:consistent|contradict\w*|settled|stable|means|mute)\b/i.test(reasons)
      ? `${label} says that ${name} cannot communicate a decision, and their words are recorded. Only somebody who can do so by no means at all cannot.`
      : null,
  ),
];
