import { poundsProblem } from "#app/platform/money.ts";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { SEED_OFFER, setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { decryptClientDetails } from "#app/features/booking/fields/field-columns.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { clientAnswers } from "#app/features/booking/fields/schema.ts";
import { pricesSignature } from "#app/features/booking/money/hand-prices.ts";
import { enqueueInvoice } from "#app/features/booking/money/enqueue-invoice.server.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { referralCompletion } from "#app/features/referral/queries.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createXeroDeps } from "#tests/setup/vendors.ts";
import { editBooking } from "./edit-booking.server.ts";
import { assessmentsPlan, clientPlan, assessmentsEdit } from "./edit-plans.server.ts";
import { readBookingFile } from "./read-booking-file.server.ts";

const PROPERTY = "Property and Finance Capacity Assessment";
const LITIGATE = "Capacity to Litigate Assessment";
const GIFT = "Capacity to Make a Gift";
const by = { actor: { kind: "staff" as const, id: "staff-1" }, requestId: "request-1" };

type Posted = Record<string, string | string[]>;

const AS_BOOKED: Posted = {
  showVirtualPricing: "false",
  selectedAssessments: [PROPERTY],
  assessmentLocation: "Leeds",
  paymentMethod: "pay-later",
};

async function edit(deps: TestDeps, bookingId: string, changes: Posted, isReferrerTold = true) {
  const { version } = await deps.db
    .selectFrom("bookings")
    .select("version")
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  const plan = assessmentsPlan(deps.secrets, assessmentsEdit().parse({ ...AS_BOOKED, ...changes }));
  return editBooking(deps, { bookingId, version, plan, isReferrerTold, ...by });
}

const read = async (deps: TestDeps, id: string) =>
  readBooking(
    deps,
    await deps.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );

describe("editing what is assessed", () => {
  let deps: TestDeps;
  beforeEach(() => {
    deps = createTestDeps();
  });

  test("an added assessment is priced as in the wizard, with £70 off from the second on", async () => {
    const booking = await createBooking(deps);
    await edit(deps, booking.id, { selectedAssessments: [PROPERTY, LITIGATE] });
    const { calculatedPricing, selectedAssessments, totalValue } = await read(deps, booking.id);
    expect(selectedAssessments).toEqual([PROPERTY, LITIGATE]);
    expect(calculatedPricing).toMatchObject({ subtotal: 1267, discount: 70, total: 1197 });
    expect(totalValue).toBe(1197);
    const { history } = await readBookingFile(deps, booking.id);
    expect(history[0]!.changes).toEqual([
      `assessments: ${PROPERTY} → ${PROPERTY}; ${LITIGATE}`,
      "total: £595.00 → £1,197.00",
    ]);
  });

  test("what stays keeps the price that it was booked at; another mode takes today's", async () => {
    const line = { assessment_id: "property-finance", name: PROPERTY, price_pence: 50_000 };
    const booking = await createBooking(deps, {}, [line]);
    await edit(deps, booking.id, { selectedAssessments: [PROPERTY, LITIGATE] });
    expect((await read(deps, booking.id)).calculatedPricing).toMatchObject({ subtotal: 1172, discount: 70 });
    await edit(deps, booking.id, { selectedAssessments: [PROPERTY, LITIGATE], showVirtualPricing: "true" });
    const virtual = await read(deps, booking.id);
    expect(virtual.calculatedPricing).toMatchObject({ subtotal: 1093, discount: 0, total: 1093 });
    expect(virtual).toMatchObject({ isVirtual: true, assessmentLocation: "Virtual Assessment" });
  });

  test("the discount stays what it was at the booking, per assessment, in the same mode", async () => {
    const booking = await createBooking(deps);
    const discount = async (changes: Posted) => {
      await edit(deps, booking.id, changes);
      return (await read(deps, booking.id)).calculatedPricing.discount;
    };
    const both = { selectedAssessments: [PROPERTY, LITIGATE] };
    await edit(deps, booking.id, both);
    setOfferSource(() => ({
      ...SEED_OFFER,
      discountPence: 5000,
      discountModes: ["face-to-face", "virtual"],
    }));
    onTestFinished(() => setOfferSource(() => SEED_OFFER));
    expect(await discount({ ...both, paymentMethod: "pay-now" })).toBe(70);
    expect(await discount({ selectedAssessments: [PROPERTY, LITIGATE, GIFT] })).toBe(140);
    expect(await discount({ ...both, showVirtualPricing: "true" })).toBe(50);
    expect(await discount({ selectedAssessments: [PROPERTY] })).toBe(0);
    expect(await discount(both)).toBe(50);
  });

  test("what stays keeps the name that it was booked by", async () => {
    const booking = await createBooking(deps);
    const renamed = SEED_OFFER.assessments.map((one) =>
      one.name === PROPERTY ? { ...one, name: "Money" } : one,
    );
    setOfferSource(() => ({ ...SEED_OFFER, assessments: renamed }));
    onTestFinished(() => setOfferSource(() => SEED_OFFER));
    await edit(deps, booking.id, { selectedAssessments: ["Money", LITIGATE], paymentMethod: "pay-now" });
    expect((await read(deps, booking.id)).selectedAssessments).toEqual([PROPERTY, LITIGATE]);
  });

  test("Other with a price is a line like any other, counts for the discount, and is on request again without", async () => {
    const booking = await createBooking(deps);
    const other = {
      selectedAssessments: [PROPERTY, "Other"],
      otherAssessmentDetails: "Capacity to decide about marriage.",
    };
    await edit(deps, booking.id, other);
    expect(await read(deps, booking.id)).toMatchObject({ totalValue: 595 });
    await edit(deps, booking.id, { ...other, otherPrice: "£1,450.50" });
    const priced = await read(deps, booking.id);
    expect(priced.calculatedPricing).toMatchObject({ subtotal: 2045.5, discount: 70, total: 1975.5 });
    expect(priced.calculatedPricing.assessmentPrices[1]).toEqual({
      id: "other",
      name: "Other",
      price: 1450.5,
      isPriceOnRequest: false,
    });
    await edit(deps, booking.id, { ...other, showVirtualPricing: "true", otherPrice: "1450.50" });
    expect((await read(deps, booking.id)).calculatedPricing).toMatchObject({ discount: 0, total: 1948.5 });
    await edit(deps, booking.id, other);
    expect(await read(deps, booking.id)).toMatchObject({ totalValue: 595 });
  });

  test("a price of Other that more than doubles or halves is asked about, and saved once confirmed", async () => {
    const booking = await createBooking(deps);
    const other = {
      selectedAssessments: [PROPERTY, "Other"],
      otherAssessmentDetails: "Capacity to decide about marriage.",
    };
    const total = async () => (await read(deps, booking.id)).totalValue;
    await edit(deps, booking.id, { ...other, otherPrice: "450" });
    for (const [otherPrice, said] of [
      ["4500", "Other: £4,500.00 in place of £450.00."],
      ["45", "Other: £45.00 in place of £450.00."],
    ] as const) {
      const result = await edit(deps, booking.id, { ...other, otherPrice });
      expect(result).toEqual({ ok: false, problem: "doubtful", doubts: { confirmPrices: [said] } });
      expect(await total()).toBe(975);
    }
    const confirmed = { confirmPrices: pricesSignature([["other", 450_000]]) };
    expect((await edit(deps, booking.id, { ...other, ...confirmed, otherPrice: "45000" })).ok).toBe(false);
    expect((await edit(deps, booking.id, { ...other, ...confirmed, otherPrice: "4500" })).ok).toBe(true);
    expect(await total()).toBe(5025);
    expect((await edit(deps, booking.id, { ...other, otherPrice: "9000" })).ok, "exactly double").toBe(true);
  });

  describe("of an assessment that the practice left without a price", () => {
    const both = { selectedAssessments: [PROPERTY, GIFT] };

    beforeEach(() =>
      setOfferSource(() => ({
        ...SEED_OFFER,
        assessments: SEED_OFFER.assessments.map((one) =>
          one.id === "capacity-gift" ? { ...one, faceToFacePence: null, isPriceOnRequest: true } : one,
        ),
      })),
    );

    test("staff set the price, correct it and take it back", async () => {
      const booking = await createBooking(deps);
      await edit(deps, booking.id, both);
      expect(await read(deps, booking.id)).toMatchObject({ totalValue: 595 });
      await edit(deps, booking.id, { ...both, "price-capacity-gift": "450" });
      const { calculatedPricing } = await read(deps, booking.id);
      expect(calculatedPricing).toMatchObject({ subtotal: 1045, discount: 70, total: 975 });
      expect(calculatedPricing.assessmentPrices[1]).toMatchObject({ price: 450, isPriceOnRequest: false });
      await edit(deps, booking.id, { ...both, "price-capacity-gift": "500" });
      expect(await read(deps, booking.id)).toMatchObject({ totalValue: 1025 });
      await edit(deps, booking.id, both);
      expect(await read(deps, booking.id)).toMatchObject({ totalValue: 595 });
      const { history } = await readBookingFile(deps, booking.id);
      expect(history.map(({ changes }) => changes[0])).toEqual([
        `price of ${GIFT}: £500.00 → nothing`,
        `price of ${GIFT}: £450.00 → £500.00`,
        `price of ${GIFT}: nothing → £450.00`,
        `assessments: ${PROPERTY} → ${PROPERTY}; ${GIFT}`,
      ]);
    });

    test("the one on request stays so when a list prices it later, until staff set its price", async () => {
      const booking = await createBooking(deps);
      await edit(deps, booking.id, both);
      setOfferSource(() => SEED_OFFER);
      await edit(deps, booking.id, { ...both, paymentMethod: "pay-now" });
      expect(await read(deps, booking.id)).toMatchObject({ totalValue: 595 });
      await edit(deps, booking.id, { ...both, "price-capacity-gift": "450" });
      expect(await read(deps, booking.id)).toMatchObject({ totalValue: 975 });
    });

    test("a price is refused while it is not chosen, and one that a list prices takes none", async () => {
      const form = { ...AS_BOOKED, "price-capacity-gift": "450" };
      expect(assessmentsEdit().safeParse(form).error!.issues).toMatchObject([
        {
          path: ["price-capacity-gift"],
          message: `Only ${GIFT} or Other has a price of its own: please choose it, or leave this empty.`,
        },
      ]);
      const booking = await createBooking(deps);
      await edit(deps, booking.id, { "price-property-finance": "1" });
      expect(await read(deps, booking.id)).toMatchObject({ totalValue: 595 });
    });

    test("the second of two at once is shown the price that the first saved", async () => {
      const booking = await createBooking(deps);
      await edit(deps, booking.id, { ...both, "price-capacity-gift": "450" });
      const plan = assessmentsPlan(deps.secrets, assessmentsEdit().parse({ ...AS_BOOKED, ...both }));
      const change = { bookingId: booking.id, version: booking.version, plan, isReferrerTold: true, ...by };
      expect(await editBooking(deps, change)).toMatchObject({
        savedInstead: { "price-capacity-gift": ["Saved since: £450.00"] },
      });
    });
  });

  test("what was written under Other stays out of history and mails, and goes with Other", async () => {
    const booking = await createBooking(deps);
    const words = "Capacity to decide about marriage.";
    await edit(deps, booking.id, { selectedAssessments: ["Other"], otherAssessmentDetails: words });
    await runDueJobs(deps);
    const { history } = await readBookingFile(deps, booking.id);
    expect(history[0]).toMatchObject({ fields: "what is needed under Other" });
    const shown = JSON.stringify([history, deps.sentMails]);
    expect(shown).not.toContain("marriage");
    expect(JSON.stringify(deps.sentMails)).not.toMatch(/Property and Finance|Other/);
    expect(deps.sentMails[0]!.text).toContain("What is to be assessed was changed.");
    await edit(deps, booking.id, {});
    expect(await read(deps, booking.id)).toMatchObject({ otherAssessmentDetails: null });
  });

  test("answers for an assessment that was removed are kept, hidden, and come back with it", async () => {
    const booking = await createBooking(deps, {}, [
      { assessment_id: "property-finance", name: PROPERTY, price_pence: 59_500 },
      { assessment_id: "capacity-gift", name: GIFT, price_pence: 67_200 },
    ]);
    const answers = { giftType: "loan" };
    await saveSections(deps, { booking, sections: { gift: { answers } }, ...by });
    const steps = async () => (await referralCompletion(deps, booking)).steps.map(({ slug }) => slug);
    await edit(deps, booking.id, {});
    expect(await steps()).not.toContain("gift");
    await edit(deps, booking.id, { selectedAssessments: [PROPERTY, GIFT] });
    expect(await steps()).toContain("gift");
    const { steps: back } = await referralCompletion(deps, booking);
    expect(back.find(({ slug }) => slug === "gift")).toMatchObject({ progress: "in-progress" });
  });

  test.each([
    [{ selectedAssessments: [] }, "selectedAssessments", "Please select at least one assessment type."],
    [
      { selectedAssessments: [GIFT], showVirtualPricing: "true" },
      "selectedAssessments",
      "Capacity to Make a Gift is face-to-face only.",
    ],
    [
      { selectedAssessments: ["Other"] },
      "otherAssessmentDetails",
      "Please describe the assessment you need when selecting 'Other'.",
    ],
    [
      { selectedAssessments: ["Other"], otherAssessmentDetails: "word ".repeat(101) },
      "otherAssessmentDetails",
      "Assessment description must be 100 words or less.",
    ],
    [{ assessmentLocation: " " }, "assessmentLocation", "Please enter the assessment location."],
    [
      { otherPrice: "450" },
      "otherPrice",
      "Only Other has a price of its own: please choose it, or leave this empty.",
    ],
    [{ otherPrice: "dear" }, "otherPrice", poundsProblem("")],
    [{ otherPrice: "0" }, "otherPrice", poundsProblem("")],
    [{ otherPrice: "-5" }, "otherPrice", poundsProblem("")],
    [{ otherPrice: "1.2345" }, "otherPrice", poundsProblem("")],
    [{ otherPrice: "12.345" }, "otherPrice", poundsProblem("12.345")],
  ] as [Posted, string, string][])("refuses %j", (changes, field, message) => {
    const issues = assessmentsEdit().safeParse({ ...AS_BOOKED, ...changes }).error!.issues;
    expect(issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]]);
  });

  test("the second of two at once is shown what the first saved at each field, the words under Other too", async () => {
    const booking = await createBooking(deps);
    const stale = booking.version;
    const words = "Capacity to decide about marriage.";
    await edit(deps, booking.id, { selectedAssessments: ["Other"], otherAssessmentDetails: words });
    const plan = assessmentsPlan(deps.secrets, assessmentsEdit().parse(AS_BOOKED));
    const change = { bookingId: booking.id, version: stale, plan, isReferrerTold: true, ...by };
    expect(await editBooking(deps, change)).toEqual({
      ok: false,
      problem: "changed-since",
      version: 2,
      savedInstead: {
        selectedAssessments: ["Saved since: Other"],
        otherAssessmentDetails: [`Saved since: ${words}`],
      },
    });
  });
});

