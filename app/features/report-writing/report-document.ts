import { formatDate, isIsoDate, MONTHS, type IsoDate } from "#app/platform/dates.ts";
import {
  ABILITIES,
  ABILITY_KEYS,
  abilityFields,
  abilityFinding,
  cannotDecide,
  FINDINGS,
} from "./abilities.ts";
import {
  decisionKeys,
  decisionLabel,
  linesOf,
  templateOf,
  textOf,
  tickedExchanges,
  wordsOf,
  type Draft,
} from "./draft.ts";
import { SPEAKERS_IN_PRINT, type Exchange } from "./exchange.ts";
import { conclusionField, TITLES, type DecisionKey, type PartKey } from "./parts.ts";
import { TEMPLATES, type Chapter } from "./templates.ts";

/**
 * A document as one tree, which each writer (HTML, DOCX, PDF) turns into a file with the same words. The tree can be
 * frozen as JSON: it refers to nothing outside of itself.
 */
export type DocumentTree<Block = DocumentBlock> = {
  title: string;
  reference: string;
  language: "en-GB";
  /** The sender's name, address and how to reach it, a line each. */
  letterhead: string[];
  /** The practice’s own words at the foot of each page; missing where it has none. */
  footer?: string;
  /** The second line of the foot, by which somebody checks a report; missing before it is sent, and in a tree of an
   * earlier release. */
  check?: string;
  /** The lines under the reference, of a report the person and the visit; missing in a tree of an earlier release. */
  about?: string[];
  blocks: Block[];
};

/** `number`: of the paragraph, over the whole document. */
export type DocumentBlock =
  | { kind: "heading"; level: 2 | 3; text: string }
  | { kind: "paragraph"; number: number; text: string }
  | { kind: "quote"; speaker: string; text: string }
  | { kind: "list"; items: string[] }
  /** Rows of a name and its value. */
  | { kind: "table"; caption: string; rows: { name: string; value: string }[] }
  /** The author, and the day on which they signed it: lines of one block, without a number. */
  | { kind: "signature"; lines: string[] };

/** `part`: where the author writes it, for links and comments. */
export type ReportBlock = { part: PartKey } & DocumentBlock;
export type ReportTree = DocumentTree<ReportBlock>;

type Numberless<Block> = Block extends { number: number } ? Omit<Block, "number"> : Block;
type Written<Of = { part: PartKey }> = Of & Numberless<DocumentBlock>;

/** Collects blocks, of a report those of one part; what is empty leaves nothing. */
export function blockWriter<Of extends object>(of: Of) {
  const blocks: Written<Of>[] = [];
  return {
    blocks,
    heading: (level: 2 | 3, text: string) => void blocks.push({ ...of, kind: "heading", level, text }),
    paragraphs(text: string, label = "") {
      for (const [index, one] of text.split(/\n\s*\n/).entries()) {
        const words = one.trim();
        if (words)
          blocks.push({
            ...of,
            kind: "paragraph",
            text: index === 0 && label ? `${label}: ${words}` : words,
          });
      }
    },
    list(items: readonly string[], lead: string) {
      if (items.length === 0) return;
      blocks.push({ ...of, kind: "paragraph", text: lead }, { ...of, kind: "list", items: [...items] });
    },
    quote: ({ speaker, text, number }: Exchange) =>
      void blocks.push({ ...of, kind: "quote", speaker: `${SPEAKERS_IN_PRINT[speaker]} (${number})`, text }),
    signature: (lines: readonly string[]) =>
      void blocks.push({ ...of, kind: "signature", lines: lines.filter(Boolean) }),
    table(caption: string, rows: readonly { name: string; value: string }[]) {
      const filled = rows.filter(({ value }) => value !== "");
      if (filled.length > 0) blocks.push({ ...of, kind: "table", caption, rows: filled });
    },
  };
}

const writer = (part: PartKey) => blockWriter({ part });

/** Numbers the paragraphs, over the whole document. */
export function numbered<Of>(written: readonly Written<Of>[]): (Of & DocumentBlock)[] {
  let count = 0;
  return written.map((block) => {
    if (block.kind !== "paragraph") return block as Of & DocumentBlock;
    count += 1;
    return { ...block, number: count };
  });
}

