import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import { savePart, startDraft } from "#app/features/report-writing/drafts.server.ts";
import type { TypedExchange } from "#app/features/report-writing/exchange-schema.ts";
import { addExchange, exchangesOfBooking } from "#app/features/report-writing/exchanges.server.ts";
import { openDraft } from "#app/features/report-writing/open-draft.server.ts";
import { genderOf } from "#app/features/report-writing/check-texts.ts";
import { fieldsOfPart } from "#app/features/report-writing/part-page.server.ts";
import { partKeys, textOf } from "#app/features/report-writing/draft.ts";
import { readKnownFacts } from "#app/features/report-writing/known-facts.server.ts";
import { shownAnswers, suggestionsFor, testOf } from "#app/features/report-writing/prefill.ts";
import { isDecisionKey, type PartKey } from "#app/features/report-writing/parts.ts";
import { formatDate } from "#app/platform/dates.ts";
import { sendDraft } from "#app/features/report-writing/check-page.server.ts";

const SAID: TypedExchange[] = [
  { speaker: "assessor", text: "What does the milkman cost you?", at: "10:05" },
  { speaker: "person", text: "Four pounds a week. I pay him on Fridays, from the jar.", at: "10:05" },
  { speaker: "seen", text: "Took the jar down and counted four pounds without help.", at: "10:07" },
  {
    speaker: "person",
    text: "The big money? My son sees to that. I would not know where to begin.",
    at: "10:20",
  },
];

const FINDINGS: Answers = {
  support: "Mid-morning, at her own table, with the bank statement in large print.",
  understand: "can",
  understandReasons: "She said in her own words what comes in and what must be paid.",
  retain: "can",
  retainReasons: "She named the amounts again after half an hour.",
};

/** The words of a visit, and a report that is begun: its first decision is half done. */
export async function seedWriting(deps: Deps, visitId: string, by: ActedByRequest): Promise<void> {
  for (const [index, exchange] of SAID.entries())
    await addExchange(deps, { visitId, by, key: `seed-${index}`, exchange });
  await startDraft(deps, { visitId, by });
  const opened = await openDraft(deps, visitId, by, { toSave: true });
  if (opened?.kind !== "open") throw new Error("A demonstration report cannot be begun.");
  const [, said] = await exchangesOfBooking(deps, opened.booking.id);
  const save = async (key: PartKey, answers: Answers) => {
    const part = { key, fields: fieldsOfPart(opened, key), save: { answers, saveIds: [] } };
    await savePart(deps, { visitId, by }, part);
  };
  const test = testOf(textOf(opened.draft, "decision-1", "assessment"));
  const typed = { ...decisionOf(opened.draft.parts["decision-1"] ?? {}), ...FINDINGS };
  await save("decision-1", {
    ...test,
    ...aboutPerson(typed, opened.draft.booked.personName),
    understandEvidence: [said!.id],
  });
}

/** All that an assessor types and chooses for one decision that the person cannot make. */
export const WHOLE_REPORT: Partial<Record<PartKey, Answers>> = {
  instruction: { qualifications: "Twelve years of assessments." },
  person: { conducted: "in-person", identity: "Named by the nurse, and by her bank card.", engaged: "yes" },
  "decision-1": {
    timing: "once",
    support: "Mid-morning, at her own table, with large print.",
    understand: "can",
    retain: "can",
    weigh: "cannot",
    communicate: "can",
    understandReasons: "She said in her own words what comes in and what must be paid.",
    retainReasons: "She named the amounts again after half an hour.",
    weighReasons: "She came back to her son at each question, and named no disadvantage.",
    weighSeen: "Pushed the statement away when asked what she would lose.",
    communicateReasons: "She spoke clearly throughout.",
    impairment: "A loss of memory, seen over three years.",
    diagnosis: "none",
    becauseOf: "She loses the thread before she can set one option against another.",
    mayReturn: "no",
  },
  sources: { read: "Bank statements of the last three months" },
  opinion: {
    summary: "She knows what comes in and what is paid. She cannot weigh up larger sums.",
    range: "Another assessor may say that she weighs them up with help. She had help, and could not.",
  },
};

