import { applyAssessments } from "#app/features/before-booking/wizard/posted-answers.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { AssessmentList } from "#app/features/before-booking/wizard/assessment-list.tsx";
import { decryptDraft, findDraftRow } from "#app/features/before-booking/wizard/drafts.server.ts";
import { selectedIds } from "#app/features/before-booking/wizard/selection.ts";
import { stepPage } from "#app/features/before-booking/wizard/step-page.server.ts";
import { priceChange } from "#app/features/before-booking/wizard/price-change.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { currentOffer, readAssessments, SEED_OFFER } from "#app/features/catalogue/catalogue.ts";
import { priceBooking } from "#app/features/catalogue/pricing.ts";
import { recordRestore, recentRestore } from "./restored.server.ts";
import { SEED_RULES, type BookingRules } from "#app/features/catalogue/booking-rules.ts";
import { dayProblem } from "#app/features/booking/fields/calendar.ts";
import { whatHappensNext } from "#app/features/booking/fields/status.ts";
import { asFormValues, SETTINGS_PAGES } from "./pages.ts";
import { callApi } from "#tests/setup/api.ts";
import { BOOKING_BODY } from "#tests/setup/booking-body.ts";
import { registerForVat } from "#tests/setup/own-invoices.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createUser } from "#tests/setup/factories.ts";
import { browse } from "#tests/setup/site.ts";
import {
  assessmentsForm,
  assessmentsValues,
  priceListForm,
  priceListValues,
} from "#app/features/settings-screens/offer-forms.ts";
import { newestVersion } from "./settings.server.ts";
import { offerUnder, SEED_OFFER_SETTINGS, type PriceList } from "./offer.ts";
import { previewPrices } from "#app/features/settings-screens/preview-prices.ts";
import { createSettings } from "./settings.server.ts";
import { saveSettings } from "./save-settings.server.ts";

let deps: TestDeps;
let actorId: string;

beforeEach(async () => {
  deps = createTestDeps();
  actorId = (await createUser(deps, { role_id: "administrator" })).id;
});

const [SEED_LIST] = SEED_OFFER_SETTINGS.prices.lists as [PriceList];

/** Everything for £100 more, and £50 off. */
const dearer = (validFrom: string, id = "dearer"): PriceList => ({
  ...SEED_LIST,
  id,
  validFrom,
  discountPence: 5000,
  prices: Object.fromEntries(
    Object.entries(SEED_LIST.prices).map(([key, { faceToFacePence, virtualPence }]) => [
      key,
      {
        faceToFacePence: faceToFacePence && faceToFacePence + 10_000,
        virtualPence: virtualPence && virtualPence + 10_000,
      },
    ]),
  ),
});

async function saveLists(...lists: PriceList[]) {
  const version = await newestVersion(deps.db, "prices");
  const value = { lists: [SEED_LIST, ...lists] };
  const by = { actor: { kind: "staff", id: actorId }, requestId: "request-1" } as const;
  expect(await saveSettings(deps, { group: "prices", value, baseVersion: version }, by)).toEqual({
    kind: "saved",
  });
}

const willPrice = () => priceBooking({ assessmentIds: ["capacity-will"], isVirtual: false }).totalPence;

