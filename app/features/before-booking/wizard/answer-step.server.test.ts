import { beforeEach, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { saveAnswers, type Draft } from "./drafts.server.ts";
import { answerStep } from "./answer-step.server.ts";
import { INTENT, VALIDATE } from "#app/forms/validate-intent.ts";
import { stepHref, type Answers, type StepSlug } from "#app/features/booking/fields/steps.ts";
import { createDraft } from "#tests/setup/drafts.ts";

/** Today is Wednesday 10 March 2027 in London. */
let deps: TestDeps;

beforeEach(() => {
  deps = createTestDeps();
});

function send(draft: Draft, fields: Record<string, string>, step: StepSlug = "scheduling") {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const save = (answers: Answers) => saveAnswers(deps, draft, answers);
  return answerStep(deps, { before: draft.answers, step, form, save });
}

test.each([
  ["nothing", {}, ""],
  ["a weekday of the calendar", { preferredDate: "2027-03-22" }, "2027-03-22"],
  ["the seventh day", { preferredDate: "2027-03-17" }, "2027-03-17"],
  ["a Saturday with weekends", { preferredDate: "2027-03-27", allowWeekends: "on" }, "2027-03-27"],
  [
    "a typed date beside a chosen one",
    {
      preferredDate: "2027-03-22",
      "preferredDate-day": "5",
      "preferredDate-month": "4",
      "preferredDate-year": "2027",
    },
    "2027-04-05",
  ],
])("%s goes on to the confirmation and is kept", async (_, fields, kept) => {
  const { draft, reread } = await createDraft(deps);
  expect(await send(draft, fields)).toEqual({
    kind: "go",
    to: stepHref("confirmation", draft.id),
  });
  expect((await reread()).answers).toMatchObject({ preferredDate: kept, "preferredDate-day": "" });
});

test.each([
  ["2027-03-09", "has passed"],
  ["2027-03-16", "7 days’ notice"],
  ["2027-03-27", "at the weekend"],
  ["2027-02-30", "does not exist"],
  ["tomorrow", "does not exist"],
])("%s is refused, with the reason and everything kept", async (preferredDate, reason) => {
  const { draft, reread } = await createDraft(deps);
  const outcome = await send(draft, { preferredDate, preferEarlierDate: "on" });
  if (outcome.kind !== "refused") throw new Error("it was taken");
  expect(outcome.reply.error?.preferredDate?.[0]).toContain(reason);
  expect(outcome.reply.initialValue).toMatchObject({ preferredDate, preferEarlierDate: "on" });
  expect((await reread()).answers).toMatchObject({ preferredDate, preferEarlierDate: "on" });
});

test("another month, Back and Clear date are not validated, and keep what was typed", async () => {
  const { draft, reread } = await createDraft(deps);
  const typed = { "preferredDate-day": "31", "preferredDate-month": "2", preferEarlierDate: "on" };
  expect(await send(draft, { ...typed, month: "2027-05" })).toMatchObject({
    to: expect.stringContaining("month=2027-05") as string,
  });
  expect((await reread()).answers).toMatchObject(typed);
  expect(await send(draft, { ...typed, intent: "back" })).toEqual({
    kind: "go",
    to: stepHref("location", draft.id),
  });
  expect(await send(draft, { ...typed, intent: "clear-date" })).toEqual({
    kind: "go",
    to: `${stepHref("scheduling", draft.id)}&#calendar`,
  });
  expect((await reread()).answers).toMatchObject({ "preferredDate-day": "", preferEarlierDate: "on" });
});

test("a form that only asks for its messages gets them and is not kept", async () => {
  const { draft, reread } = await createDraft(deps);
  const outcome = await send(draft, { preferredDate: "2027-03-22", [INTENT]: VALIDATE });
  expect(outcome).toMatchObject({ kind: "refused", reply: { error: {}, summary: "" } });
  expect((await reread()).answers).toEqual({});
});

test("unticking weekends takes a Saturday off: said on the page, and gone from the draft", async () => {
  const { draft, reread } = await createDraft(deps, { allowWeekends: "on", preferredDate: "2027-03-27" });
  const outcome = await send(draft, { preferredDate: "2027-03-27" });
  if (outcome.kind !== "refused") throw new Error("it was taken");
  expect(outcome.reply.summary).toContain("we took Saturday 27 March 2027 off");
  expect(outcome.reply.initialValue).toMatchObject({ preferredDate: "" });
  expect((await reread()).answers).toMatchObject({ preferredDate: "", allowWeekends: "" });
});

test("another place leaves the date as it was", async () => {
  const { draft, reread } = await createDraft(deps, { preferredDate: "2027-03-22" });
  await send(draft, { assessmentLocation: "York" }, "location");
  expect((await reread()).answers).toMatchObject({ assessmentLocation: "York", preferredDate: "2027-03-22" });
});