/** Answers that an assessor types for a decision about something else than money, which the person can make. */
const ABLE_REPORT: Partial<Record<PartKey, Answers>> = {
  ...WHOLE_REPORT,
  "decision-1": {
    timing: "once",
    support: "Two short visits to the room, pictures, and no hurry.",
    understand: "can",
    retain: "can",
    weigh: "can",
    communicate: "can",
    understandReasons: "She said in her own words what is to be decided, and what follows from each way.",
    retainReasons: "She came back to both ways after a cup of tea, without help.",
    weighReasons: "She named what speaks against her wish, and why she still holds to it.",
    communicateReasons: "She said so three times, each time the same.",
    wishes: "“I have made up my mind, and I can tell you why.”",
  },
  opinion: {
    summary: "She knows what is to be decided, has weighed it up, and says what she wants.",
    range: "Another assessor may ask for more on what she remembers. She gave the same answer twice.",
  },
};

/** Answers that suit the test of a booking's first assessment. */
export const reportAbout = (assessment: string) =>
  assessment === "property-finance" ? WHOLE_REPORT : ABLE_REPORT;

/** A decision of each kind, for bookings whose referral names none. */
const DECISIONS: Readonly<Record<string, string>> = {
  "property-finance": "Whether to let her son pay the larger bills from her account.",
  "health-welfare": "Whether to move to the ground floor of Oak House.",
  "capacity-litigate": "Whether to instruct a solicitor in the claim about the fall in May.",
  "capacity-gift": "Whether to give the garden to her niece.",
  "capacity-sell-property": "Whether to sell 4 Elm Road.",
  "capacity-buy-property": "Whether to buy the flat at Quay Court.",
};
const OTHER_DECISION = "Whether to sign the agreement of 1 March.";

type Target = { visitId: string; by: ActedByRequest };

async function openOwn(deps: Deps, { visitId, by }: Target) {
  const opened = await openDraft(deps, visitId, by, { toSave: true });
  if (opened?.kind !== "open") throw new Error("A demonstration report cannot be written.");
  return opened;
}

const HIS: Readonly<Record<string, string>> = { she: "he", She: "He", her: "his", Her: "His" };

/** The answers about this person: a Mr is no “she”. */
const aboutPerson = (answers: Answers, name: string): Answers =>
  genderOf(name) === "he"
    ? Object.fromEntries(
        Object.entries(answers).map(([field, answer]) => [
          field,
          typeof answer === "string"
            ? answer.replaceAll(/\b(?:she|her)\b/gi, (word) => HIS[word] ?? word)
            : answer,
        ]),
      )
    : answers;

/** Writes a whole report with what the product fills in and these answers; each decision gets those of the first. */
export async function writeWholeReport(
  deps: Deps,
  target: Target,
  typed: Partial<Record<PartKey, Answers>> = WHOLE_REPORT,
): Promise<void> {
  await startDraft(deps, target);
  for (const key of partKeys((await openOwn(deps, target)).draft)) {
    const opened = await openOwn(deps, target);
    const { facts } = await readKnownFacts(deps, opened.booking, opened.visit.assessor_id);
    const isSaved = (opened.saved.parts[key]?.version ?? 0) > 0;
    const shown = shownAnswers(opened.draft, facts, key, isSaved);
    const own = aboutPerson(
      {
        ...(isDecisionKey(key) && decisionOf(shown)),
        ...(key === "person" && !shown["visitedOn"] && { visitedOn: formatDate(opened.visit.day) }),
        ...typed[isDecisionKey(key) ? "decision-1" : key],
      },
      opened.draft.booked.personName,
    );
    const part = {
      key,
      fields: fieldsOfPart(opened, key),
      save: {
        answers: { ...shown, ...own },
        saveIds: [],
        suggested: suggestionsFor(opened.draft, facts, key),
      },
    };
    const saved = await savePart(deps, target, part);
    if (!("saved" in saved)) throw new Error(`A demonstration report was not saved: ${key}`);
  }
}

/** The decision, where the referral states none. */
const decisionOf = ({ decision, assessment }: Answers): Answers =>
  decision ? {} : { decision: DECISIONS[String(assessment)] ?? OTHER_DECISION };

/** Sends a written report for review. */
export async function sendWholeReport(deps: Deps, target: Target, declaredName = "Priya Nair") {
  const opened = await openOwn(deps, target);
  const sending = { opened, by: target.by, kind: "report", declaredName } as const;
  const refused = await sendDraft(deps, sending);
  if (refused) throw new Error(refused.refusal);
}
