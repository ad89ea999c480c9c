/** The text version of a mail, from the HTML that React made of `parts.tsx`: it knows these elements alone. */

const LONGEST_LINE = 76;
const RULE = "-".repeat(40);

/** Line ends before and after an element; the larger of two that meet counts. */
const BREAKS: Record<string, [before: number, after: number]> = {
  h1: [3, 2],
  p: [2, 2],
  div: [2, 2],
  ul: [2, 2],
  li: [1, 1],
  hr: [2, 2],
};

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_all, name: string) => ENTITIES[name]!);

/** Lines of at most `width` characters; a word that is longer has a line of its own. */
function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((row) => {
    const lines = [""];
    for (const word of row.split(/[ \t\r\f\u200b]+/).filter(Boolean)) {
      const line = lines.at(-1)!;
      if (line === "") lines[lines.length - 1] = word;
      else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}

/** Addresses follow the words of their links; the preview is left out. */
export function mailAsText(html: string): string {
  const written: string[] = [];
  let breaks = 0;
  let inline = "";
  let prefix = "";
  let link = { href: "", from: 0 };
  let divsInPreview = 0;
  /** One of a list of facts, which stand line by line. */
  let isFact = false;

  const write = (lines: string[]) => {
    if (written.length > 0) written.push("\n".repeat(breaks));
    written.push(lines.join("\n"));
    breaks = 0;
  };
  const endInline = () => {
    const lines = wrap(inline, LONGEST_LINE - prefix.length);
    const indented = lines.map((line, index) => (index === 0 ? prefix : " ".repeat(prefix.length)) + line);
    if (inline.trim() !== "") write(indented);
    inline = "";
  };
  const openLink = (attributes: string) => {
    const href = decode(/ href="([^"]*)"/.exec(attributes)?.[1] ?? "").replace(/^mailto:/, "");
    link = { href, from: inline.length };
  };
  const closeLink = () => {
    if (inline.slice(link.from) !== link.href) inline += ` ${link.href}`;
  };

  const body = html.slice(html.indexOf("<body"));
  for (const [whole, slash, name, attributes = ""] of body.matchAll(/<(\/?)(\w+)([^>]*)>|[^<]+/g)) {
    const isEnd = slash === "/";
    if (divsInPreview > 0 || attributes.includes('class="preview"')) {
      if (name === "div") divsInPreview += isEnd ? -1 : 1;
      continue;
    }
    if (name === undefined) {
      inline += decode(whole).replaceAll("\n", " ");
    } else if (name === "a") {
      if (isEnd) closeLink();
      else openLink(attributes);
    } else if (name === "br") {
      inline += "\n";
    } else if (BREAKS[name]) {
      if (!isEnd || name !== "p") isFact = attributes.startsWith(' class="fact');
      endInline();
      breaks = Math.max(breaks, isFact ? 1 : BREAKS[name][isEnd ? 1 : 0]);
      prefix = name === "li" && !isEnd ? "- " : "";
      if (name === "hr") write([RULE]);
      if (name === "hr") breaks = BREAKS["hr"]![1];
    }
  }
  endInline();
  return written.join("");
}