function summary(draft: Draft): Written[] {
  const out = writer("opinion");
  const text = textOf(draft, "opinion", "summary");
  if (text === "") return [];
  out.heading(2, "Summary");
  out.paragraphs(text);
  return out.blocks;
}

function instruction(draft: Draft): Written[] {
  const out = writer("instruction");
  const own = (name: string) => textOf(draft, "instruction", name);
  out.heading(2, TITLES.instruction);
  out.paragraphs(own("instructedBy"), "Asked for by");
  out.paragraphs(own("questions"));
  return out.blocks;
}

function author(draft: Draft): Written[] {
  const out = writer("instruction");
  const own = (name: string) => textOf(draft, "instruction", name);
  out.heading(2, "The author");
  out.paragraphs([own("authorName"), own("authorRole")].filter(Boolean).join(", "));
  out.paragraphs(own("qualifications"));
  out.paragraphs(own("relation"), "Relation to the person");
  return out.blocks;
}

const dateWords = (day: string) => (isIsoDate(day) ? formatDate(day) : day);

function person(draft: Draft): Written[] {
  const out = writer("person");
  const own = (name: string) => textOf(draft, "person", name);
  const isRemote = own("conducted") === "remote";
  out.heading(2, TITLES.person);
  out.table("The person and the visit", [
    { name: "Name", value: own("personName") },
    { name: "Date of birth", value: dateWords(own("dateOfBirth")) },
    { name: "Day and time", value: own("visitedOn") },
    { name: "Place", value: own("place") },
    { name: "How we met", value: wordsOf(draft, "person", "conducted") },
    { name: "Present", value: own("present") },
    { name: "Identity confirmed by", value: own("identity") },
  ]);
  out.paragraphs(own("background"), "Circumstances");
  if (isRemote) out.paragraphs(own("remoteWhy"), "Why by video or phone, and who was in the room");
  out.paragraphs(own("told"), "What the person was told, and agreed to");
  out.paragraphs(own("communication"), "Communication");
  if (own("engaged") === "no") out.paragraphs(own("tried"), "What was tried");
  return out.blocks;
}

const DIAGNOSIS_IN_PRINT: Readonly<Record<string, string>> = {
  formal: "Formal",
  none: "No formal diagnosis",
};

const TIMING_IN_PRINT: Readonly<Record<string, string>> = {
  once: " It is made once.",
  continuing: " It is made again and again.",
};

/** A sentence with the decision: `The decision is whether to sell 4 Elm Road.` */
export function decisionSentence(text: string): string {
  const words = text.trim().replace(/[.\s]+$/, "");
  if (words === "") return "";
  return /^whether\b/i.test(words) ? `The decision is w${words.slice(1)}.` : `The decision: ${words}.`;
}

/** The object of a decision, to name it in a head: without “whether” alone, and in at most a line. */
function inShort(text: string): string {
  const [first = ""] = text.trim().split(/\n/);
  const words = first.replace(/[.\s]+$/, "");
  return words.length > MAX_HEAD ? `${words.slice(0, MAX_HEAD).replace(/\s+\S*$/, "")} …` : words;
}
const MAX_HEAD = 90;

const LOOK_AGAIN = "Look again on";

/** The days on which a report asks to look again, as they were written, each once: its decisions may ask for several.
 * Null where it asks for none. */
export function lookAgainWords({ blocks }: DocumentTree): string | null {
  const texts = blocks.flatMap((block) => (block.kind === "paragraph" ? [block.text] : []));
  const asked = texts.filter((text) => text.startsWith(`${LOOK_AGAIN}: `));
  const days = new Set(asked.map((text) => text.slice(LOOK_AGAIN.length + 2)));
  return days.size > 0 ? [...days].join(" and on ") : null;
}

