import { describe, expect, it, vi } from "vitest";
import type { Actor } from "#app/features/audit/record-audit.server.ts";
import {
  NO_CLIENT_DETAILS,
  encryptClientDetails,
} from "#app/features/booking/fields/field-columns.server.ts";
import { readBookings } from "#app/features/booking/record/queries.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import { readReferral, referralCompletion, referralCompletions } from "./queries.server.ts";
import { printedSections } from "./printed-sections.ts";
import { saveSections } from "./save-sections.server.ts";
import { sectionPageData } from "./section-page.server.ts";
import { submitReferral } from "./submit-referral.server.ts";

const actor: Actor = { kind: "visitor", id: null };

const PERSON: Answers = {
  title: "Mrs",
  firstName: "Edith",
  lastName: "Marsh",
  dob: "1941-03-27",
  gender: "Female",
  addressLine1: "3 Mill Lane",
  townCity: "Leeds",
  postcode: "ls1 4ap",
  countryCode: "+44",
  phone: "0113 496 0123",
  nextOfKinName: "Joanna Reeve",
  nextOfKinRelationship: "Daughter",
  nextOfKinCountryCode: "+44",
  nextOfKinPhone: "+33 6 12 34 56 78",
};

async function setUp(answers: Answers = PERSON) {
  const deps = createTestDeps();
  deps.jobs.wake = vi.fn();
  const booking = await createBooking(deps);
  const save = (more: Answers) =>
    saveSections(deps, {
      booking,
      sections: { personalDetails: { answers: more } },
      actor,
      requestId: null,
    });
  const submit = () => submitReferral(deps, { booking, actor, requestId: null });
  await save(answers);
  deps.clock.advance(60_000);
  return { deps, booking, save, submit };
}

describe("submitting a referral form", () => {
  it("says which required answers are missing, in the order of the form", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const result = await submitReferral(deps, { booking, actor, requestId: null });
    expect(result).toMatchObject({ kind: "incomplete" });
    expect(result.kind === "incomplete" && result.problems.map((problem) => problem.field)).toEqual([
      "title",
      "firstName",
      "lastName",
      "dob",
      "gender",
      "addressLine1",
      "townCity",
      "postcode",
      "phone",
      "nextOfKinName",
      "nextOfKinRelationship",
      "nextOfKinPhone",
    ]);
    expect(await deps.db.selectFrom("referral_forms").selectAll().execute()).toEqual([]);
  });

  it.each([
    ["nhsNumber", "9434765918"],
    ["dob", "1941-2-31"],
    ["dob", "2027-03-10"],
    ["phone", "0113"],
    ["email", "edith"],
  ])("refuses %s %s", async (field, value) => {
    const { submit } = await setUp({ ...PERSON, [field]: value });
    expect(await submit()).toMatchObject({
      kind: "incomplete",
      problems: [{ section: "personalDetails", field }],
    });
  });

  it("normalises the phones and keeps what was typed", async () => {
    const { deps, booking, submit } = await setUp();
    expect(await submit()).toMatchObject({ kind: "submitted", revision: 1 });
    const { section, submittedAt } = await readReferral(deps, booking);
    expect(submittedAt).toBe("2027-03-10T09:01:00.000Z");
    expect(section("personalDetails").answers).toMatchObject({
      postcode: "LS1 4AP",
      phone: "1134960123",
      phoneAsTyped: "0113 496 0123",
      nextOfKinCountryCode: "+33",
      nextOfKinPhone: "612345678",
      nextOfKinPhoneAsTyped: "+33 6 12 34 56 78",
    });
  });

  it("leaves a tab that shows the number as it was typed without a conflict, whatever else it changes", async () => {
    const { deps, booking, submit } = await setUp();
    const tab = (await readReferral(deps, booking)).section("personalDetails");
    await submit();
    const result = await saveSections(deps, {
      booking,
      sections: {
        personalDetails: { answers: { ...tab.answers, occupation: "Teacher" }, version: tab.version },
      },
      actor,
      requestId: null,
    });
    expect(result).toMatchObject({ kind: "saved" });
    expect((await readReferral(deps, booking)).section("personalDetails").answers).toMatchObject({
      occupation: "Teacher",
      phone: "1134960123",
      phoneAsTyped: "0113 496 0123",
      nextOfKinCountryCode: "+33",
      nextOfKinPhone: "612345678",
    });
  });

  it("shows the number as it was typed on the page and on paper", async () => {
    const { deps, booking, submit } = await setUp();
    await submit();
    const referral = await readReferral(deps, booking);
    expect(sectionPageData(deps, referral, "personalDetails", false).values).toMatchObject({
      phone: "0113 496 0123",
      nextOfKinPhone: "+33 6 12 34 56 78",
    });
    const printed = printedSections(referral).flatMap(({ groups }) =>
      groups.flatMap(({ answers }) => answers),
    );
    expect(printed).toContainEqual({ question: "Phone number", answer: "+44 113 496 0123" });
    expect(printed).toContainEqual({ question: "Next of kin’s phone number", answer: "+33 6 12 34 56 78" });
  });

  it("forgets the typed form of a number that was changed since", async () => {
    const { deps, booking, save, submit } = await setUp();
    await submit();
    await save({ ...PERSON, phone: "0113 496 0999" });
    const { section } = await readReferral(deps, booking);
    expect(section("personalDetails").answers.phoneAsTyped).toBeUndefined();
  });

  it("promises one mail per revision, and a second press is the same revision", async () => {
    const { deps, save, submit } = await setUp();
    await submit();
    await submit();
    deps.clock.advance(60_000);
    await save({ occupation: "Teacher" });
    deps.clock.advance(60_000);
    expect(await submit()).toMatchObject({ revision: 2 });
    const mails = await deps.db.selectFrom("outbox").select(["topic", "recipient"]).execute();
    expect(mails).toEqual([
      { topic: "referral-received", recipient: "Joanna.Reeve@example.org" },
      { topic: "referral-received", recipient: "Joanna.Reeve@example.org" },
    ]);
    expect(deps.jobs.wake).toHaveBeenCalled();
  });
});

