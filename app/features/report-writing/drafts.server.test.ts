import { beforeEach, expect, it } from "vitest";
import fc from "fast-check";
import type { Answers } from "#app/kit/sections/fields.ts";
import { ABILITY_KEYS, cannotDecide } from "./abilities.ts";
import { AFTER_CANNOT, answersThatCount, partFields } from "./parts.ts";
import { mergeFields } from "#app/kit/sections/answers.ts";
import { startDraft } from "./drafts.server.ts";
import { addExchange, exchangesOfBooking } from "./exchanges.server.ts";
import { findDraft } from "./saved-draft.server.ts";
import { fieldsSent, readForms } from "#tests/setup/html-forms.ts";
import { createVisitInProgress } from "#tests/setup/writing.ts";

let world: Awaited<ReturnType<typeof createVisitInProgress>>;
beforeEach(async () => {
  world = await createVisitInProgress({ client_first_name: "Ann", client_last_name: "Hale" });
  await startDraft(world.deps, world);
});

const DECISION = "/report/write/decision-1";
const draft = async () =>
  (await findDraft(world.deps, { bookingId: world.booking.id, authorId: world.assessor.id }))!.draft;
const part = async (key: "instruction" | "decision-1" | "opinion" = "decision-1") =>
  (await draft()).parts[key];
const CAN = { understand: "can", retain: "can", weigh: "can", communicate: "can" };
const CANNOT = { ...CAN, weigh: "cannot", weighSeen: "Named no disadvantage.", impairment: "Memory loss" };

/** The control of this name on a page; its value as the page shows it. */
async function shown(page: string, name: string): Promise<string | undefined> {
  const { html } = await world.send(page);
  const controls = readForms(html).flatMap(({ controls: all }) => all);
  return controls.find((one) => one.name === name)?.value;
}

it("a draft begins with the booked decisions for their author to word, their tests filled in, and nothing of them is kept before a save", async () => {
  expect((await world.send("/report/write")).text).toContain("Decision 1");
  expect(await shown(DECISION, "decision")).toBe("");
  expect(await shown(DECISION, "test")).toContain("Mental Capacity Act 2005");
  expect(Object.keys((await part())!.answers).sort()).toEqual(["assessment", "decision"]);
  await world.send("/report/write", { intent: "start" });
  const drafts = await world.deps.db.selectFrom("report_drafts").selectAll().execute();
  expect(drafts).toHaveLength(1);
});

it("what the product knows need not be typed", async () => {
  expect(await shown("/report/write/instruction", "authorName")).toBe("Priya Nair");
  expect(await shown("/report/write/instruction", "authorRole")).toBe(
    "Social worker, Social Work England SW123456",
  );
  expect(await shown("/report/write/person", "personName")).toContain("Ann Hale");
  expect(await shown("/report/write/person", "visitedOn")).toBe("11 March 2027");
});

it("what was filled in is marked until its author saves the part with a button", async () => {
  const page = "/report/write/person";
  const marks = async () => (await world.send(page)).text.split("Filled in for you").length - 1;
  const before = await marks();
  expect(before).toBeGreaterThan(2);
  const sent = async (goTo = "") => {
    const form = readForms((await world.send(page)).html).find(({ id }) => id === "person")!;
    const button = { label: "", name: goTo && "goTo", value: goTo };
    return fieldsSent(form, button, ({ name }) => (name === "place" ? "The garden" : undefined));
  };
  expect((await world.send(`${page}/autosave`, await sent())).status).toBe(200);
  expect(await marks()).toBe(before - 1);
  const check = async () => (await world.send("/report/write/check")).text;
  expect(await check()).toContain("has words that were filled in for you: “Name of the person”");
  expect((await world.send(page, await sent("sources"))).status).toBe(303);
  expect(await check()).toContain("filled in for you");
  expect((await world.send(page, await sent())).status).toBe(303);
  expect(await check()).not.toContain("filled in for you");
  expect(await marks()).toBe(0);
});

it("parts lead on to one another, Save stays, and the last one leads to the check", async () => {
  const go = async (page: string, form = {}) => (await world.send(`/report/write/${page}`, form)).location;
  expect(await go("instruction", { version: "0" })).toMatch(/write\/person$/);
  expect(await go("sources", { intent: "save" })).toMatch(/write\/sources\?done=saved$/);
  expect(await go("opinion")).toMatch(/write\/check$/);
  expect(await go("person", { goTo: "sources" })).toMatch(/write\/sources$/);
});

it.each([
  ["all four are can", CAN],
  ["nothing is found yet", {}],
  ["a finding is not reached", { ...CAN, weigh: "not-reached" }],
])(
  "no impairment is in the report when %s, in whatever order it is sent; its words wait in their fields",
  async (_what, findings) => {
    const impairment = { impairment: "Memory loss", becauseOf: "It forgets", mayReturn: "no" };
    await world.send(DECISION, { ...impairment, ...findings });
    await world.send(DECISION, { ...findings, ...impairment, version: "1" });
    const { text } = await world.send("/report/write/preview");
    expect(text).not.toContain("Memory loss");
    expect(text).not.toContain("It forgets");
    expect((await world.send("/report/write/cop3")).text).not.toContain("Memory loss");
    expect(await shown(DECISION, "impairment")).toBe("Memory loss");
  },
);

