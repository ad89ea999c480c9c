import { describe, expect, it } from "vitest";
import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import {
  aroundOf,
  CASE_NAMES,
  draftOf,
  type Around,
  type CaseName,
  type Changes,
} from "#tests/setup/check-cases.ts";
import { checkReport, type Finding, type FindingCode } from "./check-report.ts";
import { contextOf, partTitle, type Draft, type Moved } from "./draft.ts";
import { partFields } from "./parts.ts";
import { TEMPLATES } from "./templates.ts";

/** Whole drafts: sound ones, which nothing stops, and faulty ones, whose fault is found at its field. */

type Sound = [what: string, name: CaseName, changes: Changes, around?: Around];

const first = (answers: Changes["decision-1"]): Changes => ({ "decision-1": answers ?? {} });
const person = (answers: Changes["person"]): Changes => ({ person: answers ?? {} });
const opinion = (answers: Changes["opinion"]): Changes => ({ opinion: answers ?? {} });
const sources = (answers: Changes["sources"]): Changes => ({ sources: answers ?? {} });

const clients = (...all: [name: string, reference: string][]): Around => ({
  otherClients: all.map(([name, reference]) => ({ name, reference })),
});
const OKAFOR = clients(["Mrs Grace Okafor", "MCA-AAAA-3333"]);
const ARTHUR = clients(["Mr Arthur Tanner", "MCA-CCCC-4444"]);

