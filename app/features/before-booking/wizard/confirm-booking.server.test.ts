import { sql } from "kysely";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { makeFormKey } from "#app/platform/http/form-key.server.ts";
import { currentOffer, setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { confirmBooking } from "./confirm-booking.server.ts";
import { confirmationPage, shownTerms } from "./confirmation-page.server.ts";
import { requireDraftStep } from "./draft-guards.server.ts";
import { saveAnswers, type Draft } from "./drafts.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { INTENT, VALIDATE } from "#app/forms/validate-intent.ts";
import { BusyError } from "#app/platform/storage-error.ts";
import { stepHref, type Answers } from "#app/features/booking/fields/steps.ts";
import { createDraft, REFERRER, requestWith, VISITOR } from "#tests/setup/drafts.ts";

const WILL = "capacity-will";
const ANSWERS: Answers = {
  ...REFERRER,
  showVirtualPricing: "false",
  selectedAssessments: [WILL, "other"],
  otherAssessmentDetails: "Capacity to marry",
  assessmentLocation: "Leeds",
  allowWeekends: "",
  preferredDate: "2027-03-22",
};

let deps: TestDeps;
beforeEach(() => {
  deps = createTestDeps();
});

const start = (answers: Answers = ANSWERS) => createDraft(deps, answers);

async function press(draft: Draft, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return confirmBooking(deps, draft, form, VISITOR);
}

/** The hidden fields of a page of this draft. */
const page = ({ answers, version }: Draft) => ({
  version: String(version),
  terms: shownTerms(confirmationPage(answers)),
});
const HELD = { paymentMethod: "pay-later", clientCountryCode: "+44" };
const changed = ({ id }: Draft) => ({ kind: "go", to: stepHref("confirmation", id, "changed") });
const conflict = (error: object = {}, initialValue: object = {}) => ({
  kind: "refused",
  status: 409,
  reply: { error, initialValue },
});

test("what another tab has changed since the page was shown is shown before it is booked", async () => {
  const { draft, reread } = await start();
  const payment = { paymentMethod: "pay-later" };
  await press(draft, { intent: "remove:other" });
  expect(await press(await reread(), { ...payment, ...page(draft) })).toEqual(changed(draft));
  expect(await press(await reread(), { ...payment, ...page(await reread()) })).toMatchObject({
    kind: "booked",
  });
});

test.each<Answers>([
  { assessmentLocation: "York" },
  { preferredDate: "2027-03-23" },
  { referrerPhone: "07700 900999" },
])("%o, saved in another tab, is shown before it is booked", async (answers) => {
  const { draft, reread } = await start();
  await saveAnswers(deps, draft, answers);
  expect(await press(await reread(), { ...HELD, ...page(draft) })).toEqual(changed(draft));
  expect(await press(await reread(), { ...HELD, ...page(await reread()) })).toMatchObject({ kind: "booked" });
});

test("a step saved again as it was is no change, and neither is a page of the release before", async () => {
  const { draft, reread } = await start({ ...ANSWERS, ...HELD });
  await saveAnswers(deps, draft, { assessmentLocation: "Leeds", allowWeekends: "" });
  expect((await reread()).version).toBe(draft.version);
  await saveAnswers(deps, draft, { assessmentLocation: "York" });
  expect(await press(await reread(), HELD)).toMatchObject({ kind: "booked" });
});

test("another deposit, or another word on VAT, than the page showed is shown before it is booked", async () => {
  const { draft } = await start({ ...ANSWERS, paymentMethod: "pay-later" });
  const offer = currentOffer();
  onTestFinished(() => setOfferSource(() => offer));
  for (const now of [
    { ...offer, rules: { ...offer.rules, depositPercent: 80 } },
    { ...offer, vatSentence: "We charge no VAT." },
  ]) {
    const { terms } = page(draft);
    setOfferSource(() => now);
    expect(await press(draft, { ...HELD, terms, priceList: "since removed" })).toEqual(changed(draft));
  }
  expect(confirmationPage(draft.answers)).toMatchObject({ vat: "We charge no VAT." });
});

test.each(["confirm", "save", "remove:other", "back", "change:location"])(
  "where two tabs have typed different details nothing is done (%s): both are shown, and blanks take what is saved",
  async (intent) => {
    const { draft, reread } = await start();
    const theirs = { clientFirstName: "Ada", clientTitle: "Mrs", paymentMethod: "pay-now" };
    await press(draft, { ...HELD, ...page(draft), ...theirs, intent: "save" });
    const older = { ...HELD, ...page(draft), intent, clientFirstName: "Eve", clientPostcode: "YO1 7HH" };
    const outcome = await press(await reread(), older);
    const errors = { clientFirstName: ["Saved since: Ada"], paymentMethod: ["Saved since: Pay now"] };
    const shown = {
      clientFirstName: "Eve",
      clientTitle: "Mrs",
      clientPostcode: "YO1 7HH",
      paymentMethod: "pay-later",
    };
    expect(outcome).toMatchObject(conflict(errors, shown));
    const { answers } = await reread();
    expect(answers).toMatchObject({ ...ANSWERS, ...theirs, clientPostcode: "YO1 7HH" });
    const again = { ...HELD, ...shown, ...page(await reread()) };
    expect(await press(await reread(), again)).toMatchObject({ kind: "booked" });
  },
);

test("a consent that another tab ticked is named and not ticked here", async () => {
  const { draft, reread } = await start();
  await press(draft, { ...HELD, ...page(draft), intent: "save", consentEmail: "on" });
  const outcome = await press(await reread(), { ...HELD, ...page(draft) });
  expect(outcome).toMatchObject(conflict({ consentEmail: ["Saved since: ticked"] }, { consentEmail: "" }));
});

test("an old page whose step is no longer open saves no older details either", async () => {
  const { draft, cookie, reread } = await start();
  await press(draft, { ...HELD, ...page(draft), intent: "save", clientFirstName: "Ada" });
  for (const intent of ["remove:other", "remove:capacity-will"])
    await press(await reread(), { intent, clientFirstName: "Ada" });
  const body = new URLSearchParams({ ...HELD, ...page(draft), clientLastName: "Smith" });
  const request = requestWith(cookie, stepHref("confirmation", draft.id), { method: "POST", body });
  await requireDraftStep({ deps, ...VISITOR }, request, "confirmation").catch(() => null);
  expect((await reread()).answers).toMatchObject({ clientFirstName: "Ada", clientLastName: "Smith" });
});

test("a button that leaves the page saves what was typed there, and no older details", async () => {
  const { draft, reread } = await start();
  await press(draft, { ...HELD, ...page(draft), intent: "save", clientFirstName: "Ada" });
  const leave = { ...HELD, ...page(draft), intent: "change:location", clientLastName: "Smith" };
  expect(await press(await reread(), leave)).toMatchObject({ kind: "go" });
  expect((await reread()).answers).toMatchObject({ clientFirstName: "Ada", clientLastName: "Smith" });
});

describe.each<Record<string, string>>([{ clientPhone: "12" }, { clientPostcode: "x".repeat(500) }])(
  "a refused form (%o)",
  (wrong) => {
    test("sent again with other details has no conflict with itself", async () => {
      const { draft, reread } = await start();
      const outcome = await press(draft, { ...HELD, ...page(draft), ...wrong });
      if (outcome.kind !== "refused") throw new Error(outcome.kind);
      const version = String(outcome.reply.initialValue["version"]);
      expect(await press(await reread(), { ...HELD, ...page(draft), version })).toMatchObject({
        kind: "booked",
      });
    });

    test("sent twice, as by a double click, is refused for the same reason", async () => {
      const { draft, reread } = await start();
      const form = { ...HELD, ...page(draft), ...wrong, [FORM_KEY]: makeFormKey(deps) };
      const first = await press(draft, form);
      expect(first).toMatchObject({ kind: "refused", status: 400 });
      expect(await press(await reread(), form)).toEqual(first);
      const other = { ...form, [FORM_KEY]: makeFormKey(deps) };
      expect(await press(await reread(), other)).toEqual(changed(draft));
    });
  },
);

test("a page that another tab's change made stale stays so, however often it is sent", async () => {
  const { draft, reread } = await start();
  await saveAnswers(deps, draft, { assessmentLocation: "York" });
  const form = { ...HELD, ...page(draft), clientFirstName: "Ada", [FORM_KEY]: makeFormKey(deps) };
  for (const _ of ["first", "second"]) expect(await press(await reread(), form)).toEqual(changed(draft));
});

test("a form that waited while the same was booked gets that booking, whichever button it was sent by", async () => {
  const { draft } = await start();
  const fields = { ...HELD, ...page(draft) };
  const first = await press(draft, fields);
  expect(first).toMatchObject({ kind: "booked" });
  expect(await press(draft, fields)).toMatchObject(first);
  expect(await press(draft, { ...fields, intent: "remove:other" })).toMatchObject(first);
});

test("confirming books what was chosen, with the person's details and the consents", async () => {
  const outcome = await press((await start()).draft, {
    paymentMethod: "pay-now",
    clientTitle: "Mrs",
    clientFirstName: "Ada",
    "clientDob-day": "29",
    "clientDob-month": "2",
    "clientDob-year": "1940",
    clientPhone: "01904 496000",
    clientPostcode: "yo1 7hh",
    consentEmail: "on",
  });
  if (outcome.kind !== "booked") throw new Error(outcome.kind);
  expect(outcome.booking).toMatchObject({
    consent_email: 1,
    consent_updates: 0,
    consent_wording_version: "2026-11-25",
  });
  expect(await readBooking(deps, outcome.booking)).toMatchObject({
    paymentMethod: "pay_now",
    preferredDate: "2027-03-22",
    totalValue: 595,
    clientTitle: "Mrs",
    clientDob: "1940-02-29",
    clientPhone: "1904496000",
    clientPhoneAsTyped: "01904 496000",
    clientPostcode: "YO1 7HH",
    otherAssessmentDetails: "Capacity to marry",
  });
});

test("details that make no sense are refused at their fields, and nothing is booked", async () => {
  const outcome = await press((await start()).draft, {
    "clientDob-day": "31",
    "clientDob-month": "2",
    clientPhone: "12",
  });
  if (outcome.kind !== "refused") throw new Error(outcome.kind);
  expect(outcome.status).toBe(400);
  expect(Object.keys(outcome.reply.error ?? {})).toEqual(["clientDob", "clientPhone"]);
  expect(outcome.reply.initialValue).toMatchObject({ clientPhone: "12", "clientDob-day": "31" });
  expect(await deps.db.selectFrom("bookings").select("id").execute()).toEqual([]);
});

test("removing keeps what was typed; removing the last leads back to choosing one", async () => {
  const { draft, reread } = await start();
  const removed = await press(draft, { intent: "remove:other", clientFirstName: "Ada" });
  expect(removed).toEqual({ kind: "go", to: `${stepHref("confirmation", draft.id)}&removed=other` });
  const left = await reread();
  expect(left.answers).toMatchObject({
    selectedAssessments: [WILL],
    otherAssessmentDetails: "",
    clientFirstName: "Ada",
  });
  const rows = confirmationPage(left.answers, "other").rows.map(({ id, isRemoved }) => [id, isRemoved]);
  expect(rows, "the removed one keeps its row").toEqual([
    ["capacity-will", false],
    ["other", true],
  ]);
  expect(await press(left, { intent: "remove:capacity-will" })).toEqual({
    kind: "go",
    to: stepHref("assessments", draft.id, "none-left"),
  });
});

test("Other is added with its description only, of at most 100 words", async () => {
  const { draft, reread } = await start({
    ...ANSWERS,
    selectedAssessments: [WILL],
    otherAssessmentDetails: "",
  });
  for (const [otherAssessmentDetails, message] of [
    ["", "Please describe the assessment you need when selecting 'Other'."],
    ["word ".repeat(101), "Assessment description must be 100 words or less."],
  ] as const) {
    const outcome = await press(draft, {
      intent: "add:other",
      otherAssessmentDetails,
      clientLastName: "Smith",
    });
    if (outcome.kind !== "refused") throw new Error(outcome.kind);
    expect(outcome.reply.summary).toBe(message);
    expect(outcome.reply.initialValue).toMatchObject({ clientLastName: "Smith" });
  }
  await press(draft, { intent: "add:other", otherAssessmentDetails: "To marry" });
  expect((await reread()).answers).toMatchObject({ selectedAssessments: [WILL, "other"] });
});

test.each(["add:capacity-gift", "remove:capacity-will", "save", "back", "change:location", "confirm"])(
  "a description of Other that was not added is kept, and shown before it is booked: %s",
  async (intent) => {
    const chosen = [WILL, "property-finance"];
    const { draft, reread } = await start({
      ...ANSWERS,
      selectedAssessments: chosen,
      otherAssessmentDetails: "",
    });
    const outcome = await press(draft, { intent, ...page(draft), otherAssessmentDetails: "To marry" });
    expect(outcome.kind).toBe("go");
    if (intent === "confirm")
      expect(outcome).toMatchObject({ to: stepHref("confirmation", draft.id, "changed") });
    expect((await reread()).answers).toMatchObject({
      selectedAssessments: expect.arrayContaining(["other"]) as string[],
      otherAssessmentDetails: "To marry",
    });
  },
);

test.each(["add:capacity-gift", "remove:capacity-will", "save", "confirm"])(
  "a description of Other that is too long is refused and comes back: %s",
  async (intent) => {
    const { draft, reread } = await start({
      ...ANSWERS,
      selectedAssessments: [WILL],
      otherAssessmentDetails: "",
    });
    const otherAssessmentDetails = "word ".repeat(101);
    const outcome = await press(draft, { intent, ...page(draft), otherAssessmentDetails });
    expect(outcome).toMatchObject({
      kind: "refused",
      reply: {
        summary: "Assessment description must be 100 words or less.",
        initialValue: { otherAssessmentDetails },
      },
    });
    expect((await reread()).answers).toMatchObject({ selectedAssessments: [WILL] });
  },
);

test("a date that has become too soon overnight leads back to scheduling", async () => {
  const { draft } = await start();
  deps.clock.set("2027-03-16T09:00:00.000Z");
  expect(await press(draft, { paymentMethod: "pay-later" })).toEqual({
    kind: "go",
    to: stepHref("scheduling", draft.id, "check"),
  });
});

test("a fault of ours keeps everything and books nothing", async () => {
  const { draft, reread } = await start();
  await sql`alter table booking_lines rename to mislaid`.execute(deps.db);
  const outcome = await press(draft, { clientFirstName: "Ada" });
  if (outcome.kind !== "failed") throw new Error(outcome.kind);
  expect(outcome.status).toBe(500);
  expect(outcome.reply.initialValue).toMatchObject({ clientFirstName: "Ada" });
  expect((await reread()).answers).toMatchObject({ clientFirstName: "Ada" });
  expect(await deps.db.selectFrom("bookings").select("id").execute()).toEqual([]);
  expect(await deps.db.selectFrom("outbox").select("id").execute()).toEqual([]);
});

test("a form sent again after a fault of ours, with other details, has no conflict with itself", async () => {
  const { draft, reread } = await start();
  await sql`alter table booking_lines rename to mislaid`.execute(deps.db);
  const failed = await press(draft, { ...HELD, ...page(draft), clientFirstName: "Ada" });
  await sql`alter table mislaid rename to booking_lines`.execute(deps.db);
  if (failed.kind !== "failed") throw new Error(failed.kind);
  const again = { ...HELD, ...page(draft), version: String(failed.reply.initialValue["version"]) };
  expect(await press(await reread(), { ...again, clientFirstName: "Eve" })).toMatchObject({ kind: "booked" });
});

test("a database that is busy or lost is answered 503, keeps everything and books nothing", async () => {
  const { draft } = await start();
  const execute = () => Promise.reject(new BusyError("Other writes took too long"));
  const busy = { ...deps, db: { transaction: () => ({ execute }) } as unknown as typeof deps.db };
  const form = new FormData();
  form.append("clientFirstName", "Ada");
  const outcome = await confirmBooking(busy, draft, form, VISITOR);
  expect(outcome).toMatchObject({
    kind: "failed",
    status: 503,
    reply: { initialValue: { clientFirstName: "Ada" } },
  });
  expect(await deps.db.selectFrom("bookings").select("id").execute()).toEqual([]);
});

test("Enter saves what was typed and books nothing", async () => {
  const { draft, reread } = await start();
  expect(await press(draft, { intent: "save", clientFirstName: "Ada" })).toEqual({
    kind: "go",
    to: `${stepHref("confirmation", draft.id, "saved")}#client`,
  });
  expect((await reread()).answers).toMatchObject({ clientFirstName: "Ada" });
  expect(await deps.db.selectFrom("bookings").select("id").execute()).toEqual([]);
});

test("a form that only asks for its messages gets them, and neither is kept nor books", async () => {
  const { draft, reread } = await start();
  const ask = (fields: Record<string, string>) => press(draft, { ...fields, [INTENT]: VALIDATE });
  expect(await ask({ clientPhone: "12" })).toMatchObject({
    kind: "refused",
    reply: { error: { clientPhone: ["UK phone numbers should have 10 digits"] } },
  });
  expect(await ask({ clientFirstName: "Ada" })).toMatchObject({
    kind: "refused",
    reply: { error: {}, summary: "" },
  });
  expect((await reread()).answers.clientFirstName).toBeUndefined();
  expect(await deps.db.selectFrom("bookings").select("id").execute()).toEqual([]);
});

test("a button that the page does not have books nothing", async () => {
  const { draft } = await start();
  expect(await press(draft, { intent: "x" })).toEqual({ kind: "go", to: stepHref("confirmation", draft.id) });
  expect(await deps.db.selectFrom("bookings").select("id").execute()).toEqual([]);
});