describe("a price list", () => {
  test("is SPEC's own until a practice makes one, whichever way it is read", async () => {
    await registerForVat(deps);
    expect(currentOffer()).toBe(SEED_OFFER);
    expect(offerUnder(SEED_OFFER_SETTINGS, SEED_LIST)).toEqual(SEED_OFFER);
  });

  test.each([
    ["into summer time", "2027-03-28", "2027-03-27T23:59:59.999Z", "2027-03-28T00:00:00.000Z"],
    ["the first summer day", "2027-03-29", "2027-03-28T22:59:59.999Z", "2027-03-28T23:00:00.000Z"],
    ["out of summer time", "2027-10-31", "2027-10-30T22:59:59.999Z", "2027-10-30T23:00:00.000Z"],
    ["the first winter day", "2027-11-01", "2027-10-31T23:59:59.999Z", "2027-11-01T00:00:00.000Z"],
  ])("comes into force at midnight in London: %s", async (_when, day, before, at) => {
    await saveLists(dearer(day));
    deps.clock.set(before);
    expect(willPrice()).toBe(59_500);
    deps.clock.set(at);
    expect(willPrice()).toBe(69_500);
    deps.clock.set(before);
    expect(willPrice()).toBe(59_500);
  });

  test("of two that begin on one day, the later made holds", async () => {
    await saveLists(dearer("2027-03-10"), { ...SEED_LIST, id: "corrected", validFrom: "2027-03-10" });
    expect([currentOffer().listId, willPrice()]).toEqual(["corrected", 59_500]);
  });

  const read = (change: object) => {
    const values = { ...priceListValues(SEED_LIST, "2027-04-01"), ...change };
    return priceListForm(deps.settings.current(), {
      today: "2027-03-10",
      invoiceRates: [0, 5, 20],
    }).safeParse(values);
  };

  test("is taken as the form shows it", () => {
    const { id: _, ...list } = SEED_LIST;
    expect(read({}).data).toEqual({ ...list, validFrom: "2027-04-01" });
  });

  test.each([
    ["validFrom", "2027-03-09"],
    ["validFrom", "2027-02-30"],
    ["f-capacity-will", "0"],
    ["f-capacity-will", "-5"],
    ["f-capacity-will", "1e3"],
    ["discount", "595"],
    ["vatPhrase", ""],
    ["vatRate", "20.5"],
    ["vatRate", "17"],
  ])("refuses %s %j", (field, typed) => {
    expect(read({ [field]: typed }).error?.issues.map(({ path }) => path[0])).toContain(field);
  });

  test("is previewed on a booking of three assessments", () => {
    const [faceToFace] = previewPrices(deps.settings.current(), SEED_LIST, dearer("2027-04-01"));
    expect(faceToFace!.rows.at(-2)).toEqual({ name: "Total", from: "£1,645", to: "£1,985" });
  });
});

describe("assessments", () => {
  const seed = SEED_OFFER_SETTINGS.assessments;
  const read = (change: object) =>
    assessmentsForm(seed).safeParse({ ...assessmentsValues(seed), newName: "", ...change });

  test("are taken as the form shows them", () => {
    expect(read({}).data).toEqual(seed);
  });

  test.each([
    ["Capacity to Marry", "capacity-to-marry"],
    ["Constructor", "constructor-2"],
  ])("a new one gets an id of its own, is on request, and can be booked: %s", async (newName, id) => {
    const value = read({ newName, newDescription: "Whether …" }).data!;
    await saveSettings(
      deps,
      { group: "assessments", value, baseVersion: 0 },
      { actor: { kind: "staff", id: actorId }, requestId: "r" },
    );
    expect(readAssessments([newName]).ids).toEqual([id]);
    const price = priceBooking({ assessmentIds: [id, "capacity-will"], isVirtual: false });
    expect(price).toMatchObject({ totalPence: 59_500, discountPence: 0 });
  });

  test("one that is no longer offered cannot be chosen, and earlier bookings keep it; a renamed one answers to both names", async () => {
    const value = read({ "active-capacity-gift": "", "name-capacity-will": "Making a Will" }).data!;
    await saveSettings(
      deps,
      { group: "assessments", value, baseVersion: 0 },
      { actor: { kind: "staff", id: actorId }, requestId: "r" },
    );
    const names = ["Capacity to Make a Gift", "Capacity to Make a Will", "Making a Will"];
    expect(readAssessments(names)).toEqual({ ids: ["capacity-will"], unknown: ["Capacity to Make a Gift"] });
    expect(priceBooking({ assessmentIds: ["capacity-gift"], isVirtual: false }).totalPence).toBe(67_200);
  });

  test("a description of a new one without its name is not dropped, but asked about", () => {
    expect(read({ newDescription: "Whether …" }).error?.issues).toMatchObject([
      { path: ["newName"], message: "Enter a name." },
    ]);
  });

  test("two may not have one name, and something must be offered", () => {
    expect(read({ newName: "Other" }).success).toBe(false);
    const none = Object.fromEntries(seed.list.map(({ id }) => [`active-${id}`, ""]));
    expect(read(none).success).toBe(false);
  });
});

