import { brotliCompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { fieldsSent, readForms, type Control } from "#tests/setup/html-forms.ts";
import { createVisitInProgress } from "#tests/setup/writing.ts";
import { startDraft } from "./drafts.server.ts";
import { addExchange } from "./exchanges.server.ts";

const MAX_TYPED_FIELDS = 25;

/** All that an assessor types and chooses for a decision that the person cannot make. */
const TYPED: Record<string, Record<string, string>> = {
  instruction: { qualifications: "Twelve years of assessments." },
  person: { conducted: "in-person", identity: "Named by the nurse", engaged: "yes" },
  "decision-1": {
    decision: "Whether to let her son pay the larger bills from her account.",
    timing: "once",
    support: "A quiet room, large print.",
    understand: "can",
    retain: "can",
    weigh: "cannot",
    communicate: "can",
    weighSeen: "Named no disadvantage.",
    understandReasons: "She said in her own words what is to be paid.",
    retainReasons: "She named the amounts after half an hour.",
    weighReasons: "She came back to her son at each question.",
    communicateReasons: "She spoke clearly.",
    impairment: "A loss of memory",
    diagnosis: "none",
    becauseOf: "She loses the thread before she can set one option against another.",
    mayReturn: "no",
  },
  sources: {},
  opinion: { summary: "She cannot weigh up what the decision needs." },
};

const isText = ({ type }: Control) => type === "text" || type === "textarea";

/** Fields that the product fills in, because the booking, the visit, the profile or an earlier page say it:
 * docs/design.md has them in words. */
const NOT_TYPED = [
  ...["assessment", "authorName", "authorRole", "conclusion1", "declaration", "information"],
  ...["instructedBy", "personName", "place", "questions", "template", "test", "visitedOn"],
];

const isFilledIn = ({ type, value, isOn }: Control) =>
  type === "radio" || type === "checkbox" ? isOn : type !== "hidden" && value.trim() !== "";

it("a report on one decision is sound after few typed fields, with all else filled in or ticked", async () => {
  const { deps, visitId, by, send } = await createVisitInProgress({
    client_first_name: "Ann",
    client_last_name: "Hale",
  });
  await startDraft(deps, { visitId, by });
  let typedCount = 0;
  const filledIn: string[] = [];
  for (const [section, typed] of Object.entries(TYPED)) {
    const { html } = await send(`/report/write/${section}`);
    const form = readForms(html).find(({ id }) => id === section)!;
    typedCount += form.controls.filter((one) => isText(one) && typed[one.name] !== undefined).length;
    filledIn.push(
      ...form.controls
        .filter((one) => isFilledIn(one) && typed[one.name] === undefined)
        .map(({ name }) => name),
    );
    const button = { label: "Save and continue", name: "", value: "" };
    const saved = await send(
      `/report/write/${section}`,
      fieldsSent(form, button, ({ name }) => typed[name]),
    );
    expect(saved.status, section).toBe(303);
  }
  expect((await send("/report/write/check")).text).toContain("Nothing stops this report.");
  // A group that is answered and sound is folded.
  const { html: decision } = await send("/report/write/decision-1");
  expect(decision.match(/<details class="fold" open/g)).toBeNull();
  expect(decision).toContain("Save and continue with Sources");
  expect(typedCount).toBeLessThanOrEqual(MAX_TYPED_FIELDS);
  expect(typedCount).toBe(12);
  // Neither the day of birth nor a diagnosis is known of this booking.
  expect([...new Set(filledIn)].sort()).toEqual(NOT_TYPED);
});

it("a decision's page with 60 exchanges stays light", async () => {
  const { deps, visitId, by, send } = await createVisitInProgress();
  await startDraft(deps, { visitId, by });
  for (let number = 1; number <= 60; number += 1) {
    const text = `Exchange ${number}: ${deps.ids.uuid()} ${"what she said of the money and the house ".repeat(5)}`;
    await addExchange(deps, {
      visitId,
      by,
      key: `${number}`,
      exchange: { speaker: "person", text, at: "10:05" },
    });
  }
  const { html } = await send("/report/write/decision-1");
  expect(html).toContain("60. The person");
  // All style sheets together have 9 KB more.
  expect(brotliCompressSync(html).length).toBeLessThan(21 * 1024);
});
