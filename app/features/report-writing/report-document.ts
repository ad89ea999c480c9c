import { formatDate, isIsoDate, MONTHS, type IsoDate } from "#app/platform/dates.ts";
import { answerText } from "#app/kit/sections/answers.ts";
import {
  contextOf,
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
import { LOOK_AGAIN, partGroups, TITLES, type PartKey } from "./parts.ts";
import { filled, inShort, labelled } from "./print.ts";
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

/** The answers of a part in the order of print. `isAlways`: their heading is printed even without words under it. */
export function inPrint(draft: Draft, key: PartKey) {
  const answers = draft.parts[key] ?? {};
  const own = (name: string) => textOf(draft, key, name);
  const all = partGroups(key, contextOf(draft)).flatMap(({ title, heading, fields }) => {
    const isAlways = typeof heading === "function";
    const over = isAlways ? heading(answers) : heading ? title : "";
    if (over === null) return [];
    return fields
      .filter(({ printed }) => printed !== null)
      .map((field) => ({
        ...field,
        own,
        isAlways,
        heading: field.under ?? over,
        label: field.printed ?? field.label,
        words: field.words ? field.words(own) : answerText(field, answers[field.name]).trim(),
        said: field.as === "quotes" ? tickedExchanges(draft, answers[field.name]) : [],
      }));
  });
  for (const one of all.filter(({ after }) => after)) {
    all.splice(all.indexOf(one), 1);
    all.splice(all.findIndex(({ name }) => name === one.after) + 1, 0, one);
  }
  return all;
}

/** The answers of a part that a chapter prints, under their headings. */
function answered(draft: Draft, key: PartKey, of: string): Written[] {
  const mine = inPrint(draft, key).filter(({ chapter = key }) => chapter === of);
  return [...Map.groupBy(mine, ({ heading }) => heading)].flatMap(([heading, answers]) => {
    const out = writer(key);
    for (const [caption, ones] of Map.groupBy(answers, ({ name, table }) => table ?? name)) {
      const { as, label, words, said, table } = ones[0]!;
      if (table)
        out.table(
          caption,
          ones.map((one) => ({ name: one.label, value: one.words })),
        );
      else if (as === "lines") out.list(linesOf(words), `${label}:`);
      else if (as === "quotes") for (const exchange of said) out.quote(exchange);
      else if (as !== "heading") out.paragraphs(words, label);
    }
    const isHeaded = heading !== "" && (out.blocks.length > 0 || answers[0]!.isAlways);
    return isHeaded ? [{ part: key, kind: "heading", level: 3, text: heading }, ...out.blocks] : out.blocks;
  });
}

const HEADS: Record<Exclude<Chapter, "decisions">, readonly [PartKey, string]> = {
  summary: ["opinion", "Summary"],
  instruction: ["instruction", TITLES.instruction],
  author: ["instruction", "The author"],
  person: ["person", TITLES.person],
  sources: ["sources", TITLES.sources],
  opinion: ["opinion", "Opinion"],
};

function chapterBlocks(draft: Draft, chapter: Chapter): Written[] {
  const headed = (part: PartKey, text: string, of: string = part): Written[] => [
    { part, kind: "heading", level: 2, text },
    ...answered(draft, part, of),
  ];
  if (chapter !== "decisions") return headed(...HEADS[chapter], chapter);
  return decisionKeys(draft).flatMap((key) =>
    headed(key, filled([decisionLabel(draft, key), inShort(textOf(draft, key, "decision"))], ": ")),
  );
}

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
      .flatMap((chapter) => chapterBlocks(draft, chapter))
      .filter((block, index, all) => !isChapterHead(block) || !isChapterHead(all[index + 1]))
      .concat(signature(draft, signed)),
  );
  const head = { title, reference: draft.reference, language: "en-GB" as const };
  const words = (name: string) => wordsOf(draft, "person", name);
  const [born, visit] = [words("dateOfBirth"), labelled("Visit", words("visitedOn"))];
  const about = [filled([words("personName"), born && `born ${born}`], ", "), visit].filter(Boolean);
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