const REFERRER = {
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna.reeve@example.org",
  referrerCountryCode: "+44",
  referrerPhone: "07700900123",
  referrerRelationship: "Daughter",
};

/** A draft up to step 5, whose address is returned, with the list under which it was priced. */
async function draftToConfirm(
  visit: ReturnType<typeof browse>,
  priceList: string,
  chosen = ["Capacity to Make a Will"],
) {
  let { location } = await visit("/", REFERRER);
  const steps: Record<string, string | string[]>[] = [
    { showVirtualPricing: "false", selectedAssessments: chosen, priceList },
    { assessmentLocation: "Leeds" },
    { preferredDate: "" },
  ];
  for (const step of steps) ({ location } = await visit(location!, step));
  return location!;
}

describe("a draft over a change of prices", () => {
  test("shows old and new first, books nothing until then, and books at the new price", async () => {
    await saveLists(dearer("2027-03-11"));
    const visit = browse(deps);
    const confirmation = await draftToConfirm(visit, "seed");
    deps.clock.set("2027-03-11T00:00:00.000Z");
    const form = { paymentMethod: "pay-later", terms: "other prices", priceList: "seed" };
    const first = await visit(confirmation, form);
    expect(first.location).toContain("&priced=seed");
    expect(await deps.db.selectFrom("bookings").selectAll().execute()).toEqual([]);
    await visit(confirmation, { paymentMethod: "pay-later" });
    const booking = await deps.db.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
    expect(booking.total_pence).toBe(69_500);
  });
});

describe("a draft over a new name", () => {
  const save = (change: object, baseVersion: number) => {
    const list = deps.settings.current().assessments;
    const value = assessmentsForm(list).parse({ ...assessmentsValues(list), newName: "", ...change });
    const by = { actor: { kind: "staff", id: actorId }, requestId: "r" } as const;
    return saveSettings(deps, { group: "assessments", value, baseVersion }, by);
  };
  const onlyDraft = async () => {
    const { id } = await deps.db.selectFrom("drafts").select("id").executeTakeFirstOrThrow();
    return decryptDraft(deps, (await findDraftRow(deps.db, id))!);
  };

  test("it keeps a built-in assessment and the practice's own, on step 2 under their new names", async () => {
    await save({ newName: "Capacity to Marry", newDescription: "Whether …" }, 0);
    await draftToConfirm(browse(deps), "seed", ["Capacity to Marry", "Capacity to Make a Will"]);
    const own = "capacity-to-marry";
    await save({ [`name-${own}`]: "Marriage", "name-capacity-will": "Making a Will" }, 1);
    const draft = await onlyDraft();
    expect(selectedIds(draft.answers)).toEqual(["capacity-will", own]);
    const page = stepPage("assessments", draft, new Request(deps.env.APP_ORIGIN), deps.clock.now());
    expect(page).toMatchObject({
      saved: { selectedAssessments: ["Making a Will", "Marriage"] },
      withdrawn: "",
    });
  });

  test("one of the release before, which has names, says what it lost", async () => {
    await draftToConfirm(browse(deps), "seed");
    const draft = await onlyDraft();
    const answers = { ...draft.answers, selectedAssessments: ["Capacity to Make a Gift", "Capacity to Wed"] };
    const request = new Request(deps.env.APP_ORIGIN);
    const page = stepPage("assessments", { ...draft, answers }, request, deps.clock.now());
    expect(selectedIds(answers)).toEqual(["capacity-gift"]);
    expect(page.withdrawn).toContain("is not an assessment that we offer");
  });

  test("a built-in one that the practice describes anew shows that on step 2", async () => {
    await save({ "description-capacity-will": "Whether a will can be made." }, 0);
    const live = {};
    const field = { id: "a", name: "selectedAssessments", initialValue: [], errors: undefined };
    const other = { id: "o", name: "otherAssessmentDetails", initialValue: "", errors: undefined };
    const html = renderToStaticMarkup(
      createElement(AssessmentList, { formId: "f", field, otherField: other, live, isVirtual: false }),
    );
    expect(html).toMatch(/class="choice-for"[^>]*>Whether a will can be made\.</);
    expect(html).toContain("Care, treatment and where to live");
  });
});

