import { expect, test } from "vitest";
import { createSharedPages, sharedIds, sharedPage } from "./shared-pages.server.ts";

const A = "A".repeat(22);
const B = "B".repeat(22);
const KEY_A = `${"a".repeat(22)}.${"k".repeat(43)}`;
const KEY_B = `${"b".repeat(22)}.${"l".repeat(43)}`;

test("a page that was rendered once is given with the identifiers of the next visitor", () => {
  const pages = createSharedPages();
  expect(pages.find(["step", { id: A, key: KEY_A }], [A, KEY_A])).toBeNull();
  pages.keep(["step", { id: A, key: KEY_A }], [A, KEY_A], `<a href="?draft=${A}">${KEY_A}</a>${A}`);
  expect(pages.find(["step", { id: B, key: KEY_B }], [B, KEY_B])).toBe(
    `<a href="?draft=${B}">${KEY_B}</a>${B}`,
  );
});

test("other data is another page", () => {
  const pages = createSharedPages();
  pages.keep(["step", { id: A, done: [] }], [A], `<p>${A}</p>`);
  expect(pages.find(["step", { id: B, done: ["one"] }], [B])).toBeNull();
  expect(pages.find(["other", { id: B, done: [] }], [B])).toBeNull();
  expect(pages.find(["step", { id: "\u00000\u0000", done: [] }], [B])).toBeNull();
});

test("what could be an ordinary word is no identifier: its page is not kept", () => {
  const pages = createSharedPages();
  for (const ids of [["word"], [""], [A, A], ["with spaces in it, and commas"]]) {
    pages.keep(["step", ids], ids, `<p>${ids[0]}</p>`);
    expect(pages.find(["step", ids], ids)).toBeNull();
  }
});

test("the pages that were asked for last stay", () => {
  const pages = createSharedPages(2);
  pages.keep([1, A], [A], "one");
  pages.keep([2, A], [A], "two");
  pages.find([1, A], [A]);
  pages.keep([3, A], [A], "three");
  expect([1, 2, 3].map((page) => pages.find([page, A], [A]))).toEqual(["one", null, "three"]);
});

test("one loader without a mark makes it a page of the visitor's own", () => {
  const marked = sharedPage({ a: 1 }, [A]);
  expect(sharedIds([marked, sharedPage({}, [B])])).toEqual([A, B]);
  for (const other of [{ a: 1 }, null, "text"]) expect(sharedIds([marked, other])).toBeNull();
});
