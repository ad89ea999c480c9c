import { expect, test } from "vitest";
import { progressOf, type Facts as ProgressFacts } from "#app/features/report/progress.ts";
import { moneyInOneSentence, nextForReferrer } from "./next-for-referrer.ts";

type Facts = Parameters<typeof nextForReferrer>[0];

const NOTHING = "You need do nothing more.";
const SUBMITTED = { submittedAt: "2027-03-01T09:00:00Z", completeCount: 3, sectionCount: 3 };
const EMPTY = { submittedAt: null, completeCount: 0, sectionCount: 3 };
const VISIT = {
  day: "2027-03-11",
  start: "11:30",
  mode: "face-to-face",
  assessor: "Priya, Social worker",
} as const;
const progress = (facts: Partial<ProgressFacts>) =>
  progressOf({
    bookedAt: "2027-03-01T09:00:00Z",
    visitDay: "2027-03-02",
    isVisitDone: true,
    dueOn: "2027-03-16",
    releasedAt: null,
    receivedAt: null,
    isCompleted: false,
    ...facts,
  });

function next(given: Partial<Facts>) {
  const { headline, sentences, isFormsLeft } = nextForReferrer({
    status: "confirmed",
    isContacted: true,
    visit: null,
    day: null,
    progress: null,
    referral: SUBMITTED,
    hasRequest: false,
    ...given,
  });
  return { says: [headline, ...sentences].join(" "), isFormsLeft };
}
const day = (as: "visit" | "confirmed" | "wish", isOver = false) => ({
  day: "2027-03-11",
  as,
  when: "Thursday 11 March 2027",
  isOver,
});

test.each<[string, Partial<Facts>, string]>([
  ["a visit", { visit: VISIT }, `Thursday 11 March 2027, 11:30, with Priya ${NOTHING}`],
  [
    "a visit by video",
    { visit: { ...VISIT, mode: "virtual" } },
    "with Priya The visit is by video. You need",
  ],
  [
    "a visit of nobody named",
    { visit: { ...VISIT, assessor: "" } },
    `Thursday 11 March 2027, 11:30 ${NOTHING}`,
  ],
  [
    "a day without a visit",
    { day: day("confirmed") },
    "11 March 2027 We will tell you the hour and who comes. You",
  ],
  [
    "a visit that is over",
    { day: day("visit", true) },
    "The visit was on Thursday 11 March 2027. We will be in touch",
  ],
  [
    "a wish",
    { day: day("wish") },
    "The day is not agreed yet. Your booking is confirmed. We will agree the date",
  ],
  [
    "a new booking",
    { status: "pending", isContacted: false },
    "We will be in touch within 24 hours to confirm",
  ],
  ["one that was talked about", { status: "pending" }, "We will be in touch to confirm the date."],
  [
    "a charge to answer",
    { visit: VISIT, awaitsReferrer: "charge" },
    "with Priya A charge below needs your answer.",
  ],
  ["a request", { visit: VISIT, hasRequest: true }, "You have asked us for a change: we answer by email."],
  [
    "a report that is written",
    { progress: progress({}) },
    "is being written. It is due by Tuesday 16 March 2027.",
  ],
  [
    "a report that was sent",
    { progress: progress({ releasedAt: "2027-03-15T09:00:00Z" }) },
    "The report is ready.",
  ],
  [
    "a report that has arrived",
    { progress: progress({ releasedAt: "2027-03-15T09:00:00Z", receivedAt: "2027-03-16T09:00:00Z" }) },
    `The report has arrived. ${NOTHING}`,
  ],
  ["a completed one", { status: "completed" }, `This booking is completed. ${NOTHING}`],
  ["a cancelled one", { status: "cancelled", visit: VISIT }, `This booking is cancelled. ${NOTHING}`],
])("%s", (_state, given, words) => expect(next(given).says).toContain(words));

test.each<[string, Partial<Facts>, boolean]>([
  ["before a visit", { visit: VISIT, referral: EMPTY }, true],
  ["while no day is agreed", { status: "pending", referral: EMPTY }, true],
  ["submitted, and incomplete since", { visit: VISIT, referral: { ...SUBMITTED, completeCount: 2 } }, true],
  ["submitted", { visit: VISIT }, false],
  ["after the visit", { progress: progress({}), referral: EMPTY }, false],
  ["cancelled", { status: "cancelled", referral: EMPTY }, false],
])("the forms are what is left: %s", (_state, given, isFormsLeft) => {
  const { says, isFormsLeft: isLeft } = next(given);
  expect(isLeft).toBe(isFormsLeft);
  expect(says.includes(NOTHING)).toBe(!isFormsLeft);
});

const PRICED = { total: "£595.00", isOnRequest: false };

test("nothing is said of a total that nobody knows yet", () => {
  const onRequest = { total: "Price on request", isOnRequest: true, isInvoiceOutdated: false };
  expect(moneyInOneSentence({ ...onRequest, status: "pending", invoice: null, owed: "" })).toBe(
    "The price is on request: we tell you what it is, and then send the invoice by email.",
  );
});

const DUE = "INV-0001, £595.00: due by 1 May 2027";
const BACK = "The booking was cancelled. We pay back £595.00 by Friday 19 March 2027.";
const TOO_MUCH = "You have paid £5.00 too much.";

test.each([
  ["pending", null, false, "", "Total: £595.00. The invoice comes by email."],
  ["confirmed", DUE, false, "", `Invoice ${DUE}.`],
  ["confirmed", DUE, true, "", "please do not pay it before that."],
  ["confirmed", "INV-0001: paid", false, TOO_MUCH, `Invoice INV-0001: paid. ${TOO_MUCH}`],
  ["cancelled", null, false, "", ""],
  ["cancelled", "INV-0001: paid", false, BACK, BACK],
  ["cancelled", DUE, false, "", `Invoice ${DUE}.`],
] as const)(
  "money of a %s booking with the invoice %s, outdated %s, owed “%s”",
  (status, invoice, isInvoiceOutdated, owed, words) => {
    const said = moneyInOneSentence({ ...PRICED, status, invoice, isInvoiceOutdated, owed });
    expect(said).toContain(words);
    if (words === "") expect(said).toBe("");
  },
);

test("nobody is told that nothing is left to do above a charge to answer or an invoice to pay", () => {
  for (const awaitsReferrer of ["charge", "payment"] as const)
    expect(next({ visit: VISIT, awaitsReferrer }).says).not.toContain(NOTHING);
});
