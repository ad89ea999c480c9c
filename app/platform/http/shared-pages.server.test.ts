import { expect, test } from "vitest";
import { createSharedPages, isShared, sharedPage } from "./shared-pages.server.ts";

const A = "A".repeat(22);
const B = "B".repeat(22);
const KEY_A = `${"a".repeat(22)}.${"k".repeat(43)}`;
const KEY_B = `${"b".repeat(22)}.${"l".repeat(43)}`;

type Data = { id: string; key?: string; name?: string; note?: string; role?: string; done?: string[] };
const of = (data: Data, texts: (keyof Data)[] = []) =>
  sharedPage(data, [data.id, ...(data.key ? [data.key] : [])], texts);

test("a page that was rendered once is given with the identifiers of the next visitor", () => {
  const open = createSharedPages();
  const first = open(["step"], [of({ id: A, key: KEY_A })], [])!;
  expect(first.known).toBeNull();
  expect(String(first.keep(`<a href="?draft=${A}">${KEY_A}</a>${A}`))).toBe(
    `<a href="?draft=${A}">${KEY_A}</a>${A}`,
  );
  expect(String(open(["step"], [of({ id: B, key: KEY_B })], [])!.known)).toBe(
    `<a href="?draft=${B}">${KEY_B}</a>${B}`,
  );
});

test("other data is another page", () => {
  const open = createSharedPages();
  open(["step"], [of({ id: A, done: [] })], [])!.keep(`<p>${A}</p>`);
  expect(open(["step"], [of({ id: B, done: ["one"] })], [])!.known).toBeNull();
  expect(open(["other"], [of({ id: B, done: [] })], [])!.known).toBeNull();
});

test("what could be an ordinary word is no identifier: its page is not kept", () => {
  const open = createSharedPages();
  for (const ids of [["word"], [""], [A, A], ["with spaces in it, and commas"]]) {
    expect(open(["step"], [sharedPage({ ids }, ids)], [])).toBeNull();
  }
});

test("the pages that were asked for last stay", () => {
  const open = createSharedPages(2);
  const page = (number: number) => open([number], [of({ id: A })], [])!;
  page(1).keep("one");
  page(2).keep("two");
  page(1);
  page(3).keep("three");
  expect([1, 2, 3].map((number) => page(number).known?.toString())).toEqual(["one", undefined, "three"]);
});

test("one loader without a mark makes it a page of the visitor's own", () => {
  expect(isShared([of({ id: A }), of({ id: B })])).toBe(true);
  for (const other of [{ a: 1 }, null, "text"]) expect(isShared([of({ id: A }), other])).toBe(false);
});

const HOSTILE = `O'Neill & "Sons" </script><b>\u2028$& \\ x`;

/** What React and the router write of a page's data. */
function render({ name, role }: Data, escapeHtml: (text: string) => string) {
  const data = JSON.stringify(JSON.stringify([name, role]))
    .replaceAll("&", "\\u0026")
    .replaceAll("<", "\\u003c")
    .replaceAll(">", "\\u003e")
    .replaceAll("\u2028", "\\u2028");
  const shown = escapeHtml(name!);
  return `<p title="${shown}">${shown}</p><i>${role}</i><script>push(${data})</script>`;
}
const escapeHtml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");

test("texts are kept out of what is kept, and go in as the page itself would write them", () => {
  const open = createSharedPages();
  const first = open([], [of({ id: A, name: "Ann", role: "child" }, ["name"])], [])!;
  const [loaded] = first.loaded as Data[];
  expect(loaded).toEqual({ id: A, name: expect.stringMatching(/^\w+$/) as string, role: "child" });
  expect(loaded!.name).not.toContain("Ann");
  const ann = { id: A, name: "Ann", role: "child" };
  expect(String(first.keep(render(loaded!, escapeHtml)))).toBe(render(ann, escapeHtml));
  const next = { id: B, name: HOSTILE, role: "child" };
  expect(String(open([], [of(next, ["name"])], [])!.known)).toBe(render(next, escapeHtml));
});

test("a text that happens to equal another value of the page changes that text alone", () => {
  const open = createSharedPages();
  const page = open([], [of({ id: A, name: "child", role: "child" }, ["name"])], [])!;
  expect((page.loaded[0] as Data).role).toBe("child");
});

test("a field without a text is another page than one with it", () => {
  const open = createSharedPages();
  open([], [of({ id: A, name: "Ann", note: "" }, ["name", "note"])], [])!.keep("short");
  expect(open([], [of({ id: A, name: "Eve", note: "x" }, ["name", "note"])], [])!.known).toBeNull();
});

test.each(['<a href="/x?NAME">', "<textarea>NAME", "<form action='a' action=\"NAME"])(
  "a page with a text where more than its characters would change is not kept: %s",
  (html) => {
    const page = createSharedPages()([], [of({ id: A, name: "Ann" }, ["name"])], [])!;
    expect(page.keep(html.replace("NAME", (page.loaded[0] as Data).name!))).toBeNull();
  },
);
