import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LoginNotice } from "./login-form.tsx";

test.each(["__proto__", "constructor", "x", "", null])("a reason of %j says nothing", (reason) => {
  expect(renderToStaticMarkup(<LoginNotice reason={reason} />)).toBe("");
});

test("a reason of ours is told", () => {
  expect(renderToStaticMarkup(<LoginNotice reason="expired" />)).toContain("Please sign in again.");
});