/** Neighbours of the faults below: what looks like one, and is none. */
const SOUND: readonly Sound[] = [
  // Neighbours of what a strict second reader asks about
  [
    "reasons with a fee “above” another",
    "hale",
    first({ weighReasons: "She could name the fee above the one she pays now, and nothing else." }),
  ],
  [
    "support by somebody, with what they did",
    "hale",
    first({ support: "Support was given by her niece, who read each page aloud." }),
  ],
  [
    "all practicable steps, and which",
    "hale",
    first({ support: "All practicable steps were taken: a quiet room, large print, her glasses." }),
  ],
  [
    "a cause that begins with “See how”",
    "hale",
    first({ becauseOf: "See how she lost the price each time: new figures leave her within a minute." }),
  ],
  [
    "a disagreement, and what was not weighed",
    "hale",
    first({
      weighReasons: "She does not agree with her son about the price, and could not say why it matters.",
    }),
  ],
  [
    "the score of a match",
    "hale",
    first({ weighReasons: "Asked for the score of the match she knew it. Asked for the fee she did not." }),
  ],
  [
    "a visit of two hours of the clock on one day",
    "hale",
    person({ visitedOn: "4 March 2027, 10:00–11:30 and 14:00–14:40" }),
  ],
  ["a visit from a.m. to p.m.", "hale", person({ visitedOn: "4 March 2027, 11.30 a.m. to 1 p.m." })],
  ["a visit with its day of the week", "hale", person({ visitedOn: "Thursday 4 March 2027, 10:00" })],
  ["an author with the person’s first name", "hale", { instruction: { authorName: "Ann Reed" } }],
  [
    "able for what she wears, unable for the house, in a summary",
    "hale",
    opinion({
      summary:
        "Mrs Hale has capacity to choose what she wears and eats. She lacks capacity to sell 4 Elm Road.",
    }),
  ],
  [
    "unable, and able to say where she wishes to live",
    "hale",
    opinion({
      conclusion1:
        "Mrs Hale lacks capacity to decide whether to sell 4 Elm Road and move to Oak House. She has capacity to say where she wishes to live meanwhile.",
    }),
  ],
  [
    "a conclusion in which age plays no part",
    "hale",
    opinion({
      conclusion1:
        "On the balance of probabilities Mrs Hale lacks capacity to sell 4 Elm Road; her age plays no part in this.",
    }),
  ],
  [
    "unable, and may regain it",
    "hale",
    opinion({
      conclusion1: "Mrs Hale lacks capacity to sell 4 Elm Road, and may regain it after treatment.",
    }),
  ],
  [
    "an impairment named beside an age",
    "hale",
    first({ impairment: "Mild cognitive impairment, in an 85-year-old woman." }),
  ],
  [
    "a form’s gap in words that were read aloud",
    "hale",
    first({
      weighReasons: "She read the form’s “[name of client]” aloud and asked who that was, and named no cost.",
    }),
  ],
  [
    "an outlook that waits for a scan",
    "hale",
    first({ mayReturnWhy: "The scan is to be completed by the clinic in June." }),
  ],
  // Nothing that looks like “nothing”
  [
    "support that was not needed, with the reason",
    "grant",
    first({ support: "None beyond Des and the coins: he wanted no pictures." }),
  ],
  ["“none” as an answer about what was read", "brook", sources({ read: "None." })],
  ["no range of opinion, said so before a court", "novak", opinion({ range: "There is none." })],
  ["reasons of three words that are not the finding", "khan", first({ retainReasons: "He repeated it." })],
  ["an identity confirmed in one word", "marsh", person({ identity: "Wristband" })],
  [
    "a reason that says “cannot” and why",
    "adeyemi",
    first({ understandReasons: "He cannot tell which of two prices is larger." }),
  ],
  [
    "an observation as the only evidence",
    "hale",
    first({ weighEvidence: [], weighSeen: "Folded the list of costs into a boat." }),
  ],
  ["the assessor’s question ticked beside the answer", "okonjo", first({ retainEvidence: ["e1", "e2"] })],
  [
    "the assessor’s account as evidence, beside a sight",
    "brook",
    first({ understandEvidence: ["e2", "e3"] }),
  ],
  // Impairment and cause
  [
    "an impairment of an old person, named",
    "whitlock",
    { "decision-2": { impairment: "Alzheimer’s disease of old age." } },
  ],
  [
    "an impairment by its signs, without a diagnosis",
    "grant",
    first({
      impairment: "He has never been able to read a number above five.",
      diagnosis: "none",
      diagnosisSource: "",
    }),
  ],
  [
    "self-neglect that comes from an illness of the frontal lobes",
    "okonjo",
    first({ impairment: "Behaviour changed by injury of the frontal lobes; she neglects herself." }),
  ],
  [
    "a cause that names the impairment and what follows",
    "whitlock",
    { "decision-2": { becauseOf: "Because of Alzheimer’s disease she cannot retain that shares fall." } },
  ],
  ["a cause of few words", "brook", first({ becauseOf: "The delirium hides from him where he is." })],
  [
    "an impairment in the words of a chromosome",
    "grant",
    first({ impairment: "Learning disability with a karyotype of 47,XXX." }),
  ],
  [
    "an unwise decision that is respected",
    "khan",
    opinion({ conclusion1: "He has capacity to decide on this gift. It is an unwise decision, and his." }),
  ],
  [
    "an unwise decision among other things",
    "silva",
    first({
      weighReasons:
        "She makes unwise decisions only about food; with the plate before her the risk she had just explained was gone.",
    }),
  ],
  [
    "age in the summary",
    "farrow",
    opinion({ summary: "Her age is no reason to doubt her, and nothing else is." }),
  ],
  ["the last day to look again is today", "brook", first({ lookAgainOn: "2027-03-20" })],
  ["the last day to look again is in five years", "brook", first({ lookAgainOn: "2032-03-20" })],
  ["no day to look again", "adeyemi", first({ lookAgainOn: "" })],
  // Gaps, brackets, pronouns
  [
    "an editor’s [sic] in a quotation",
    "whitlock",
    first({ understandReasons: "She wrote “I payd [sic] the gas on Munday [sic]” beside the entry." }),
  ],
  [
    "an editor’s bracket for a name in a quotation",
    "hale",
    first({ wishes: "“When he [name of her son] comes, I sign.”" }),
  ],
  [
    "brackets with an editor’s words",
    "sutcliffe",
    sources({ read: "Draft will of 1 February 2027 [client’s copy]\nLetter [date illegible]" }),
  ],
  [
    "a sale that is to be completed in June",
    "sutcliffe",
    person({ background: "The sale of the boat is to be completed in June." }),
  ],
  [
    "something that others have to confirm",
    "pryce",
    sources({ ownFacts: "The rent is to be confirmed by the landlord." }),
  ],
  ["a Roman number", "novak", sources({ ownFacts: "Chapter XX of the code was read to me." })],
  [
    "a case with an anonymised name",
    "okonjo",
    first({ test: "Mental Capacity Act 2005; compare Re XX, and CC v KK." }),
  ],
  [
    "“he/she” in words of a form that are quoted",
    "pryce",
    sources({ ownFacts: "The form asks “whether he/she can keep himself/herself safe”." }),
  ],
  [
    "a form described with “he or she”",
    "farrow",
    { "decision-2": { notNeeded: "The form asks whether he or she has a religion. She has none." } },
  ],
  [
    "braces in words that are quoted",
    "lindqvist",
    sources({ ownFacts: "The landlord’s letter began “Dear {{firstName}}”, and Robin laughed." }),
  ],
  [
    "question marks of somebody’s own writing",
    "marsh",
    sources({ ownFacts: "A note in the chart: “drowsy??? review”." }),
  ],
  [
    "a line that the person drew",
    "brook",
    first({ understandSeen: "Asked to sign he drew this: “______”." }),
  ],
  // Other people
  ["a wife’s report that names her husband, a client too", "tanner", {}, ARTHUR],
  [
    "… and the reference of his report",
    "tanner",
    sources({ ownFacts: "His is report MCA-CCCC-4444." }),
    ARTHUR,
  ],
  ["a nurse with the name of a client", "brook", sources({ spokenTo: "Grace Okafor, ward nurse" }), OKAFOR],
  [
    "an earlier report about the same person, by its reference",
    "sutcliffe",
    sources({ ownFacts: "I rely on MCA-9999-AAAA of 2026." }),
    { earlier: [{ assessment: "capacity-will", conclusion: "able", reference: "MCA-9999-AAAA, version 1" }] },
  ],
  [
    "the same person’s other booking",
    "grant",
    sources({ ownFacts: "See also MCA-7777-CCCC." }),
    clients(["Owen Grant", "MCA-7777-CCCC"]),
  ],
  [
    "a conclusion under a name that she had before",
    "whitlock",
    {
      person: { background: "Born Joan Pell." },
      opinion: { conclusion1: "Mrs Pell has capacity to pay her household bills." },
    },
  ],
  [
    "a conclusion that says “she”",
    "farrow",
    opinion({ conclusion1: "She has capacity to make this decision." }),
  ],
  [
    "another conclusion than before, explained",
    "khan",
    opinion({ changedOpinion: "In 2025 he was drinking. He is sober now." }),
    { earlier: [{ assessment: "capacity-gift", conclusion: "unable", reference: "MCA-9999-CCCC" }] },
  ],
  // Names and dates
  ["a name with a middle name and without a title", "adeyemi", person({ personName: "Tunde Olu Adeyemi" })],
  [
    "a visit in figures, over two days of one record",
    "whitlock",
    person({ visitedOn: "12.03.2027 and, by phone, 28 December 2026" }),
  ],
  ["a visit that is dated without its year", "hale", person({ visitedOn: "4 March, from ten" })],
  [
    "the husband’s date of birth",
    "tanner",
    person({ background: "Her husband, born on 2 May 1938, gardens." }),
  ],
  ["a document about a day to come", "okonjo", sources({ read: "Notice of the hearing on 4 June 2027" })],
  // Conclusions
  [
    "able: nothing shows the opposite",
    "pryce",
    opinion({ conclusion1: "I found no evidence that he lacks capacity to decide where to live." }),
  ],
  [
    "able: not shown that she cannot",
    "farrow",
    opinion({ conclusion2: "It has not been shown that Miss Farrow is unable to make this decision." }),
  ],
  [
    "able: others say the opposite",
    "khan",
    opinion({ conclusion1: "The bank says that he lacks capacity. I disagree: he can decide on the gift." }),
  ],
  [
    "able for this, unable for more",
    "sutcliffe",
    opinion({
      conclusion1:
        "Mr Sutcliffe has capacity to sign this will. He lacks capacity to run a trust, which nobody asks of him.",
    }),
  ],
  [
    "able with help alone",
    "lindqvist",
    opinion({ conclusion1: "Robin cannot decide alone, but with the support described above decides well." }),
  ],
  [
    "able: does not lack capacity",
    "novak",
    opinion({ conclusion1: "Mr Novak does not lack capacity to marry." }),
  ],
  [
    "unable: what she can decide is named first",
    "hale",
    opinion({
      conclusion1:
        "Mrs Hale can decide what she wears and whom she sees. She cannot decide whether to sell the house.",
    }),
  ],
  [
    "unable: she can say something about the same house",
    "hale",
    opinion({
      conclusion1:
        "Mrs Hale is capable of saying what she likes about Oak House; weighing the sale is beyond her.",
    }),
  ],
  [
    "unable: one half of the decision is hers",
    "hale",
    opinion({ conclusion1: "Mrs Hale can decide to move to Oak House. The sale is beyond her." }),
  ],
  [
    "able: one may not say the opposite",
    "sutcliffe",
    opinion({ conclusion1: "I cannot say that Mr Sutcliffe lacks capacity for the draft will." }),
  ],
  [
    "unable: capacity is absent",
    "grant",
    opinion({ conclusion1: "In my judgment capacity to spend the credit is not present." }),
  ],
  [
    "unable: a finding in the law’s words",
    "silva",
    opinion({ conclusion1: "For these reasons the presumption of capacity is rebutted for this decision." }),
  ],
  [
    "unable: with what may change it",
    "brook",
    opinion({
      conclusion1:
        "Mr Brook is unable to make this decision now. He has capacity on other days, and probably will by Friday.",
    }),
  ],
  [
    "not established, and presumed",
    "marsh",
    opinion({
      conclusion1: "No conclusion is possible, so Mrs Marsh is presumed to have capacity until one is.",
    }),
  ],
  [
    "a summary that quotes the other view",
    "tanner",
    opinion({ summary: "Her daughter thinks “Mum lacks capacity”. The visit showed the opposite." }),
  ],
  // Words that are no illness
  [
    "to stroke the cat",
    "pryce",
    first({ weighReasons: "He stopped to stroke the cat, and then put quiet against company." }),
  ],
  [
    "watched her stroke the dog",
    "tanner",
    first({ retainReasons: "I watched her stroke the dog while she gave me the price again." }),
  ],
  [
    "a stroke of luck",
    "khan",
    first({ retainReasons: "By a stroke of luck I saw him again, and he named the sum." }),
  ],
  [
    "insight into something",
    "silva",
    first({
      weighReasons: "She has insight into the risk for others; for herself it left the sum each time.",
    }),
  ],
  ["a Mrs Parkinson", "tanner", first({ retainReasons: "She knew that Mrs Parkinson is the agent." })],
];

