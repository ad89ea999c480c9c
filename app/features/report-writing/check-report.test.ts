import { describe, expect, it } from "vitest";
import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import type { Answers } from "#app/features/referral/sections/fields.ts";
import { suggestedConclusion } from "./abilities.ts";
import { checkReport, type Finding, type FindingCode, type Surroundings } from "./check-report.ts";
import { contextOf, partTitle, type Draft } from "./draft.ts";
import type { Exchange } from "./exchange.ts";
import { partFields, type PartKey } from "./parts.ts";
import { TEMPLATES, type TemplateKey } from "./templates.ts";

/** Drafts of reports: sound ones, of which the check says nothing, and faulty ones with one fault each. */

const EXCHANGES: Exchange[] = [
  { id: "e1", number: 1, speaker: "assessor", text: "What does the milkman cost?", at: "10:05" },
  { id: "e2", number: 2, speaker: "person", text: "Four pounds a week. I pay him on Fridays.", at: "10:05" },
  { id: "e3", number: 3, speaker: "person", text: "My son takes the money. It is all his now.", at: "10:20" },
  { id: "e4", number: 4, speaker: "seen", text: "Read the bank statement upside down.", at: "" },
];

const INSTRUCTION: Answers = {
  template: "narrative",
  instructedBy: "Okoro & Lane, solicitors",
  questions: "Whether she can decide to sell 4 Elm Road.",
  authorName: "Tom Reed",
  authorRole: "Social worker, SWE 12345",
  qualifications: "Twelve years of assessments in hospitals and at home.",
};

const PERSON: Answers = {
  personName: "Mrs Ann Hale",
  dateOfBirth: "1941-03-27",
  visitedOn: "4 March 2027, 10:00–11:30",
  place: "Oak House",
  conducted: "in-person",
  identity: "Named by the ward’s nurse",
  engaged: "yes",
};

const ABLE: Answers = {
  decision: "Whether to sell 4 Elm Road and move to Oak House.",
  timing: "once",
  assessment: "property-finance",
  test: EXPLANATIONS["property-finance"].test,
  information: "what the house is worth\nwhat the move costs\nwhere she would live",
  support: "A quiet room, in the morning, with large print.",
  understand: "can",
  understandReasons: "She said in her own words what would be sold, and for how much.",
  understandEvidence: ["e2"],
  retain: "can",
  retainReasons: "She repeated the price after half an hour.",
  weigh: "can",
  weighReasons: "She compared the cost of the stairs with the garden that she would miss.",
  communicate: "can",
  communicateReasons: "She spoke clearly throughout.",
};

const UNABLE: Answers = {
  ...ABLE,
  weigh: "cannot",
  weighReasons: "She named no disadvantage, and came back to her son at each question.",
  weighEvidence: ["e3"],
  impairment: "A disturbance of memory and planning.",
  diagnosis: "formal",
  diagnosisSource: "Letter of Dr Lane, 2 February 2027: vascular dementia",
  becauseOf: "Because she loses the thread within a minute, she cannot set one option against another.",
  otherCauses: "Pressure was excluded: she was alone, and said the same on the phone.",
  mayReturn: "no",
};

const SOURCES: Answers = { read: "Letter of Dr Lane, 2 February 2027\nBank statements of 2026" };

const OPINION: Answers = {
  summary: "Mrs Hale understood what the sale means.",
  range: "Some colleagues would have visited twice. One visit gave a clear picture.",
  declaration: TEMPLATES.court.declaration,
};

const NOBODY: Surroundings = { otherClients: [], earlier: [], undrawable: () => [] };

type Changes = Partial<Record<PartKey, Answers | null>>;

/** The sound draft about one decision, with changes to the answers of some parts; null: the part is not written. */
function draftWith(decision: Answers, changes: Changes = {}, booked = ["property-finance"]): Draft {
  const parts: Record<string, Answers> = {
    instruction: INSTRUCTION,
    person: PERSON,
    "decision-1": decision,
    sources: SOURCES,
    opinion: { ...OPINION, conclusion1: suggestedConclusion(decision, "Mrs Ann Hale") },
  };
  for (const [key, answers] of Object.entries(changes)) {
    if (answers === null) delete parts[key];
    else parts[key] = { ...parts[key], ...answers };
  }
  const assessments = booked.map((id) => ({ id, name: id }));
  return {
    reference: "CAP-2027-0001",
    booked: { personName: "Mrs Ann Hale", dateOfBirth: "1941-03-27", assessments },
    exchanges: EXCHANGES,
    parts,
  };
}

