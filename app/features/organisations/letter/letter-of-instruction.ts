import { formatDate, isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { ABILITIES } from "#app/features/report-writing/abilities.ts";
import { blockWriter, numbered, type DocumentTree } from "#app/features/report-writing/report-document.ts";
import { TEMPLATES, type TemplateKey } from "#app/features/report-writing/templates.ts";

/** Facts of the referral, the booking and the agreement; empty where nobody has said them. */
export type InstructionFacts = {
  /** The sender's name and address, a line each. */
  sender: readonly string[];
  /** The practice's name and address, a line each. */
  addressee: readonly string[];
  day: IsoDate;
  reference: string;
  matterReference: string;
  poNumber: string;
  /** The agreement or contract that the booking is made under. */
  agreement: string;
  payer: string;
  signedBy: string;
  person: { name: string; dateOfBirth: string; place: string };
  decisions: readonly string[];
  /** Each legal test that is asked for, with the information that is relevant to it. */
  tests: readonly { name: string; test: string; information: readonly string[] }[];
  purpose: string;
  courtReference: string;
  hearingOn: string;
  deadlineOn: string;
  deadlineReason: string;
  papers: readonly string[];
  needs: readonly string[];
  template: TemplateKey;
};

const A = "a".codePointAt(0)!;

const dayWords = (day: string) => (isIsoDate(day) ? formatDate(day) : day);

/** In the order of the law: whether the person can decide, then an impairment, then the link between them (A Local
 * Authority v JB [2021] UKSC 52). One answer for each decision (AMDC v AG [2020] EWCOP 58). */
const QUESTIONS: readonly string[] = [
  "Which information is relevant to the decision, and which help was given to understand it?",
  ...Object.values(ABILITIES).map((ability) => `Can the person ${ability}?`),
  "If the person cannot do one of these: is there an impairment of, or a disturbance in the functioning of, the mind or brain?",
  "Is the person unable to decide because of it? Please say how, and what else may explain it.",
  "May the ability come back or be gained? If so, when should capacity be looked at again?",
  "What are the person’s own wishes, in their words?",
];

/** The letter by which an organisation instructs the assessor. It has nothing that the referral says to the assessor
 * alone: a court and the person may read it. */
export function letterOfInstruction(facts: InstructionFacts): DocumentTree {
  const out = blockWriter({});
  const { person, template } = facts;
  out.heading(2, "The decisions");
  out.list(
    facts.decisions.map((decision, index) => `Decision ${index + 1}: ${decision}`),
    `Please assess whether ${person.name || "the person"} has capacity to make each decision, and give one conclusion for each:`,
  );
  out.heading(2, "Relevant information");
  for (const { name, test, information } of facts.tests) {
    out.paragraphs(test, name);
    out.list(information, "The person needs to understand, suited to their case:");
  }
  out.heading(2, "Questions");
  out.list(
    QUESTIONS.map((question, index) => `(${String.fromCodePoint(A + index)}) ${question}`),
    "For each decision, in this order:",
  );
  if (facts.needs.length > 0) out.heading(2, "Communication and support");
  out.list(facts.needs, "Known needs:");
  const { purpose, courtReference, hearingOn, deadlineOn, papers } = facts;
  if (purpose || courtReference || hearingOn || deadlineOn || papers.length > 0)
    out.heading(2, "Purpose and time");
  out.paragraphs(facts.purpose, "The report is for");
  out.paragraphs(facts.courtReference, "Court’s reference");
  out.paragraphs(dayWords(facts.hearingOn), "Hearing");
  out.paragraphs(
    [dayWords(facts.deadlineOn), facts.deadlineReason].filter(Boolean).join(". "),
    "The report is needed by",
  );
  out.list(facts.papers, "Papers enclosed:");
  out.heading(2, "Report and payment");
  out.paragraphs(
    `“${TEMPLATES[template].declaration}”`,
    `${TEMPLATES[template].label}, with this declaration`,
  );
  const terms = [
    facts.payer,
    facts.poNumber && `PO number ${facts.poNumber}`,
    facts.agreement && `agreement ${facts.agreement}`,
  ];
  out.paragraphs(terms.filter(Boolean).join(", "), "Paid by");
  out.signature([facts.signedBy, facts.sender[0] ?? ""]);
  return {
    title: "Letter of instruction",
    reference: facts.reference,
    language: "en-GB",
    letterhead: [...facts.sender],
    about: [
      facts.matterReference && `Our matter: ${facts.matterReference}`,
      dayWords(facts.day),
      `To: ${facts.addressee.join(", ")}`,
      [person.name, person.dateOfBirth && `born ${dayWords(person.dateOfBirth)}`, person.place]
        .filter(Boolean)
        .join(", "),
    ].filter(Boolean),
    blocks: numbered(out.blocks),
  };
}

/** A fact that a letter ought to have, and the page on which somebody can say it. */
export type Missing = { what: string; to: string };

/** Facts that are still missing, in the order of the letter. */
export function stillMissing(
  facts: InstructionFacts,
  { bookingId, isStated, asksPo }: { bookingId: string; isStated: boolean; asksPo: boolean },
): Missing[] {
  const form = (section: string) => `/referral-form/${bookingId}/${section}`;
  const asked: [isThere: unknown, what: string, to: string][] = [
    [isStated, "The decision in your own words", form("court-application")],
    [facts.person.name, "The person’s name", form("personal-details")],
    [facts.person.dateOfBirth, "The person’s date of birth", form("personal-details")],
    [facts.needs.length, "Communication needs and support", form("communication-risk")],
    [facts.purpose, "What the report is for", form("court-application")],
    [facts.deadlineOn, "The date by which the report is needed", form("court-application")],
    [facts.papers.length, "Papers for the assessor", form("documents")],
    [facts.matterReference, "Your matter reference", `/booking/${bookingId}/billing`],
    [facts.poNumber || !asksPo, "The PO number", `/booking/${bookingId}/billing`],
  ];
  return asked.flatMap(([isThere, what, to]) => (isThere ? [] : [{ what, to }]));
}
