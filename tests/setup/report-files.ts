import JSZip from "jszip";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Reads back the files of a report. */

/** Words without the bullets of lists. */
export const wordsOf = (text: string) => text.replaceAll("•", " ").split(/\s+/u).filter(Boolean).join(" ");

type StructNode = { role?: string; children?: StructNode[] };

function rolesOf(node: StructNode): string[] {
  return [node.role ?? "", ...(node.children ?? []).flatMap(rolesOf)];
}

/** Words in the order of the tags, without the margins; the roles of the tags. */
export async function readPdf(bytes: Buffer) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { info } = await pdf.getMetadata();
  const words: string[] = [];
  const margins: string[] = [];
  const roles = new Set<string>();
  const languages = new Set<string | null>();
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items, lang } = await page.getTextContent({ includeMarkedContent: true });
    languages.add(lang);
    let isMargin = false;
    for (const item of items) {
      if ("str" in item) (isMargin ? margins : words).push(item.str, item.hasEOL ? "\n" : "");
      else if (item.type.startsWith("begin")) isMargin = "tag" in item && item.tag === "Artifact";
      else isMargin = false;
    }
    words.push("\n");
    for (const role of rolesOf((await page.getStructTree()) as StructNode)) roles.add(role);
  }
  const isMarked = (await pdf.getMarkInfo())?.Marked;
  await pdf.destroy();
  return {
    text: words.join(""),
    margins: margins.join(" "),
    roles,
    title: (info as { Title: string }).Title,
    languages: [...languages],
    isMarked,
    pages: pdf.numPages,
  };
}

/** Words of a Word document, without its margins. */
export async function readDocx(bytes: Buffer): Promise<string> {
  const xml = await (await JSZip.loadAsync(bytes)).file("word/document.xml")!.async("string");
  return xml
    .replaceAll(/<\/w:p>|<w:br\/>/g, " ")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(
      /&(amp|lt|gt|quot|apos);/g,
      (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[name]!,
    );
}