it("an impairment leaves the report with the “cannot”, and comes back with it", async () => {
  const inReport = async () => (await world.send("/report/write/preview")).text.includes("Memory loss");
  await world.send(DECISION, CANNOT);
  expect(await inReport()).toBe(true);
  await world.send(DECISION, { ...CANNOT, weigh: "can", version: "1" });
  expect([await inReport(), await shown(DECISION, "impairment")]).toEqual([false, "Memory loss"]);
  await world.send(DECISION, { weigh: "cannot", version: "2" });
  expect(await inReport()).toBe(true);
});

it("two windows never overwrite each other: the later one is shown both texts", async () => {
  await world.send(DECISION, { ...CAN, wishes: "She wants to stay.", version: "0" });
  const late = await world.send(DECISION, { ...CAN, wishes: "She wants to go.", version: "0" });
  expect(late.status).toBe(409);
  expect(late.text).toContain("She wants to stay.");
  expect(late.text).toContain("She wants to go.");
  const kept = await world.send(DECISION, { ...CAN, wishes: "She wants to go.", version: "1" });
  expect(kept.status).toBe(303);
  const answer = await world.send(`${DECISION}/autosave`, { ...CAN, wishes: "Neither.", version: "1" });
  expect(answer.status).toBe(409);
  expect(JSON.parse(answer.html)).toMatchObject({ kind: "conflict", conflict: { version: 2 } });
});

it("a text that is too long is refused at its field, and stays", async () => {
  const refused = await world.send(DECISION, { wishes: "x".repeat(6_001) });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("please keep it to 6,000 characters");
  expect(refused.text).toContain("x".repeat(6_001));
});

it("relevant information has at most twelve lines, and what was typed stays", async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `point ${index + 1}`).join("\n");
  const refused = await world.send(DECISION, { information: lines(13) });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Use at most 12 lines")]);
  expect(refused.text).toContain("point 13");
  expect((await world.send(`${DECISION}/autosave`, { information: lines(13) })).status).toBe(400);
  expect((await world.send(DECISION, { information: lines(12) })).status).toBe(303);
});

it("no saves in any order leave an impairment in a report of somebody who can decide", () => {
  const fields = partFields("decision-1", { booked: [], exchanges: [], decisions: [] });
  const finding = fc.constantFrom("", "can", "cannot", "not-reached");
  const text = fc.constantFrom("", "words");
  const save = fc.record(
    Object.fromEntries([
      ...ABILITY_KEYS.map((ability) => [ability, finding]),
      ...AFTER_CANNOT.map((name) => [name, text]),
    ]) as Record<string, fc.Arbitrary<string>>,
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(save, { minLength: 1, maxLength: 6 }), (saves) => {
      let saved: Answers = {};
      for (const given of saves) {
        saved = mergeFields(fields, saved, given as Answers);
        if (cannotDecide(saved)) continue;
        const counted = answersThatCount(saved);
        for (const name of AFTER_CANNOT) expect(counted[name] ?? "").toBe("");
      }
    }),
  );
});

it("ticks at exchanges are evidence; one of another visit is left out, and the page says so", async () => {
  const exchange = { speaker: "person", text: "I pay him on Fridays.", at: "" } as const;
  await addExchange(world.deps, { visitId: world.visitId, by: world.by, key: "one", exchange });
  const [said] = await exchangesOfBooking(world.deps, world.booking.id);
  const saved = await world.send(DECISION, { ...CAN, weighEvidence: [said!.id, "elsewhere"] });
  expect(saved.location).toMatch(/done=left-out$/);
  expect((await part())!.answers["weighEvidence"]).toEqual([said!.id]);
  expect((await world.send("/report/write/preview")).text).toContain("The person (1): I pay him on Fridays.");
});

it("the suggested conclusion is in its field, and in no print before the author saves it", async () => {
  await world.send(DECISION, CANNOT);
  const suggested = await shown("/report/write/opinion", "conclusion1");
  expect(suggested).toContain("lacks capacity to make this decision");
  expect((await world.send("/report/write/preview")).text).not.toContain("lacks capacity");
  await world.send("/report/write/opinion", { conclusion1: suggested!, declaration: "" });
  expect((await world.send("/report/write/preview")).text).toContain("lacks capacity");
});

it("the check leads from each finding to its field", async () => {
  const { html, text } = await world.send("/report/write/check");
  expect(text).toContain("“Instruction” is not written yet.");
  expect(html).toContain('/report/write/instruction#instruction-template"');
  expect(await world.send("/report/write/cop3").then((page) => page.text)).toContain(
    "Decision 1: The relevant information",
  );
});

it("decisions can be added, and removed unless another window saved them", async () => {
  expect((await world.send("/report/write", { intent: "add" })).location).toMatch(/write\/decision-2$/);
  await world.send("/report/write/decision-2", { decision: "Whether to marry." });
  const stale = await world.send("/report/write", { intent: "remove", key: "decision-2", version: "0" });
  expect(stale.status).toBe(409);
  expect(stale.text).toContain("so it was not removed");
  const removed = { intent: "remove", key: "decision-2", version: "1" };
  for (const _ of [1, 2])
    expect((await world.send("/report/write", removed)).location).toMatch(/done=removed$/);
  expect((await world.send("/report/write/decision-2")).status).toBe(404);
});