describe("editing the person to be assessed", () => {
  const today = "2027-03-10";
  const client = {
    clientTitle: "Mrs",
    clientFirstName: "Edith",
    clientLastName: "Quill",
    "clientDob-day": "7",
    "clientDob-month": "3",
    "clientDob-year": "1942",
    clientPhone: "01632 960123",
    clientPostcode: "ls1 4ap",
  };
  const save = async (deps: TestDeps, booking: { id: string; version: number }, form: Posted) =>
    editBooking(deps, {
      bookingId: booking.id,
      version: booking.version,
      plan: clientPlan(deps.secrets, clientAnswers(today).parse(form)),
      isReferrerTold: true,
      ...by,
    });

  test("the details are sealed, and the referrer is told without them", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    await save(deps, booking, client);
    const row = await deps.db.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
    expect(decryptClientDetails(deps.secrets, row)).toMatchObject({
      dob: "1942-03-07",
      phone: "1632960123",
      phoneAsTyped: "01632 960123",
      postcode: "LS1 4AP",
    });
    expect(row.client_details_sealed).not.toContain("1942");
    await runDueJobs(deps);
    expect(deps.sentMails[0]!.text).toContain("The details of the person to be assessed were changed.");
    expect(JSON.stringify(deps.sentMails)).not.toMatch(/Edith|Quill|1942|LS1/);
  });

  test("what the referrer's pages do not show is not mailed about", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    await save(deps, booking, { clientTownCity: "Leeds" });
    await runDueJobs(deps);
    expect(deps.sentMails).toEqual([]);
  });

  test("is held to the wizard's rules", () => {
    const issues = clientAnswers(today).safeParse({ clientPhone: "12", clientDob: "2030-01-01" }).error!
      .issues;
    expect(issues.map(({ path }) => path[0])).toEqual(["clientDob", "clientPhone"]);
  });
});