/** The earliest day on which a report asks to look again; null where it names none. */
export function lookAgainDay({ blocks }: DocumentTree): IsoDate | null {
  const days = blocks.flatMap((block) => {
    const [, date = "", month = "", year = ""] =
      block.kind === "paragraph" ? (LOOK_AGAIN_DAY.exec(block.text) ?? []) : [];
    const number = MONTHS.indexOf(month) + 1;
    return number > 0 ? [`${year}-${String(number).padStart(2, "0")}-${date.padStart(2, "0")}`] : [];
  });
  return days.filter(isIsoDate).toSorted()[0] ?? null;
}
const LOOK_AGAIN_DAY = new RegExp(`^${LOOK_AGAIN}: (\\d{1,2}) (\\w+) (\\d{4})$`);

function decision(draft: Draft, key: DecisionKey): Written[] {
  const out = writer(key);
  const answers = draft.parts[key] ?? {};
  const own = (name: string) => textOf(draft, key, name);
  out.heading(2, [decisionLabel(draft, key), inShort(own("decision"))].filter(Boolean).join(": "));
  const sentence = decisionSentence(own("decision"));
  out.paragraphs(sentence && `${sentence}${TIMING_IN_PRINT[own("timing")] ?? ""}`);
  out.paragraphs(own("test"), "Legal test");
  out.list(linesOf(own("information")), "Relevant information:");
  out.paragraphs(own("notNeeded"), "Not needed here");
  out.paragraphs(own("consequences"), "Reasonably foreseeable consequences");
  if (own("presumption") || own("unwise") || own("fluctuation")) out.heading(3, "Principles");
  out.paragraphs(own("presumption"), "Presumption of capacity");
  out.paragraphs(own("unwise"), "Unwise decisions");
  out.paragraphs(own("fluctuation"), "Change from day to day");
  if (own("support") || own("notTried")) out.heading(3, "Support");
  out.paragraphs(own("support"));
  out.paragraphs(own("notTried"), "Not tried");
  for (const ability of ABILITY_KEYS) {
    const finding = abilityFinding(answers, ability);
    if (finding === null) continue;
    const names = abilityFields(ability);
    out.heading(3, `Can the person ${ABILITIES[ability]}? ${FINDINGS[finding]}`);
    out.paragraphs(own(names.reasons));
    for (const exchange of tickedExchanges(draft, answers[names.evidence])) out.quote(exchange);
    out.paragraphs(own(names.seen), "What I saw");
  }
  if (cannotDecide(answers)) {
    out.heading(3, "Why the person cannot decide");
    out.paragraphs(own("impairment"));
    out.table("Diagnosis", [
      { name: "Diagnosis", value: own("diagnosisName") || DIAGNOSIS_IN_PRINT[own("diagnosis")] || "" },
      {
        name: "Kind of diagnosis",
        value: own("diagnosisName") ? (DIAGNOSIS_IN_PRINT[own("diagnosis")] ?? "") : "",
      },
      { name: "Source", value: own("diagnosisSource") },
      { name: "Since", value: own("diagnosisSince") },
    ]);
    out.paragraphs(own("becauseOf"), "How it causes this inability");
    out.paragraphs(own("otherCauses"), "Other explanations");
    out.paragraphs(
      [wordsOf(draft, key, "mayReturn"), own("mayReturnWhy")].filter(Boolean).join(". "),
      "Whether the ability may come back",
    );
    out.paragraphs(dateWords(own("lookAgainOn")), LOOK_AGAIN);
  }
  if (own("wishes") || own("othersSaid")) out.heading(3, "Wishes and views");
  out.paragraphs(own("wishes"), "The person’s own words and wishes");
  out.paragraphs(own("othersSaid"), "What others said");
  return out.blocks;
}

function sources(draft: Draft): Written[] {
  const out = writer("sources");
  const own = (name: string) => textOf(draft, "sources", name);
  if (!own("read") && !own("spokenTo") && !own("ownFacts")) return [];
  out.heading(2, TITLES.sources);
  out.list(linesOf(own("read")), "Read:");
  out.list(linesOf(own("spokenTo")), "Spoken to:");
  out.paragraphs(own("ownFacts"), "Facts and tests of others");
  return out.blocks;
}

/** The name that the author typed, and the London day of it. */
export type Signature = { name: string; on: IsoDate };