const CASES: readonly Sound[] = CASE_NAMES.map((name) => [
  `the report of ${name} as it was written`,
  name,
  {},
]);

const found = (draft: Draft, name: CaseName, around: Around = {}) =>
  checkReport(draft, aroundOf(name, around)).map(
    ({ code, level, part, field }: Finding) => `${level} ${code} ${part} ${field}`,
  );

describe("the check stops no sound draft:", () => {
  it.each([...CASES, ...SOUND])("%s", (_what, name, changes, around) => {
    const musts = found(draftOf(name, changes), name, around).filter((one) => one.startsWith("must"));
    expect(musts).toEqual([]);
  });

  it.each(CASES)("%s gives nothing to look at", (_what, name) => {
    expect(found(draftOf(name), name)).toEqual([]);
  });

  it.each(SOUND.slice(-5))("%s is no illness and no missing sentence", (_what, name, changes) => {
    expect(found(draftOf(name, changes), name)).toEqual([]);
  });
});

type Level = "must" | "look";
type Faulty = [
  fault: string,
  name: CaseName,
  changes: Changes,
  found: `${Level} ${FindingCode} ${string}`,
  around?: Around,
  booked?: readonly string[],
  moved?: readonly Moved[],
];

/** The draft of a row. */
const faulty = (
  name: CaseName,
  changes: Changes,
  booked?: readonly string[],
  moved: readonly Moved[] = [],
): Draft => ({
  ...draftOf(name, changes, booked),
  moved,
});

const D = "decision-1";
const LONG = "one word and another ".repeat(101);
const COURT = { instruction: { template: "court" } };