const found = (draft: Draft, surroundings = NOBODY) =>
  checkReport(draft, surroundings).map(
    ({ code, level, part, field }: Finding) => `${level} ${code} ${part} ${field}`,
  );

const of = (assessment: keyof typeof EXPLANATIONS, answers: Answers): Answers => ({
  ...answers,
  assessment,
  test: EXPLANATIONS[assessment].test,
  information: EXPLANATIONS[assessment].needsToHear.join("\n"),
});
const as = (template: TemplateKey): Changes => ({ instruction: { template } });
const second = (answers: Answers): Changes => ({
  "decision-2": answers,
  opinion: { conclusion2: suggestedConclusion(answers, "Mrs Ann Hale") },
});
const NOT_REACHED: Answers = {
  ...ABLE,
  weigh: "not-reached",
  weighReasons: "She was tired, and we stopped.",
};

const SOUND: [string, Draft][] = [
  ["a report in full on money: able", draftWith(ABLE)],
  ["a report in full on money: unable", draftWith(UNABLE)],
  [
    "beside form COP3, on care: unable",
    draftWith(of("health-welfare", UNABLE), as("cop3"), ["health-welfare"]),
  ],
  [
    "an expert report to a court, on a sale: able",
    draftWith(of("capacity-sell-property", ABLE), as("court"), ["capacity-sell-property"]),
  ],
  [
    "on conducting proceedings: unable",
    draftWith(of("capacity-litigate", UNABLE), as("litigation"), ["capacity-litigate"]),
  ],
  ["on a will: able", draftWith(of("capacity-will", ABLE), as("will"), ["capacity-will"])],
  ["a short letter on a gift: able", draftWith(of("capacity-gift", ABLE), as("letter"), ["capacity-gift"])],
  [
    "on a purchase: could not be established",
    draftWith(of("capacity-buy-property", NOT_REACHED), {}, ["capacity-buy-property"]),
  ],
  [
    "on both powers of attorney, with the same reasons and evidence",
    draftWith(of("lpa-property-affairs", ABLE), second(of("lpa-health-welfare", ABLE)), [
      "lpa-property-affairs",
      "lpa-health-welfare",
    ]),
  ],
  [
    "on another decision: able",
    draftWith(of("other", { ...ABLE, decision: "Whether to marry Mr Pike." }), {}, ["other"]),
  ],
  [
    "by video, with the reason",
    draftWith(ABLE, {
      person: { conducted: "remote", remoteWhy: "She asked for it. Her nurse was in the room." },
    }),
  ],
  [
    "of somebody who did not take part, with what was tried",
    draftWith(NOT_REACHED, { person: { engaged: "no", tried: "Two visits, her daughter, pictures." } }),
  ],
];

describe("the check says nothing of a sound draft:", () => {
  it.each(SOUND)("%s", (_what, draft) => {
    expect(found(draft)).toEqual([]);
  });
});

const LONG = "one word and another ".repeat(101);
const OKAFOR = { ...NOBODY, otherClients: ["Mrs Grace Okafor"] };
const D = "decision-1";
const again = (answers: Answers): Draft => draftWith(ABLE, second(answers));

type Row = [
  fault: string,
  draft: Draft,
  found: `${"must" | "look"} ${FindingCode} ${string}`,
  around?: Surroundings,
];