describe("a draft over the end of an assessment", () => {
  const [GIFT, WILL] = ["Capacity to Make a Gift", "Capacity to Make a Will"];
  const retireGift = () => {
    const form = {
      ...assessmentsValues(SEED_OFFER_SETTINGS.assessments),
      newName: "",
      "active-capacity-gift": "",
    };
    const value = assessmentsForm(SEED_OFFER_SETTINGS.assessments).parse(form);
    const by = { actor: { kind: "staff", id: actorId }, requestId: "r" } as const;
    return saveSettings(deps, { group: "assessments", value, baseVersion: 0 }, by);
  };

  test("step 2 names what it takes out", async () => {
    await retireGift();
    const posted = {
      showVirtualPricing: "false",
      selectedAssessments: [GIFT, WILL],
      otherAssessmentDetails: "",
    };
    expect(applyAssessments({}, posted, "false").dropped).toEqual([
      `We no longer offer this, so it is not in your selection: ${GIFT}.`,
    ]);
  });

  test.each([
    [[GIFT, WILL], "check"],
    [[GIFT], "none-left"],
  ])("removing it on step 5 leads to step 2: of %j with the notice %s", async (chosen, notice) => {
    const visit = browse(deps);
    const confirmation = await draftToConfirm(visit, "seed", chosen);
    await retireGift();
    const { location } = await visit(confirmation, { intent: "remove:capacity-gift" });
    expect(location).toMatch(new RegExp(`/assessments\\?.*notice=${notice}$`));
  });
});

test("a list with other words on VAT alone is a change, too", async () => {
  await registerForVat(deps);
  await saveLists({ ...SEED_LIST, id: "new", validFrom: "2027-03-10", vatSentence: "We charge no VAT." });
  const answers = { selectedAssessments: ["Capacity to Make a Will"] };
  expect(priceChange(answers, deps.settings.offerOf("seed", deps.clock.now()))).toEqual([
    { name: "VAT", from: "Prices include VAT.", to: "We charge no VAT." },
  ]);
});

test("the API and the booking form ask the same for the same under a list of the practice's own", async () => {
  await saveLists(dearer("2027-03-10"));
  const chosen = ["Property and Finance Capacity Assessment", "Capacity to Make a Will"];
  const body = { ...BOOKING_BODY, showVirtualPricing: false, assessmentLocation: "Leeds" };
  const made = await callApi(deps, "POST", "/api/bookings", {
    body: { ...body, selectedAssessments: chosen },
  });
  expect(made.status).toBe(201);
  const visit = browse(deps);
  const confirmation = await draftToConfirm(visit, "dearer", chosen);
  await visit(confirmation, { paymentMethod: "pay-later" });
  const bookings = await deps.db.selectFrom("bookings").selectAll().execute();
  const totals = bookings.map(({ subtotal_pence, discount_pence, total_pence }) => [
    subtotal_pence,
    discount_pence,
    total_pence,
  ]);
  const { subtotalPence, discountPence, totalPence } = priceBooking({
    assessmentIds: ["property-finance", "capacity-will"],
    isVirtual: false,
  });
  expect(totals).toEqual(Array(2).fill([subtotalPence, discountPence, totalPence]));
  expect(totals[0]).toEqual([139_000, 5_000, 134_000]);
});

test("each of many bookings is priced by exactly one list while the prices change under them", async () => {
  const visits = Array.from({ length: 12 }, () => browse(deps));
  const drafts: string[] = [];
  for (const visit of visits) drafts.push(await draftToConfirm(visit, "seed"));
  const confirm = visits.map((visit, index) => visit(drafts[index]!, { paymentMethod: "pay-later" }));
  await Promise.all([...confirm.slice(0, 6), saveLists(dearer("2027-03-10")), ...confirm.slice(6)]);
  const bookings = await deps.db.selectFrom("bookings").selectAll().execute();
  const lines = await deps.db.selectFrom("booking_lines").selectAll().execute();
  expect(bookings).toHaveLength(12);
  for (const { id, total_pence } of bookings) {
    const own = lines.filter((line) => line.booking_id === id).map((line) => line.price_pence);
    expect([[59_500], [69_500]]).toContainEqual(own);
    expect(total_pence).toBe(own[0]);
  }
});