const FAULTY: readonly Faulty[] = [
  // Read by a strict second reader
  [
    "reasons that point elsewhere",
    "hale",
    first({ weighReasons: "See the letter of the memory clinic." }),
    `look points-elsewhere ${D} weighReasons`,
  ],
  [
    "reasons “as above”",
    "okonjo",
    first({ retainReasons: "As above." }),
    `look points-elsewhere ${D} retainReasons`,
  ],
  [
    "a cause that points to the diagnosis",
    "hale",
    first({ becauseOf: "See diagnosis." }),
    `look points-elsewhere ${D} becauseOf`,
  ],
  [
    "support that nobody names",
    "adeyemi",
    first({ support: "Appropriate support was given." }),
    `look support-unnamed ${D} support`,
  ],
  [
    "“all practicable steps”, and none named",
    "silva",
    first({ support: "All practicable steps were taken." }),
    `look support-unnamed ${D} support`,
  ],
  [
    "a disagreement as the reason",
    "hale",
    first({ weighReasons: "She does not agree with the professionals." }),
    `look disagrees ${D} weighReasons`,
  ],
  [
    "a score as the reason",
    "hale",
    first({ weighReasons: "She scored 18/30 on the MMSE." }),
    `look score ${D} weighReasons`,
  ],
  [
    "whether she has capacity, as the decision",
    "tanner",
    first({ decision: "Whether she has capacity." }),
    `look no-object ${D} decision`,
  ],
  [
    "the name of the service as the decision",
    "khan",
    first({ decision: "Capacity assessment" }),
    `look no-object ${D} decision`,
  ],
  [
    "a visit that ends before it begins",
    "hale",
    person({ visitedOn: "4 March 2027, 11:30–10:00" }),
    "look hours-reversed person visitedOn",
  ],
  [
    "a visit on a day that does not exist",
    "hale",
    person({ visitedOn: "31 February 2027, 10:00" }),
    "must no-such-day person visitedOn",
  ],
  [
    "a visit on another day of the week",
    "hale",
    person({ visitedOn: "Monday 4 March 2027, 10:00" }),
    "look other-weekday person visitedOn",
  ],
  [
    "a letter of a day that does not exist",
    "hale",
    sources({ read: "Letter of Dr Lane, 31/02/2027" }),
    "look other-weekday sources read",
  ],
  [
    "the person’s name as the author’s",
    "hale",
    { instruction: { authorName: "Ann Hale" } },
    "look author-is-person instruction authorName",
  ],
  [
    "age as the reason of the conclusion",
    "hale",
    opinion({ conclusion1: "Mrs Hale lacks capacity to sell 4 Elm Road because of her age." }),
    "look conclusion-reason opinion conclusion1",
  ],
  [
    "a conclusion that only may be so",
    "hale",
    opinion({ conclusion1: "In my opinion Mrs Hale might lack capacity to sell 4 Elm Road." }),
    "look conclusion-hedged opinion conclusion1",
  ],
  [
    "a conclusion on the decision that was there before",
    "hale",
    opinion({ conclusion1: "In my opinion Mrs Hale lacks capacity to make a will." }),
    "look conclusion-elsewhere opinion conclusion1",
  ],
  // Not there
  [
    "the instruction is not written",
    "sutcliffe",
    { instruction: null },
    "must not-written instruction template",
  ],
  ["the visit is not written", "pryce", { person: null }, "must not-written person personName"],
  ["the sources are not written", "farrow", { sources: null }, "must not-written sources read"],
  ["the opinion is not written", "khan", { opinion: null }, "must not-written opinion conclusion1"],
  ["no author", "hale", { instruction: { authorName: "" } }, "must unanswered instruction authorName"],
  ["no word on how they met", "tanner", person({ conducted: "" }), "must unanswered person conducted"],
  [
    "no word on whether the person took part",
    "brook",
    person({ engaged: "" }),
    "must unanswered person engaged",
  ],
  ["no day of the visit", "grant", person({ visitedOn: "" }), "must unanswered person visitedOn"],
  [
    "“Yes, confirmed” as the identity",
    "adeyemi",
    person({ identity: "Confirmed." }),
    "must unanswered person identity",
  ],
  [
    "by video, and “N/A” as the reason",
    "lindqvist",
    person({ remoteWhy: "N/A" }),
    "must remote person remoteWhy",
  ],
  [
    "by video, without who was in the room",
    "lindqvist",
    person({ remoteWhy: "Robin asked for it." }),
    "look remote-room person remoteWhy",
  ],
  [
    "took no part, and “none” was tried",
    "marsh",
    person({ tried: "None." }),
    "must not-engaged person tried",
  ],
  [
    "took no part, and has findings",
    "sutcliffe",
    person({ engaged: "no", tried: "Two visits and his sister." }),
    `look no-part-but-able ${D} understand`,
  ],
  ["no place of a meeting", "khan", person({ place: "TBC" }), "look place-unknown person place"],
  ["no decision", "khan", first({ decision: "" }), `must no-decision ${D} decision`],
  [
    "no relevant information",
    "pryce",
    first({ information: "- \n- n/a" }),
    `must no-information ${D} information`,
  ],
  [
    "too much information",
    "novak",
    first({ information: "a duty of marriage\n".repeat(13) }),
    `must too-much-information ${D} information`,
  ],
  [
    "one ability left open",
    "tanner",
    first({ retain: "", retainReasons: "" }),
    `must ability-open ${D} retain`,
  ],
  ["no word on how often", "hale", first({ timing: "" }), `look no-timing ${D} timing`],
  ["no summary", "whitlock", opinion({ summary: "N/A" }), "look no-summary opinion summary"],
  [
    "words that were filled in and that nobody confirmed",
    "adeyemi",
    person({ unconfirmed: ["place"] }),
    "must unconfirmed person place",
  ],
  // The source changed after the text was edited
  [
    "a place that was edited, and another on record since",
    "adeyemi",
    {},
    "must source-changed person place",
    {},
    undefined,
    [{ part: "person", field: "place", suggestion: "The day room", isFollowed: false }],
  ],
  [
    "a conclusion that was edited, and other findings since",
    "hale",
    {},
    "must source-changed opinion conclusion1",
    {},
    undefined,
    [
      {
        part: "opinion",
        field: "conclusion1",
        isFollowed: false,
        suggestion: "In my opinion Mrs Ann Hale has capacity to make this decision.",
      },
    ],
  ],
  // Said, and nothing is said
  ["no sources", "farrow", sources({ read: "" }), "look no-sources sources read"],
  ["“N/A” as support", "okonjo", first({ support: "N/A" }), `must no-support ${D} support`],
  [
    "“No support was needed.”",
    "silva",
    first({ support: "No support was needed." }),
    `must no-support ${D} support`,
  ],
  [
    "support that points elsewhere",
    "grant",
    first({ support: "As above" }),
    `look points-elsewhere ${D} support`,
  ],
  ["“None.” as the impairment", "hale", first({ impairment: "None." }), `must no-impairment ${D} impairment`],
  [
    "“None identified” as the impairment",
    "brook",
    first({ impairment: "None identified" }),
    `must no-impairment ${D} impairment`,
  ],
  [
    "an impairment that repeats the finding",
    "adeyemi",
    first({ impairment: "He lacks mental capacity." }),
    `must no-impairment ${D} impairment`,
  ],
  ["no cause", "grant", first({ becauseOf: "-" }), `must no-cause ${D} becauseOf`],
  [
    "a cause that repeats the finding",
    "silva",
    first({ becauseOf: "Therefore she is unable to make the decision." }),
    `must no-cause ${D} becauseOf`,
  ],
  [
    "the same words as impairment and as cause",
    "hale",
    first({ becauseOf: "a loss of planning and of memory for new things, seen over three years" }),
    `must cause-repeats ${D} becauseOf`,
  ],
  [
    "a cause that only names the illness",
    "whitlock",
    { "decision-2": { becauseOf: "Because of her mild Alzheimer’s disease." } },
    "must cause-repeats decision-2 becauseOf",
  ],
  [
    "nearly the same words as impairment and cause",
    "okonjo",
    first({ becauseOf: "An acquired injury of both frontal lobes and the left hippocampus, sadly." }),
    `look cause-like-impairment ${D} becauseOf`,
  ],
  [
    "a reason that repeats the finding",
    "hale",
    first({ weighReasons: "She cannot weigh." }),
    `must reasons-repeat ${D} weighReasons`,
  ],
  [
    "a reason that repeats the finding at length",
    "grant",
    first({
      understandReasons:
        "Mr Grant is clearly not able to understand the information relevant to this decision.",
    }),
    `must reasons-repeat ${D} understandReasons`,
  ],
  [
    "a reason that repeats a “can”",
    "farrow",
    first({ weighReasons: "Yes, she could weigh it up." }),
    `look reasons-only-repeat ${D} weighReasons`,
  ],
  [
    "“can”, with the words of “cannot”",
    "whitlock",
    { "decision-3": { retainReasons: "She cannot retain the information." } },
    "must reasons-opposite decision-3 retainReasons",
  ],
  [
    "“cannot” without a reason",
    "brook",
    first({ understandReasons: "" }),
    `must no-reasons ${D} understandReasons`,
  ],
  [
    "“can” without a reason",
    "pryce",
    first({ retainReasons: "" }),
    `look no-reasons-given ${D} retainReasons`,
  ],
  ["“cannot” without evidence", "okonjo", first({ retainEvidence: [] }), `must no-evidence ${D} retain`],
  [
    "evidence of another visit",
    "silva",
    first({ weighEvidence: ["elsewhere"] }),
    `must no-evidence ${D} weigh`,
  ],
  [
    "“nothing” as what was seen",
    "hale",
    first({ weighEvidence: [], weighSeen: "Nothing noted." }),
    `must no-evidence ${D} weigh`,
  ],
  [
    "evidence that is only the assessor’s question",
    "hale",
    first({ weighEvidence: ["e1", "e4"] }),
    `must only-my-question ${D} weigh`,
  ],
  [
    "no conclusion",
    "novak",
    opinion({ conclusion1: "See above." }),
    "must no-conclusion opinion conclusion1",
  ],
  [
    "a conclusion that concludes nothing",
    "hale",
    opinion({ conclusion1: "Mrs Hale was friendly and the visit was pleasant." }),
    "look conclusion-silent opinion conclusion1",
  ],
  // The Act forbids it
  [
    "age as the impairment",
    "hale",
    first({ impairment: "Her advanced age." }),
    `must not-an-impairment ${D} impairment`,
  ],
  [
    "appearance as the impairment",
    "grant",
    first({ impairment: "His unkempt appearance and dirty clothes." }),
    `must not-an-impairment ${D} impairment`,
  ],
  [
    "behaviour as the impairment",
    "okonjo",
    first({ impairment: "Challenging behaviour" }),
    `must not-an-impairment ${D} impairment`,
  ],
  [
    "an unwise decision as the impairment",
    "silva",
    first({ impairment: "She repeatedly makes unwise decisions." }),
    `must not-an-impairment ${D} impairment`,
  ],
  [
    "deafness as the impairment",
    "adeyemi",
    first({ impairment: "Deafness." }),
    `must not-an-impairment ${D} impairment`,
  ],
  [
    "age as the cause",
    "whitlock",
    { "decision-2": { becauseOf: "Because she is 91 years old and frail." } },
    "must not-a-cause decision-2 becauseOf",
  ],
  [
    "an unwise decision as the reason",
    "silva",
    first({ weighReasons: "She makes foolish choices." }),
    `must not-a-reason ${D} weighReasons`,
  ],
  [
    "something else than an impairment",
    "brook",
    first({ impairment: "Trouble at home." }),
    `look impairment-unclear ${D} impairment`,
  ],
  [
    "what would be best, as the reason",
    "hale",
    first({ weighReasons: "It is in her best interests to move, and she does not see it." }),
    `look protection ${D} weighReasons`,
  ],
  [
    "the burden on the person",
    "grant",
    first({ understandReasons: "He failed to demonstrate that he can count." }),
    `look burden ${D} understandReasons`,
  ],
  [
    "a diagnosis before the inability",
    "okonjo",
    first({ retainReasons: "Her brain injury means that nothing stays for ten minutes." }),
    `look diagnosis-early ${D} retainReasons`,
  ],
  [
    "a stroke before the inability",
    "adeyemi",
    first({ understandReasons: "Since his stroke the smaller number is the dearer flat." }),
    `look diagnosis-early ${D} understandReasons`,
  ],
  [
    "“insight” alone",
    "silva",
    first({ weighReasons: "She has no insight, and the risk left the sum." }),
    `look insight ${D} weighReasons`,
  ],
  [
    "insight as relevant information",
    "hale",
    first({ information: "what the house is worth\ninsight that she is ill" }),
    `look circular-information ${D} information`,
  ],
  [
    "an impairment although able",
    "khan",
    first({ impairment: "Memory loss" }),
    `look impairment-though-able ${D} impairment`,
  ],
  [
    "cannot communicate, and speaks",
    "brook",
    first({
      communicate: "cannot",
      communicateReasons: "He talks about trains.",
      communicateEvidence: ["e2"],
    }),
    `look speaks ${D} communicateReasons`,
  ],
  // Left over from something else
  [
    "a merge field",
    "tanner",
    first({ weighReasons: "{{client}} held the stairs against the roses." }),
    `must placeholder ${D} weighReasons`,
  ],
  [
    "a gap in brackets",
    "sutcliffe",
    opinion({ summary: "[name of client] knows what a will is." }),
    "must placeholder opinion summary",
  ],
  [
    "a gap of crosses",
    "pryce",
    first({ wishes: "Mr XX wants to move to Bangor." }),
    `must placeholder ${D} wishes`,
  ],
  [
    "a date of crosses",
    "brook",
    sources({ read: "Ward notes of XX/XX/2027" }),
    "must placeholder sources read",
  ],
  [
    "“TBC” in a sentence",
    "farrow",
    first({ othersSaid: "The replacement: TBC" }),
    `look may-be-placeholder ${D} othersSaid`,
  ],
  [
    "a field that is filled with nothing",
    "khan",
    first({ notTried: "n/a" }),
    `look filled-with-nothing ${D} notTried`,
  ],
  [
    "“he/she” at the beginning",
    "grant",
    first({
      becauseOf: "He/she has never known a number above five, so a rent and an amount cannot be compared.",
    }),
    `must either-pronoun ${D} becauseOf`,
  ],
  [
    "“he/she” in a conclusion",
    "tanner",
    opinion({ conclusion1: "In my opinion he/she has capacity to decide to sell Rose Cottage." }),
    "must either-pronoun opinion conclusion1",
  ],
  [
    "“his/her” in the middle",
    "sutcliffe",
    first({ retainReasons: "An hour later Mr Sutcliffe had the halves in his/her head." }),
    `look may-be-either-pronoun ${D} retainReasons`,
  ],
  [
    "another client’s reference",
    "novak",
    sources({ ownFacts: "File MCA-AAAA-3333 was used." }),
    "must other-reference sources ownFacts",
    OKAFOR,
  ],
  [
    "an unknown reference",
    "hale",
    sources({ ownFacts: "File MCA-RRRR-7777 was used." }),
    "look strange-reference sources ownFacts",
  ],
  [
    "another client by full name",
    "farrow",
    sources({ spokenTo: "The nurse of Grace Okafor" }),
    "look other-client sources spokenTo",
    OKAFOR,
  ],
  [
    "another client by title",
    "marsh",
    first({ othersSaid: "Mrs Okafor wants the tube." }),
    `look other-client ${D} othersSaid`,
    OKAFOR,
  ],
  [
    "the wrong pronoun throughout",
    "grant",
    {
      [D]: {
        understandReasons: "Eight tries with coins gave her eight sums.",
        retainReasons: "She knows the names.",
        weighReasons: "She knew no sum.",
        communicateReasons: "She talks willingly.",
        becauseOf: "Numbers above five have no meaning for her, so nothing can be compared.",
      },
      opinion: {
        summary: "She cannot count.",
        conclusion1: "Mr Grant does not have capacity to receive and spend the credit.",
      },
    },
    `look other-pronoun ${D} retainReasons`,
  ],
  [
    "another date of birth in the text",
    "khan",
    person({ background: "Mr Khan, born on 19 April 1962, lives alone." }),
    "look birth-in-text person background",
  ],
  [
    "another age in the text",
    "hale",
    opinion({ summary: "Mrs Hale, a 78-year-old woman, cannot weigh the sale." }),
    "look birth-in-text opinion summary",
  ],
  // Name, days
  [
    "another name",
    "whitlock",
    person({ personName: "Mrs Jean Whitlock" }),
    "must other-name person personName",
  ],
  [
    "another date of birth",
    "adeyemi",
    person({ dateOfBirth: "1957-12-07" }),
    "must other-birth person dateOfBirth",
  ],
  [
    "a visit in another year",
    "sutcliffe",
    person({ visitedOn: "18 February 2026, 14:05 to 15:20" }),
    "must other-year person visitedOn",
  ],
  [
    "a visit on another day",
    "tanner",
    person({ visitedOn: "9 March 2027" }),
    "look other-day person visitedOn",
  ],
  [
    "a visit that is still to come",
    "hale",
    person({ visitedOn: "4 April 2027" }),
    "must visit-to-come person visitedOn",
  ],
  [
    "look again on a day that has passed",
    "okonjo",
    first({ lookAgainOn: "2026-11-01" }),
    `must look-again-past ${D} lookAgainOn`,
  ],
  [
    "look again in more than five years",
    "okonjo",
    first({ lookAgainOn: "2032-03-21" }),
    `must look-again-far ${D} lookAgainOn`,
  ],
  [
    "look again yesterday",
    "silva",
    first({ lookAgainOn: "2027-03-19" }),
    `must look-again-past ${D} lookAgainOn`,
  ],
  [
    "a diagnosis since next year",
    "adeyemi",
    first({ diagnosisSince: "January 2028" }),
    `look diagnosis-to-come ${D} diagnosisSince`,
  ],
  [
    "a diagnosis without its source",
    "brook",
    first({ diagnosisSource: "" }),
    `look diagnosis-without-source ${D} diagnosisSource`,
  ],
  [
    "something read that is not written yet",
    "grant",
    sources({ read: "Letter of Dr Wood, 4 May 2028" }),
    "look read-to-come sources read",
  ],
  // Conclusions
  [
    "able, and “lacks capacity”",
    "sutcliffe",
    opinion({ conclusion1: "In my opinion Mr Sutcliffe lacks capacity to sign the draft will." }),
    "must conclusion-opposite opinion conclusion1",
  ],
  [
    "able, and “not capable of deciding”",
    "pryce",
    opinion({ conclusion1: "He is not capable of deciding where to live." }),
    "must conclusion-opposite opinion conclusion1",
  ],
  [
    "able, and “is unable to”",
    "tanner",
    opinion({
      conclusion1: "Having seen her twice, I find that Mrs Tanner is unable to make this decision.",
    }),
    "must conclusion-opposite opinion conclusion1",
  ],
  [
    "unable, and “capacity is retained”",
    "hale",
    opinion({ conclusion1: "Capacity is retained." }),
    "must conclusion-opposite opinion conclusion1",
  ],
  [
    "unable, and “has capacity”",
    "grant",
    opinion({ conclusion1: "Mr Grant has capacity to receive and spend his credit." }),
    "must conclusion-opposite opinion conclusion1",
  ],
  [
    "not established, and “lacks capacity”",
    "marsh",
    opinion({ conclusion1: "Mrs Marsh lacks capacity to make this decision." }),
    "must conclusion-opposite opinion conclusion1",
  ],
  [
    "able, and doubtful words",
    "novak",
    opinion({ conclusion1: "The test for marriage is failed; the criteria of section 3 are lacking." }),
    "look conclusion-doubtful opinion conclusion1",
  ],
  [
    "the summary says the opposite",
    "silva",
    opinion({ summary: "Ms Silva has capacity to make this decision." }),
    "must summary-opposite opinion summary",
  ],
  [
    "the conclusion of another decision",
    "farrow",
    {
      "decision-2": {
        decision: "Whether to make a will.",
        assessment: "capacity-will",
        test: "Banks v Goodfellow (1870)",
        information: "what she owns\nwho may expect it",
      },
      opinion: {
        conclusion1: "Miss Farrow has capacity to make a will.",
        conclusion2: "Miss Farrow has capacity to make a will.",
      },
    },
    "must conclusion-of-other opinion conclusion1",
    {},
    ["lpa-property-affairs", "capacity-will"],
  ],
  [
    "a conclusion on something else",
    "khan",
    opinion({ conclusion1: "Mr Khan has capacity to marry." }),
    "look conclusion-elsewhere opinion conclusion1",
  ],
  [
    "a conclusion about somebody else",
    "tanner",
    opinion({ conclusion1: "Mrs Okafor has capacity to decide to sell Rose Cottage." }),
    "must conclusion-other-person opinion conclusion1",
    {},
  ],
  [
    "a conclusion with another title",
    "hale",
    opinion({ conclusion1: "Mr Hale lacks capacity to decide whether to sell the house." }),
    "look conclusion-other-title opinion conclusion1",
  ],
  [
    "a conclusion on everything",
    "brook",
    opinion({ conclusion1: "He lacks capacity in general and cannot make the decision." }),
    "look conclusion-wide opinion conclusion1",
  ],
  [
    "another conclusion than an earlier report, unexplained",
    "pryce",
    {},
    "must changed-opinion opinion changedOpinion",
    { earlier: [{ assessment: "health-welfare", conclusion: "unable", reference: "MCA-9999-HHHH" }] },
  ],
  // Decisions
  [
    "a decision about everything",
    "grant",
    first({ decision: "Make decisions generally" }),
    `look no-object ${D} decision`,
  ],
  [
    "a decision as wide as an assessment",
    "hale",
    first({ decision: "Whether Mrs Ann Hale can make decisions about their property and financial affairs" }),
    `look no-object ${D} decision`,
  ],
  [
    "a decision about health and welfare",
    "pryce",
    first({ decision: "Whether he can decide about health and welfare." }),
    `look no-object ${D} decision`,
  ],
  [
    "one decision twice, with two conclusions",
    "whitlock",
    {
      "decision-2": { decision: "Whether to pay her own household bills from the current account" },
      opinion: { conclusion2: "Mrs Whitlock lacks capacity to make this decision." },
    },
    "must same-decision decision-2 decision",
  ],
  [
    "two decisions with the same reasons",
    "whitlock",
    {
      "decision-3": {
        understandReasons: "She explained the book to me, page by page.",
        retainReasons: "What she forgets is in the book, and she knows where.",
        weighReasons: "She puts off the window cleaner in the month of the insurance.",
        communicateReasons: "In words, with the book as a help.",
      },
    },
    "look same-reasons decision-3 understandReasons",
  ],
  [
    "one exchange for can and cannot",
    "whitlock",
    { "decision-2": { understandEvidence: ["e1", "e2"] } },
    "look same-exchange decision-2 understand",
  ],
  [
    "the same words in two fields",
    "hale",
    first({ otherCauses: "A quiet room, mid-morning, large print, and a photograph of each house." }),
    `look same-words ${D} otherCauses`,
  ],
  [
    "the test of an assessment that is not booked",
    "sutcliffe",
    {},
    `look other-test ${D} assessment`,
    {},
    ["capacity-gift"],
  ],
  [
    "the legal test of another kind",
    "khan",
    first({ test: EXPLANATIONS["capacity-will"].test }),
    `look wrong-test ${D} test`,
  ],
  // To a court
  [
    "a court report without instruction",
    "hale",
    {
      instruction: { template: "court", questions: "N/A" },
      opinion: { range: "None.", declaration: TEMPLATES.court.declaration },
    },
    "must court instruction questions",
  ],
  [
    "… without qualifications",
    "okonjo",
    { instruction: { qualifications: "" } },
    "must court instruction qualifications",
  ],
  ["… without sources", "novak", sources({ read: "" }), "must court sources read"],
  ["… without range of opinion", "okonjo", opinion({ range: "" }), "must court opinion range"],
  ["… without declaration", "novak", opinion({ declaration: "" }), "must court opinion declaration"],
  [
    "… with the declaration of a letter",
    "brook",
    { ...COURT, opinion: { range: "None known.", declaration: TEMPLATES.letter.declaration } },
    "look court-declaration opinion declaration",
  ],
  // Length
  ["a long summary", "farrow", opinion({ summary: LONG }), "look long-summary opinion summary"],
  [
    "a report of more than 12 pages",
    "hale",
    person({ background: LONG.repeat(14) }),
    "look long-report opinion summary",
  ],
];