describe("the invoice of a booking that staff change", () => {
  const job = (deps: TestDeps) =>
    deps.db.selectFrom("outbox").selectAll().where("kind", "=", "invoice").executeTakeFirst();
  async function book(deps: TestDeps, paymentMethod: "pay_now" | "pay_later" = "pay_now") {
    const booking = await createBooking(deps, { payment_method: paymentMethod });
    await enqueueInvoice(deps, booking);
    return booking;
  }
  const payNow = { paymentMethod: "pay-now" };

  test("is made of what the booking says by then, when it was not made yet", async () => {
    const { deps, xero } = await createXeroDeps();
    const booking = await book(deps);
    await edit(deps, booking.id, { ...payNow, selectedAssessments: [PROPERTY, LITIGATE] }, false);
    await runDueJobs(deps);
    expect(xero.invoices.map((invoice) => invoice.Total)).toEqual([1197]);
    const { invoice } = await readBookingFile(deps, booking.id);
    expect(invoice).toMatchObject({ number: "INV-0001", amountPence: 119_700, task: null });
  });

  test("is taken back when the booking is paid later, and comes back when it is paid now", async () => {
    const { deps, xero } = await createXeroDeps({ env: { DEPOSIT_INVOICES: "off" } });
    const booking = await book(deps);
    await edit(deps, booking.id, {}, false);
    expect(await job(deps)).toMatchObject({ state: "cancelled" });
    await edit(deps, booking.id, payNow, false);
    await runDueJobs(deps);
    expect(xero.invoices).toHaveLength(1);
  });

  test("is made once Other, alone on the booking, has its price", async () => {
    const { deps, xero } = await createXeroDeps();
    const booking = await createBooking(deps, { payment_method: "pay_now" }, [
      { assessment_id: "other", name: "Other", price_pence: null },
    ]);
    const other = { ...payNow, selectedAssessments: ["Other"], otherAssessmentDetails: "Marriage." };
    await edit(deps, booking.id, { ...other, otherPrice: "450" });
    await runDueJobs(deps);
    await runDueJobs(deps);
    expect(xero.invoices.map((invoice) => invoice.Total)).toEqual([450]);
    expect(deps.sentMails.map(({ tag }) => tag)).toEqual(["booking-changed", "invoice-ready"]);
  });

  test("is made once an assessment that no list prices has its price, and names it", async () => {
    const { deps, xero } = await createXeroDeps();
    const list = SEED_OFFER.assessments.map((one) => ({
      ...one,
      faceToFacePence: null,
      isPriceOnRequest: true,
    }));
    setOfferSource(() => ({ ...SEED_OFFER, assessments: list }));
    const booking = await createBooking(deps, { payment_method: "pay_now" }, [
      { assessment_id: "capacity-gift", name: GIFT, price_pence: null },
    ]);
    const gift = { ...payNow, selectedAssessments: [GIFT] };
    await edit(deps, booking.id, { ...gift, "price-capacity-gift": "450" });
    await runDueJobs(deps);
    await runDueJobs(deps);
    expect(xero.invoices).toMatchObject([
      { Total: 450, LineItems: [{ Description: `${GIFT} (Face-to-Face)` }] },
    ]);
    const [changed, invoiced] = deps.sentMails;
    expect(changed!.text).toContain("The total was price on request. It is £450.00 now, with no VAT.");
    expect(invoiced!.text, "Xero knows that the practice is registered").toContain("£450.00 including VAT");
  });

  test("a deposit follows, too", async () => {
    const { deps, xero } = await createXeroDeps({ env: { DEPOSIT_INVOICES: "on" } });
    const booking = await book(deps, "pay_later");
    expect(await job(deps)).toMatchObject({ topic: "deposit-invoice" });
    await edit(deps, booking.id, { selectedAssessments: [PROPERTY, LITIGATE] }, false);
    await runDueJobs(deps);
    expect(xero.invoices.map((invoice) => invoice.Total)).toEqual([598.5]);
  });

  test("one that was made is not touched: staff see its number and what to do by hand", async () => {
    const { deps, xero } = await createXeroDeps();
    const booking = await book(deps);
    await runDueJobs(deps);
    await edit(deps, booking.id, { ...payNow, selectedAssessments: [PROPERTY, LITIGATE] }, false);
    await runDueJobs(deps);
    expect(xero.invoices.map((invoice) => invoice.Total)).toEqual([595]);
    const { invoice } = await readBookingFile(deps, booking.id);
    expect(invoice!.task).toBe(
      `Invoice INV-0001 was made for £595.00, but the booking now needs £1,197.00. In Xero, invoice the difference of £602.00 under the reference ${booking.reference}, or void it and make a new one.`,
    );
    await edit(deps, booking.id, { ...payNow, selectedAssessments: [PROPERTY] }, false);
    expect((await readBookingFile(deps, booking.id)).invoice!.task).toBeNull();
  });

  test("one of which the answer was lost is found again, and what it is over is not made up", async () => {
    const { deps, xero } = await createXeroDeps();
    const booking = await book(deps);
    await runDueJobs(deps);
    await deps.db.deleteFrom("invoices").execute();
    const lost = { state: "queued" as const, attempts: 1, finished_at: null, last_error: "cut off" };
    await deps.db.updateTable("outbox").set(lost).where("kind", "=", "invoice").execute();
    await edit(deps, booking.id, { ...payNow, selectedAssessments: [PROPERTY, LITIGATE] }, false);
    await runDueJobs(deps);
    expect(xero.invoices).toHaveLength(1);
    const { invoice } = await readBookingFile(deps, booking.id);
    expect(invoice).toMatchObject({ amountPence: 59_500, task: expect.stringContaining("£602.00") });
  });
});