describe("booking rules", () => {
  test("hold for dates, promises and reminders, and the form takes its own values back", async () => {
    const { rules: page } = SETTINGS_PAGES;
    const values = {
      ...asFormValues(page, SEED_RULES),
      noticeDays: "3",
      furthestDays: "60",
      promiseHours: "48",
      depositPercent: "30",
    };
    const read = page.schema.safeParse({
      ...values,
      hasWeekends: "",
      closedDays: "2027-04-05\r\n2027-05-03",
    });
    const value = read.data as BookingRules;
    expect(value).toEqual({
      ...SEED_RULES,
      noticeDays: 3,
      furthestDays: 60,
      promiseHours: 48,
      depositPercent: 30,
      hasWeekends: false,
      closedDays: ["2027-04-05", "2027-05-03"],
    });
    await saveSettings(
      deps,
      { group: "rules", value, baseVersion: 0 },
      { actor: { kind: "staff", id: actorId }, requestId: "r" },
    );
    const rule = { today: "2027-03-10", allowWeekends: true, bankHolidays: {} };
    expect(dayProblem("2027-03-12", rule)).toMatch(/3 days’ notice/);
    expect(dayProblem("2027-03-13", rule)).toMatch(/weekend/);
    expect(dayProblem("2027-05-10", rule)).toMatch(/too far ahead/);
    expect(dayProblem("2027-04-05", rule)).toBeNull();
    expect(whatHappensNext({ status: "pending", day: null })).toMatch(/within 48 hours/);
  });

  test("a booking keeps the deposit's share of its day", async () => {
    await saveSettings(
      deps,
      { group: "rules", value: { ...SEED_RULES, depositPercent: 30 }, baseVersion: 0 },
      { actor: { kind: "staff", id: actorId }, requestId: "r" },
    );
    const visit = browse(deps);
    await visit(await draftToConfirm(visit, "seed"), { paymentMethod: "pay-later" });
    await saveSettings(
      deps,
      { group: "rules", value: { ...SEED_RULES, depositPercent: 40 }, baseVersion: 1 },
      { actor: { kind: "staff", id: actorId }, requestId: "r" },
    );
    const { deposit_percent } = await deps.db
      .selectFrom("bookings")
      .select("deposit_percent")
      .executeTakeFirstOrThrow();
    expect(deposit_percent).toBe(30);
  });

  test("the built-in ones are taken as the form shows them", () => {
    const { rules: page } = SETTINGS_PAGES;
    const values = asFormValues(page, { ...SEED_RULES, closedDays: ["2027-04-05", "2027-05-03"] });
    expect(page.schema.safeParse({ ...values, closedDays: "" }).data).toEqual(SEED_RULES);
    expect([values.reminderDays, values.closedDays]).toEqual(["3, 7", "2027-04-05\n2027-05-03"]);
  });
});

test("restoring an old backup brings its prices back, and says so for a week", async () => {
  await saveLists(dearer("2027-03-10"));
  const backup = await deps.db.selectFrom("settings_changes").selectAll().execute();
  await saveLists(dearer("2027-03-10"), { ...SEED_LIST, id: "later", validFrom: "2027-03-10" });
  expect(willPrice()).toBe(59_500);
  await deps.db.deleteFrom("settings_changes").execute();
  await deps.db.insertInto("settings_changes").values(backup).execute();
  const restarted = { ...deps, settings: createSettings(deps) };
  await recordRestore(restarted, "2027-03-09T03:00:00.000Z");
  expect(restarted.settings.offer(deps.clock.now()).listId).toBe("dearer");
  expect(recentRestore(restarted)).toBe("2027-03-09T03:00:00.000Z");
  deps.clock.advance(7 * 86_400_000);
  expect(recentRestore(restarted)).toBeNull();
});
