import { expect, test } from "vitest";
import { mailAsText } from "./mail-as-text.ts";

const asText = (inner: string) =>
  mailAsText(`<html><head><title>No</title></head><body>${inner}</body></html>`);

test("headings, paragraphs, lists, rules and links become lines that any program shows", () => {
  const text = asText(
    '<div class="preview">Not <div>shown</div></div><div class="card"><p class="soft">Us</p><h1>Hello</h1>' +
      '<p>One<br/>two &amp; &lt;three&gt;</p><ul class="ink"><li>first</li><li>second</li></ul>' +
      '<p><a class="button" href="https://example.org/?a=1&amp;b=2">View</a></p><hr class="line"/>' +
      '<p>Write to <a href="mailto:a@example.org">a@example.org</a>.</p></div>',
  );
  expect(text).toBe(
    "Us\n\n\nHello\n\nOne\ntwo & <three>\n\n- first\n- second\n\nView https://example.org/?a=1&b=2\n\n" +
      `${"-".repeat(40)}\n\nWrite to a@example.org.`,
  );
});

test("facts stand line by line", () => {
  const fact = (name: string) => `<p class="fact ink"><span>${name}:</span> <strong>x</strong></p>`;
  expect(asText(`<p>Before</p><div class="box">${fact("A")}${fact("B")}</div><p>After</p>`)).toBe(
    "Before\n\nA: x\nB: x\n\nAfter",
  );
});

test("lines have at most 76 characters, those of a list are indented, and a long address stays whole", () => {
  const words = "word ".repeat(40).trim();
  const address = `https://example.org/${"x".repeat(90)}`;
  const lines = asText(
    `<p>${words}</p><ul><li>${words}</li></ul><p>See <a href="${address}">it</a></p>`,
  ).split("\n");
  expect(lines.filter((line) => line.length > 76)).toEqual([address]);
  expect(lines.filter((line) => line.startsWith("- word "))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith("  word "))).toHaveLength(2);
});
