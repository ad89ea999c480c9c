import { expect, test } from "vitest";
import { z } from "zod";
import { parseForm } from "./read-form.server.ts";
import { INTENT, VALIDATE } from "./validate-intent.ts";

const Person = z.object({ name: z.string("Please enter a name."), pets: z.array(z.string()).default([]) });

function parse(pairs: [string, string][]) {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return parseForm(form, Person, "Please check.");
}

test.each([
  ["pets[99999999]", "Rex"],
  ["pets[0].name", "Rex"],
  ["name.first", "Ann"],
  ["a" + ".b".repeat(20_000), "x"],
  ["a]", "x"],
  ["__intent__", "garbage"],
  ["__intent__", '{"type":"reset"}'],
  ["__state__", "{"],
  ["__proto__", "x"],
  ["constructor", "x"],
])("a control called %.30s is none of ours and counts for nothing", (name, value) => {
  expect(
    parse([
      ["name", "Ann"],
      [name, value],
    ]),
  ).toMatchObject({ ok: true, value: { name: "Ann", pets: [] } });
  const refused = parse([[name, value]]);
  expect(refused).toMatchObject({ ok: false, reply: { error: { name: ["Please enter a name."] } } });
});

test("what was typed comes back with a refusal, passwords left out", () => {
  expect(
    parse([
      ["pets", "Rex"],
      ["pets", "Tom"],
      ["password", "hunter22"],
    ]),
  ).toMatchObject({
    reply: { initialValue: { pets: ["Rex", "Tom"] }, summary: "Please check." },
  });
});

test("what was pasted with invisible characters is read without them, and shown as it was typed when it is refused", () => {
  const pasted = "\u202aAnn\u00a0Lee\u202c\u200b";
  expect(parse([["name", pasted]])).toMatchObject({ ok: true, value: { name: "Ann Lee" } });
  const refused = parse([
    ["pets", pasted],
    ["name", ""],
  ]);
  expect(refused).toMatchObject({ ok: false, reply: { initialValue: { pets: pasted } } });
});

test("a line break, which forms send as two characters, counts as one", () => {
  const Note = z.object({ note: z.string().max(5, "Too long.") });
  const form = new FormData();
  form.append("note", "ab\r\ncd");
  expect(parseForm(form, Note, "")).toMatchObject({ ok: true, value: { note: "ab\ncd" } });
});

test("a password is read as it was typed", () => {
  const form = new FormData();
  form.append("password", "a\u00a0b\u200b");
  expect(parseForm(form, z.object({ password: z.string() }), "")).toMatchObject({
    value: { password: "a\u00a0b\u200b" },
  });
});

test("a form that only asks for its messages is never taken", () => {
  const asking: [string, string] = [INTENT, VALIDATE];
  expect(parse([["name", "Ann"], asking])).toMatchObject({ ok: false, reply: { error: {}, summary: "" } });
  expect(parse([asking])).toMatchObject({
    ok: false,
    reply: { error: { name: ["Please enter a name."] }, summary: "Please check." },
  });
});