describe("a change after Submit, made when the clock had been set back", () => {
  it("shows, and is submitted anew", async () => {
    const { deps, booking, save, submit } = await setUp();
    await submit();
    deps.clock.advance(-3_600_000);
    expect(await readReferral(deps, booking)).toMatchObject({ isChangedSince: false });
    await save({ occupation: "Teacher" });
    expect(await readReferral(deps, booking)).toMatchObject({ isChangedSince: true });
    expect(await submit()).toMatchObject({ revision: 2 });
  });
});

describe("opening a referral form", () => {
  it("starts with what the booking told, and writes nothing", async () => {
    const deps = createTestDeps();
    const id = deps.ids.uuid();
    const booking = await createBooking(deps, {
      id,
      client_first_name: "Edith",
      client_last_name: "Marsh",
      client_details_sealed: encryptClientDetails(deps.secrets, id, {
        ...NO_CLIENT_DETAILS,
        title: "Mrs",
        dob: "1941-03-27",
        phone: "1134960123",
        phoneAsTyped: "0113 496 0123",
      }),
    });
    const { section, steps } = await readReferral(deps, booking);
    expect(section("personalDetails")).toEqual({
      version: 0,
      updatedAt: null,
      answers: {
        title: "Mrs",
        firstName: "Edith",
        lastName: "Marsh",
        dob: "1941-03-27",
        phone: "0113 496 0123",
        countryCode: "+44",
        nextOfKinCountryCode: "+44",
        language: "English",
      },
    });
    expect(await deps.db.selectFrom("referral_forms").select("id").execute()).toEqual([]);
    expect(steps.map((step) => step.progress)).toEqual([
      "not-started",
      "not-started",
      "not-started",
      "not-started",
    ]);
    expect(await deps.db.selectFrom("referral_forms").selectAll().execute()).toEqual([]);
  });

  it("shows a saved form instead, blanks included", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps, { client_first_name: "Edith" });
    await saveSections(deps, {
      booking,
      sections: { personalDetails: { answers: { firstName: "" } } },
      actor,
      requestId: null,
    });
    const { section } = await readReferral(deps, booking);
    expect(section("personalDetails").answers.firstName).toBe("");
  });

  it("tells other pages how far it is", async () => {
    const { deps, booking, submit } = await setUp();
    await submit();
    expect(await referralCompletion(deps, booking)).toMatchObject({
      submittedAt: "2027-03-10T09:01:00.000Z",
      isChangedSince: false,
      completeCount: 1,
      sectionCount: 3,
    });
    const other = await createBooking(deps);
    const listed = await referralCompletions(deps, await readBookings(deps, [booking, other]));
    expect(listed.get(booking.id)).toEqual(await referralCompletion(deps, booking));
    expect(listed.get(other.id)).toMatchObject({ submittedAt: null, completeCount: 0, sectionCount: 3 });
  });
});