const FAULTY: Row[] = [
  [
    "the instruction is not written",
    draftWith(ABLE, { instruction: null }),
    "must not-written instruction template",
  ],
  ["the visit is not written", draftWith(ABLE, { person: null }), "must not-written person personName"],
  ["the sources are not written", draftWith(ABLE, { sources: null }), "must not-written sources read"],
  ["the opinion is not written", draftWith(ABLE, { opinion: null }), "must not-written opinion conclusion1"],
  ["no decision", draftWith({ ...ABLE, decision: "" }), `must no-decision ${D} decision`],
  [
    "no relevant information",
    draftWith({ ...ABLE, information: "\n- \n" }),
    `must no-information ${D} information`,
  ],
  [
    "too much information",
    draftWith({ ...ABLE, information: "a line\n".repeat(13) }),
    `must too-much-information ${D} information`,
  ],
  ["cannot without evidence", draftWith({ ...UNABLE, weighEvidence: [] }), `must no-evidence ${D} weigh`],
  [
    "evidence of another visit",
    draftWith({ ...UNABLE, weighEvidence: ["elsewhere"] }),
    `must no-evidence ${D} weigh`,
  ],
  ["cannot without reasons", draftWith({ ...UNABLE, weighReasons: "" }), `must no-reasons ${D} weighReasons`],
  ["cannot without support", draftWith({ ...UNABLE, support: "" }), `must no-support ${D} support`],
  [
    "unable without an impairment",
    draftWith({ ...UNABLE, impairment: "" }),
    `must no-impairment ${D} impairment`,
  ],
  ["unable without “because of”", draftWith({ ...UNABLE, becauseOf: "" }), `must no-cause ${D} becauseOf`],
  [
    "one ability left open",
    draftWith({ ...ABLE, retain: "", retainReasons: "" }, { opinion: { conclusion1: "She can decide." } }),
    `must ability-open ${D} retain`,
  ],
  [
    "no conclusion",
    draftWith(ABLE, { opinion: { conclusion1: "" } }),
    "must no-conclusion opinion conclusion1",
  ],
  [
    "by video without a reason",
    draftWith(ABLE, { person: { conducted: "remote" } }),
    "must remote person remoteWhy",
  ],
  [
    "no word on how they met",
    draftWith(ABLE, { person: { conducted: "" } }),
    "must unanswered person conducted",
  ],
  [
    "no word on who the person is",
    draftWith(ABLE, { person: { identity: "" } }),
    "must unanswered person identity",
  ],
  ["no day of the visit", draftWith(ABLE, { person: { visitedOn: "" } }), "must unanswered person visitedOn"],
  [
    "took no part, and nothing was tried",
    draftWith(ABLE, { person: { engaged: "no" } }),
    "must not-engaged person tried",
  ],
  [
    "another name",
    draftWith(ABLE, { person: { personName: "Mrs Joan Hale" } }),
    "must other-name person personName",
  ],
  [
    "another date of birth",
    draftWith(ABLE, { person: { dateOfBirth: "1941-04-27" } }),
    "must other-birth person dateOfBirth",
  ],
  [
    "no author",
    draftWith(ABLE, { instruction: { authorName: "" } }),
    "must unanswered instruction authorName",
  ],
  [
    "another client by full name",
    draftWith(ABLE, { sources: { spokenTo: "The nurse of Grace Okafor" } }),
    "must other-client sources spokenTo",
    OKAFOR,
  ],
  [
    "another client by title",
    draftWith({ ...ABLE, wishes: "Mrs Okafor wants to stay." }),
    `must other-client ${D} wishes`,
    OKAFOR,
  ],
  [
    "a gap of crosses",
    draftWith({ ...ABLE, wishes: "Mrs XX wants to move." }),
    `must placeholder ${D} wishes`,
  ],
  [
    "a gap in brackets",
    draftWith(ABLE, { opinion: { summary: "[name of client] can decide." } }),
    "must placeholder opinion summary",
  ],
  ["a gap to be confirmed", draftWith(ABLE, { person: { place: "TBC" } }), "must placeholder person place"],
  [
    "a court report without instruction",
    draftWith(ABLE, { instruction: { template: "court", questions: "" } }),
    "must court instruction questions",
  ],
  [
    "… without qualifications",
    draftWith(ABLE, { instruction: { template: "court", qualifications: "" } }),
    "must court instruction qualifications",
  ],
  [
    "… without sources",
    draftWith(ABLE, { ...as("court"), sources: { read: "" } }),
    "must court sources read",
  ],
  [
    "… without range of opinion",
    draftWith(ABLE, { ...as("court"), opinion: { range: "" } }),
    "must court opinion range",
  ],
  [
    "… without declaration",
    draftWith(ABLE, { ...as("court"), opinion: { declaration: "" } }),
    "must court opinion declaration",
  ],
  [
    "another conclusion than an earlier report, unexplained",
    draftWith(ABLE),
    "must changed-opinion opinion changedOpinion",
    {
      ...NOBODY,
      earlier: [{ assessment: "property-finance", conclusion: "unable", reference: "CAP-1" }],
    },
  ],
  [
    "a decision without an object",
    draftWith({ ...ABLE, decision: "Make decisions generally" }),
    `look no-object ${D} decision`,
  ],
  [
    "a diagnosis before the inability",
    draftWith({ ...UNABLE, weighReasons: "Her dementia stops her." }),
    `look diagnosis-early ${D} weighReasons`,
  ],
  [
    "“insight” alone",
    draftWith({ ...UNABLE, weighReasons: "She has no insight." }),
    `look insight ${D} weighReasons`,
  ],
  [
    "an impairment although able",
    draftWith({ ...ABLE, impairment: "Memory loss" }),
    `look impairment-though-able ${D} impairment`,
  ],
  ["can without reasons", draftWith({ ...ABLE, retainReasons: "" }), `look no-reasons ${D} retainReasons`],
  [
    "two decisions with the same reasons",
    again({ ...ABLE, decision: "Whether to give her car away." }),
    "look same-reasons decision-2 understandReasons",
  ],
  [
    "one exchange for can and cannot",
    draftWith(
      { ...ABLE, weighEvidence: ["e3"] },
      second({
        ...UNABLE,
        understandReasons: "Other words about the car.",
        decision: "Whether to give her car away.",
      }),
    ),
    "look same-exchange decision-2 weigh",
  ],
  ["a long summary", draftWith(ABLE, { opinion: { summary: LONG } }), "look long-summary opinion summary"],
  ["no summary", draftWith(ABLE, { opinion: { summary: "" } }), "look no-summary opinion summary"],
  [
    "a report of more than 12 pages",
    draftWith(ABLE, { person: { background: LONG.repeat(14) } }),
    "look long-report opinion summary",
  ],
  [
    "the test of an assessment that is not booked",
    draftWith(of("capacity-will", ABLE)),
    `look other-test ${D} assessment`,
  ],
  [
    "able, and the conclusion says unable",
    draftWith(ABLE, { opinion: { conclusion1: "She lacks capacity to sell." } }),
    "look conclusion-opposite opinion conclusion1",
  ],
  [
    "unable, and the conclusion says able",
    draftWith(UNABLE, { opinion: { conclusion1: "She has capacity to sell." } }),
    "look conclusion-opposite opinion conclusion1",
  ],
];

