/**
 * Pages that are the same for everybody but for some identifiers. Such a page is rendered once; after that only its
 * identifiers and the nonce are put in. Rendering was a third of a booking's time, and four of its six pages are like this.
 */

const shares = new WeakMap<object, readonly string[]>();

/**
 * Marks what a loader returns as the data of such a page: it names nobody, holds nothing that anybody typed, and the page
 * depends on nothing else. `ids` are the identifiers in it that differ from visitor to visitor.
 */
export function sharedPage<Data extends object>(data: Data, ids: readonly string[]): Data {
  shares.set(data, ids);
  return data;
}

/** The identifiers that the loaders of a page named; null for a page of one visitor's own: one without a mark. */
export function sharedIds(loaded: readonly unknown[]): string[] | null {
  const named = loaded.map((data) => (typeof data === "object" && data && shares.get(data)) || null);
  return named.every((ids) => ids !== null) ? named.flat() : null;
}

/** Random identifiers only: a short or plain word could be part of the page as well. */
const IDENTIFIER = /^[\w.-]{22,100}$/;

/** What is kept of a page: its text between the identifiers, and the number of the identifier that follows each part. */
type Page = { parts: string[]; slots: number[] };

export type SharedPages = {
  /** The page that was rendered from the same data, with these identifiers; null when there was none yet. */
  find(data: unknown[], ids: readonly string[]): string | null;
  keep(data: unknown[], ids: readonly string[], html: string): void;
};

/** The data with each identifier's number in its place. JSON holds no raw control character of its own. */
function keyOf(data: unknown[], ids: readonly string[]): string {
  return ids.reduce((key, id, slot) => key.replaceAll(id, `\u0000${slot}\u0000`), JSON.stringify(data));
}

/** Keeps the pages that were asked for last, `most` of them. */
export function createSharedPages(most = 64): SharedPages {
  const pages = new Map<string, Page>();
  return {
    find(data, ids) {
      const key = keyOf(data, ids);
      const page = pages.get(key);
      if (!page) return null;
      pages.delete(key);
      pages.set(key, page);
      let html = page.parts[0]!;
      for (const [index, slot] of page.slots.entries()) html += ids[slot]! + page.parts[index + 1]!;
      return html;
    },
    keep(data, ids, html) {
      if (!ids.every((id) => IDENTIFIER.test(id)) || new Set(ids).size < ids.length) return;
      const pieces = html.split(new RegExp(`(${ids.map((id) => id.replaceAll(".", "\\.")).join("|")})`));
      const page = {
        parts: pieces.filter((_piece, index) => index % 2 === 0),
        slots: pieces.filter((_piece, index) => index % 2 === 1).map((id) => ids.indexOf(id)),
      };
      pages.set(keyOf(data, ids), page);
      const [oldest] = pages.keys();
      if (pages.size > most) pages.delete(oldest!);
    },
  };
}
