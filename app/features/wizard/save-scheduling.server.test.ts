import { beforeEach, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { findDraft } from "./draft-guards.server.ts";
import type { Draft } from "./drafts.server.ts";
import { saveScheduling } from "./save-scheduling.server.ts";
import { INTENT, VALIDATE } from "#app/forms/validate-intent.ts";
import { startDraft } from "./start-draft.server.ts";
import { stepHref, type Answers } from "#app/features/booking/steps.ts";
import { NO_TRACKING } from "#tests/setup/drafts.ts";

/** Today is Wednesday 10 March 2027 in London. */
let deps: TestDeps;
let cookie: string;

beforeEach(() => {
  deps = createTestDeps();
});

async function start(answers: Answers = {}): Promise<Draft> {
  const request = new Request("http://localhost:3000/");
  const started = await startDraft(deps, request, {
    answers,
    tracking: NO_TRACKING,
    clientAddress: "192.0.2.1",
  });
  cookie = started.setCookie.split(";")[0]!;
  return started.draft;
}

async function savedAnswers(draft: Draft): Promise<Answers> {
  const request = new Request("http://localhost:3000/", { headers: { Cookie: cookie } });
  return (await findDraft(deps, request, draft.id))!.answers;
}

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
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
  const draft = await start();
  expect(await saveScheduling(deps, draft, posted(fields))).toEqual({
    kind: "go",
    href: stepHref("confirmation", draft.id),
  });
  expect(await savedAnswers(draft)).toMatchObject({ preferredDate: kept, "preferredDate-day": "" });
});

test.each([
  ["2027-03-09", "has passed"],
  ["2027-03-16", "7 days' notice"],
  ["2027-03-27", "at the weekend"],
  ["2027-02-30", "does not exist"],
  ["tomorrow", "does not exist"],
])("%s is refused, with the reason and everything kept", async (preferredDate, reason) => {
  const draft = await start();
  const outcome = await saveScheduling(deps, draft, posted({ preferredDate, preferEarlierDate: "on" }));
  if (outcome.kind !== "refused") throw new Error("it was taken");
  expect(outcome.reply.error?.preferredDate?.[0]).toContain(reason);
  expect(outcome.reply.initialValue).toMatchObject({ preferredDate, preferEarlierDate: "on" });
  expect(await savedAnswers(draft)).toMatchObject({ preferredDate, preferEarlierDate: "on" });
});

test("another month, Back and Clear date are not validated, and keep what was typed", async () => {
  const draft = await start();
  const typed = { "preferredDate-day": "31", "preferredDate-month": "2", preferEarlierDate: "on" };
  expect(await saveScheduling(deps, draft, posted({ ...typed, month: "2027-05" }))).toMatchObject({
    href: expect.stringContaining("month=2027-05") as string,
  });
  expect(await savedAnswers(draft)).toMatchObject(typed);
  expect(await saveScheduling(deps, draft, posted({ ...typed, intent: "back" }))).toEqual({
    kind: "go",
    href: stepHref("location", draft.id),
  });
  await saveScheduling(deps, draft, posted({ ...typed, intent: "clear-date" }));
  expect(await savedAnswers(draft)).toMatchObject({ "preferredDate-day": "", preferEarlierDate: "on" });
});

test("a form that only asks for its messages gets them and is not kept", async () => {
  const draft = await start();
  const outcome = await saveScheduling(
    deps,
    draft,
    posted({ preferredDate: "2027-03-22", [INTENT]: VALIDATE }),
  );
  expect(outcome).toMatchObject({ kind: "refused", reply: { error: {}, summary: "" } });
  expect(await savedAnswers(draft)).toEqual({});
});

test("unticking weekends takes a Saturday off: said on the page, and gone from the draft", async () => {
  const draft = await start({ allowWeekends: "on", preferredDate: "2027-03-27" });
  const outcome = await saveScheduling(deps, draft, posted({ preferredDate: "2027-03-27" }));
  if (outcome.kind !== "refused") throw new Error("it was taken");
  expect(outcome.reply.summary).toContain("we took Saturday 27 March 2027 off");
  expect(outcome.reply.initialValue).toMatchObject({ preferredDate: "" });
  expect(await savedAnswers(draft)).toMatchObject({ preferredDate: "", allowWeekends: "" });
});