describe("the check finds the fault of a draft:", () => {
  it.each(FAULTY)("%s", (_fault, name, changes, finding, around = {}, booked, moved) => {
    expect(found(faulty(name, changes, booked, moved), name, around)).toContain(finding);
  });

  it.each(FAULTY.filter(([, , , finding]) => finding.startsWith("look")))(
    "%s: to look at, and no more",
    (_fault, name, changes, _finding, around = {}, booked) => {
      const musts = found(draftOf(name, changes, booked), name, around).filter((one) =>
        one.startsWith("must"),
      );
      expect(musts).toEqual([]);
    },
  );

  it("knows more than sixty faults, and as many sound drafts", () => {
    expect(FAULTY.length).toBeGreaterThanOrEqual(60);
    expect(CASES.length + SOUND.length).toBeGreaterThanOrEqual(60);
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
  return `${partTitle(draft, part).split(":")[0]}, “${label.split(":")[0]}”`;
}

const cells = (...texts: string[]) => `| ${texts.map((text) => text.replaceAll("|", "/")).join(" | ")} |`;

/** The tables above for somebody who reads no code. */
function readableTables(): string {
  const faults = FAULTY.map(([fault, name, changes, wanted, around = {}, booked, moved]) => {
    const draft = faulty(name, changes, booked, moved);
    const finding = checkReport(draft, aroundOf(name, around)).find(
      ({ code, level, part, field }) => `${level} ${code} ${part} ${field}` === wanted,
    )!;
    return cells(fault, finding.message, LEVELS[finding.level], placeOf(draft, finding));
  });
  return `# What the check of a report finds

For a senior assessor and a lawyer to read, and to correct: \`app/features/report-writing/check-report.test.ts\` writes
this file, and fails when the check says something else. The drafts are whole reports about invented people
(\`check-cases.ts\`), each with this one fault; the check says this sentence, and its link leads to this place.

What is certainly wrong “stops the sending”. What may be as it should be is “to look at”: the author answers it once
(“I looked: …”), and the reader sees the answer. It is asked again when the text that it was about changes. A rule is
one declaration in \`rules/\`; its words are in \`check-words.ts\`.

A lawyer reads, before they are used: the declarations of \`templates.ts\` (the expert's one names the rules of the
court), the suggested conclusions of \`abilities.ts\`, the questions about section 1 and section 3(4) of the Act in
\`parts.ts\`, and the headings and the signature of \`report-document.ts\`.

| A draft with this fault | What its author reads | It | The link leads to |
|---|---|---|---|
${faults.join("\n")}

Nothing stops these drafts, which look like one of those above:

${SOUND.map(([what]) => `- ${what}`).join("\n")}
`;
}

it("is written down for a senior assessor to read", async () => {
  await expect(readableTables()).toMatchFileSnapshot("../../../docs/report-check.md");
});