describe("the check finds the one fault of a draft:", () => {
  it.each(FAULTY)("%s", (_fault, draft, finding, around = NOBODY) => {
    expect(found(draft, around)).toEqual([finding]);
  });

  it("knows more than forty faults", () => {
    expect(FAULTY.length).toBeGreaterThanOrEqual(40);
    expect(SOUND.length).toBe(12);
  });
});

const LEVELS = { must: "stops the sending", look: "to look at" } as const;

/** The place to which a finding's link leads: the part, and the label of the field. */
function placeOf(draft: Draft, { part, field }: Finding): string {
  const asked = partFields(
    part,
    contextOf({ ...draft, parts: { ...draft.parts, [part]: draft.parts[part] ?? {} } }),
  );
  const label = asked.find(({ name }) => name === field)?.label ?? field;
  return `${partTitle(draft, part).split(":")[0]}, “${label}”`;
}

const cells = (...texts: string[]) => `| ${texts.map((text) => text.replaceAll("|", "/")).join(" | ")} |`;

/** The two tables above for somebody who reads no code. */
function readableTables(): string {
  const faults = FAULTY.map(([fault, draft, , around = NOBODY]) => {
    const [finding] = checkReport(draft, around);
    return cells(fault, finding!.message, LEVELS[finding!.level], placeOf(draft, finding!));
  });
  return `# What the check of a report finds

For a senior assessor to read, and to correct: \`app/features/report-writing/check-report.test.ts\` writes this file, and
fails when the check says something else. Each draft has this one fault; the check says this one sentence, and its link
leads to this place. The person is Mrs Ann Hale, born on 27 March 1941.

| A draft with this fault | What its author reads | It | The link leads to |
|---|---|---|---|
${faults.join("\n")}

Of these drafts the check says nothing:

${SOUND.map(([what]) => `- ${what}`).join("\n")}
`;
}

it("is written down for a senior assessor to read", async () => {
  await expect(readableTables()).toMatchFileSnapshot("../../../docs/report-check.md");
});

it.each([
  ["a last name that the person has, too", "Mr Hale came later.", "Mr Bob Hale"],
  ["a first name alone", "Grace was kind.", "Mrs Grace Okafor"],
  ["the person under a name of another booking", "Mrs Ann Hale said so.", "Ann Hale"],
])("%s is no copied report", (_what, wishes, client) => {
  expect(found(draftWith({ ...ABLE, wishes }), { ...NOBODY, otherClients: [client] })).toEqual([]);
});
