import { randomBytes } from "node:crypto";
import { scriptText } from "./defer-client-runtime.server.ts";
import { escapeHtml } from "./plain-answer.server.ts";

/** Pages that are the same for everybody except for some identifiers and words are rendered once (docs/decisions/0018). */

type Share = { ids: readonly string[]; texts: ReadonlySet<string> };

const shares = new WeakMap<object, Share>();

/** Declares that a page depends only on this loader's data. `ids` are random identifiers that differ between visitors;
 * `texts` names the fields shown unchanged, as text or as a control's value, and otherwise only tested for being empty:
 * typed text must be among them. */
export function sharedPage<Data extends object>(
  data: Data,
  ids: readonly string[],
  texts: readonly (keyof Data & string)[] = [],
): Data {
  shares.set(data, { ids, texts: new Set(texts) });
  return data;
}

export function isShared(loaded: readonly unknown[]): loaded is object[] {
  return loaded.every((data) => typeof data === "object" && data !== null && shares.has(data));
}

/** A short or plain word could also be part of the page. */
const IDENTIFIER = /^[\w.-]{22,100}$/;

/** Stands for a text while a page is rendered. Letters and digits only, which nothing changes. */
const PLACEHOLDER = randomBytes(12).toString("hex");
const placeholder = (slot: number) => `x${PLACEHOLDER}x${slot}x`;

type Writing = (text: string) => string;

const asHtml: Writing = (text) => escapeHtml(text).replaceAll("&#39;", "&#x27;");
const asData: Writing = (text) => scriptText(JSON.stringify(text).slice(1, -1));
const asItIs: Writing = (id) => id;

/** The page's bytes between the values: encoding whole pages for each visitor took 3 % of a booking. */
type Page = { parts: Buffer[]; slots: { slot: number; write: Writing }[] };

function fill({ parts, slots }: Page, values: readonly string[]): Buffer {
  const pieces = [parts[0]!];
  for (const [index, { slot, write }] of slots.entries()) {
    pieces.push(Buffer.from(write(values[slot]!)), parts[index + 1]!);
  }
  return Buffer.concat(pieces);
}

/** How to insert a text after `before`; null where it would need more than escaping: in an address, a text area. */
function writingAfter(before: string): Writing | null {
  if (before.lastIndexOf("<script") > before.lastIndexOf("</script")) return asData;
  const tag = before.slice(before.lastIndexOf("<"));
  return /\s(href|src|action|formaction)="[^"]*$/i.test(tag) || /^<(textarea|pre)\b[^>]*>$/i.test(tag)
    ? null
    : asHtml;
}

function split(html: string, ids: readonly string[], values: readonly string[]): Page | null {
  const marks = values.map((value, slot) => (slot < ids.length ? value : placeholder(slot)));
  const page: Page = { parts: [], slots: [] };
  let end = 0;
  for (const found of html.matchAll(
    new RegExp(marks.map((mark) => mark.replaceAll(".", "\\.")).join("|"), "g"),
  )) {
    const slot = marks.indexOf(found[0]);
    const write = slot < ids.length ? asItIs : writingAfter(html.slice(0, found.index));
    if (!write) return null;
    page.parts.push(Buffer.from(html.slice(end, found.index)));
    page.slots.push({ slot, write });
    end = found.index + found[0].length;
  }
  page.parts.push(Buffer.from(html.slice(end)));
  return page;
}

/** Keeps the `most` pages used last. `about` is what a page depends on besides its data; `ids` are identifiers that no
 * loader gave. Null for malformed or equal identifiers. */
export function createSharedPages(most = 64) {
  const pages = new Map<string, Page>();
  return function open(about: readonly unknown[], loaded: object[], ids: readonly string[]) {
    const own = loaded.map((data) => shares.get(data)!);
    const allIds = [...ids, ...own.flatMap((share) => share.ids)];
    if (!allIds.every((id) => IDENTIFIER.test(id)) || new Set(allIds).size < allIds.length) return null;
    const values = [...allIds];
    const hideTexts = (value: unknown): unknown => {
      if (typeof value === "string") return value && placeholder(values.push(value) - 1);
      if (Array.isArray(value)) return value.map(hideTexts);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, hideTexts(inner)]));
    };
    const hidden = loaded.map((data, index) => {
      const { texts } = own[index]!;
      if (texts.size === 0) return data;
      return Object.fromEntries(
        Object.entries(data).map(([field, value]) => [field, texts.has(field) ? hideTexts(value) : value]),
      );
    });
    const json = JSON.stringify([about, hidden]);
    const key = allIds.reduce((text, id, slot) => text.replaceAll(id, `\u0000${slot}\u0000`), json);

    const page = pages.get(key);
    if (page) {
      pages.delete(key);
      pages.set(key, page);
    }
    return {
      known: page ? fill(page, values) : null,
      loaded: hidden,
      /** Keeps the page rendered from `loaded` and returns it with the texts put in; null when that is impossible. */
      keep(html: string): Buffer | null {
        const made = split(html, allIds, values);
        if (!made) return null;
        pages.set(key, made);
        const [oldest] = pages.keys();
        if (pages.size > most) pages.delete(oldest!);
        return fill(made, values);
      },
    };
  };
}
