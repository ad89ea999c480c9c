import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Times } from "./times.tsx";

test.each([
  ["Free 9:00–13:00, 14:00–17:00", ["9:00–13:00", "14:00–17:00"]],
  ["Thursday 11 March 2027, 10:00–11:30, with Priya", ["10:00–11:30"]],
  ["No date yet – call", []],
])("in %j hours do not break, and the text stays as it is", (text, hours) => {
  const html = renderToStaticMarkup(<Times>{text}</Times>);
  expect(html.replaceAll(/<[^>]*>/g, "")).toBe(text);
  expect([...html.matchAll(/<span class="whitespace-nowrap">([^<]*)</g)].map(([, one]) => one)).toEqual(
    hours,
  );
});