function signature(draft: Draft, signed: Signature | null): Written[] {
  const out = writer("opinion");
  const own = (name: string) => textOf(draft, "instruction", name);
  const name = signed?.name ?? own("authorName");
  if (name === "") return [];
  out.heading(3, "Signature");
  const written = own("authorName");
  out.signature([
    signed ? `Signed: ${name}` : "Not signed yet",
    written === name && signed ? "" : written,
    own("authorRole"),
    signed ? `Date: ${formatDate(signed.on)}` : "Date: the day on which it is sent for review",
  ]);
  return out.blocks;
}

function opinion(draft: Draft): Written[] {
  const out = writer("opinion");
  const own = (name: string) => textOf(draft, "opinion", name);
  out.heading(2, "Opinion");
  for (const key of decisionKeys(draft)) {
    const about = inShort(textOf(draft, key, "decision"));
    const label = decisionLabel(draft, key);
    out.paragraphs(
      own(conclusionField(key)),
      about ? `${label} (${about.replace(/^Whether\b/, "whether")})` : label,
    );
  }
  out.paragraphs(own("range"), "Range of opinion");
  out.paragraphs(own("changedOpinion"), "An earlier opinion");
  if (own("declaration")) out.heading(3, "Declaration");
  out.paragraphs(own("declaration"));
  return out.blocks;
}

const CHAPTERS: Record<Chapter, (draft: Draft) => Written[]> = {
  summary,
  instruction,
  author,
  person,
  decisions: (draft) => decisionKeys(draft).flatMap((key) => decision(draft, key)),
  sources,
  opinion,
};

/** True for the head of a chapter, and after the last block: a head before it has nothing under it. */
const isChapterHead = (block: Written | undefined) =>
  block === undefined || (block.kind === "heading" && block.level === 2);

/** The report that a draft makes. “Able” makes a short one by itself: nothing about an impairment is in it. */
export function reportDocument(
  draft: Draft,
  {
    letterhead = [],
    footer = "",
    signed = null,
    check = "",
  }: { letterhead?: readonly string[]; footer?: string; signed?: Signature | null; check?: string } = {},
): ReportTree {
  const { title, chapters } = TEMPLATES[templateOf(draft)];
  const blocks = numbered(
    chapters
      .flatMap((chapter) => CHAPTERS[chapter](draft))
      .filter((block, index, all) => !isChapterHead(block) || !isChapterHead(all[index + 1]))
      .concat(signature(draft, signed)),
  );
  const head = { title, reference: draft.reference, language: "en-GB" as const };
  const own = (name: string) => textOf(draft, "person", name);
  const born = own("dateOfBirth") && `born ${dateWords(own("dateOfBirth"))}`;
  const about = [
    [own("personName"), born].filter(Boolean).join(", "),
    own("visitedOn") && `Visit: ${own("visitedOn")}`,
  ].filter(Boolean);
  const foot = { ...(footer && { footer }), ...(check && { check }) };
  return { ...head, letterhead: [...letterhead], ...foot, about, blocks };
}

/** Heads of the two columns of each table. */
export const TABLE_HEAD = ["What", "As recorded"] as const;

/** The lines under the title: the reference, the person and the visit. */
export const headLines = ({ reference, about = [] }: Pick<DocumentTree, "reference" | "about">) => [
  `Reference ${reference}`,
  ...about,
];

/** The words of a block that are one piece of text in every file. */
export function blockTexts(block: DocumentBlock): string[] {
  switch (block.kind) {
    case "paragraph":
      return [`${block.number}. ${block.text}`];
    case "quote":
      return [`${block.speaker}: ${block.text}`];
    case "list":
      return block.items;
    case "signature":
      return block.lines;
    case "table":
      return [...TABLE_HEAD, ...block.rows.flatMap(({ name, value }) => [name, value])];
    case "heading":
      return [block.text];
  }
}

/** Every word of a tree, in the order of its print: the words that each writer's file must have. */
export function treeText(tree: DocumentTree): string {
  const { letterhead, title, blocks } = tree;
  return [...letterhead, title, ...headLines(tree), ...blocks.flatMap(blockTexts)].join("\n");
}
