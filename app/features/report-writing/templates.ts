/**
 * Kinds of report, as data. The wording is our own summary of what each reader asks for; a lawyer or a senior assessor
 * reads it before a practice uses it. Last compared on 26 November 2026 with Part 15 of the Court of Protection Rules
 * (legislation.gov.uk/uksi/2017/1035/part/15), Practice Direction 22 (maps-medical.co.uk/insights, statement of truth)
 * and AMDC v AG [2020] EWCOP 58.
 */

export type TemplateKey = "narrative" | "cop3" | "court" | "litigation" | "will" | "letter";

/** Chapters of a report, in the order in which it prints them. */
export type Chapter = "summary" | "instruction" | "author" | "person" | "decisions" | "sources" | "opinion";

type Template = {
  label: string;
  /** Heading of the printed report. */
  title: string;
  chapters: readonly Chapter[];
  /** A report to a court: it needs instruction, qualifications, sources, range of opinion and declaration. */
  isForCourt: boolean;
  /** Text to be read and changed by the author before it is sent. */
  declaration: string;
};

const OWN_WORDS =
  "I carried out this assessment myself. The opinions in this report are mine, and I believe that the facts in it are true.";

const TO_A_COURT =
  "I understand that my duty is to help the court, that this duty overrides any obligation to those who instruct or pay me, and I have complied with it. I am aware of the requirements of {rules}. I have made clear which facts in this report are within my own knowledge and which are not. Those within my own knowledge I confirm to be true. The opinions that I have expressed are my true and complete professional opinions on the matters to which they refer. I understand that proceedings for contempt of court may be brought against anyone who makes, or causes to be made, a false statement in a document verified by a statement of truth without an honest belief in its truth.";

const COURT_OF_PROTECTION_RULES = "Part 15 of the Court of Protection Rules 2017 and Practice Direction 15A";

const CIVIL_RULES =
  "Part 35 of the Civil Procedure Rules, Practice Direction 35 and the Guidance for the Instruction of Experts in Civil Claims 2014";

const BODY: readonly Chapter[] = ["instruction", "author", "person", "decisions", "sources"];
const WHOLE: readonly Chapter[] = ["summary", ...BODY, "opinion"];

export const TEMPLATES: Readonly<Record<TemplateKey, Template>> = {
  narrative: {
    label: "Report in full",
    title: "Report on mental capacity",
    chapters: WHOLE,
    isForCourt: false,
    declaration: OWN_WORDS,
  },
  cop3: {
    label: "Report beside form COP3 (Court of Protection)",
    title: "Report on mental capacity",
    chapters: [...BODY, "summary", "opinion"],
    isForCourt: false,
    declaration: OWN_WORDS,
  },
  court: {
    label: "Expert report to a court",
    title: "Expert report on mental capacity",
    chapters: WHOLE,
    isForCourt: true,
    declaration: TO_A_COURT.replace("{rules}", COURT_OF_PROTECTION_RULES),
  },
  litigation: {
    label: "Report on capacity to conduct proceedings",
    title: "Report on capacity to conduct proceedings",
    chapters: WHOLE,
    isForCourt: true,
    declaration: TO_A_COURT.replace("{rules}", CIVIL_RULES),
  },
  will: {
    label: "Report on capacity to make a will",
    title: "Report on capacity to make a will",
    chapters: WHOLE,
    isForCourt: false,
    declaration: OWN_WORDS,
  },
  letter: {
    label: "Short letter",
    title: "Mental capacity: a short report",
    chapters: ["instruction", "decisions", "opinion"],
    isForCourt: false,
    declaration: OWN_WORDS,
  },
};

export const isTemplateKey = (value: unknown): value is TemplateKey =>
  typeof value === "string" && Object.hasOwn(TEMPLATES, value);
