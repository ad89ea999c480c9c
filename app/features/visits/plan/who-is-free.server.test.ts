import { expect, test } from "vitest";
import { addDaysOff } from "#app/features/assessors/assessors.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { eraseBookingEverywhere } from "#app/features/privacy/personal-rooms.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { conflictBetween } from "#app/features/visits/person/conflicts.server.ts";
import { needOf, usualPlace, whoIsFree, type Candidate } from "./who-is-free.server.ts";

const agree = async (deps: TestDeps, bookingId: string, assessorId: string) =>
  agreeVisit(deps, {
    ...BY_STAFF,
    bookingId,
    version: (await findBooking(deps.db, bookingId))!.version,
    isReferrerTold: true,
    overruled: null,
    plan: PLAN,
    assessorId,
  });

const warningsOf = ({ fit }: Pick<Candidate, "fit">) => fit.warnings.map(({ words }) => words);

async function listed(deps: TestDeps, bookingId: string) {
  const booking = (await findBooking(deps.db, bookingId))!;
  return whoIsFree(deps, PLAN, await needOf(deps, booking));
}

test("all active assessors are listed, those who fit first, with the reasons", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  await createAssessor(deps, { first_name: "Zoe" });
  const off = await createAssessor(deps, { first_name: "Off" });
  const busy = await createAssessor(deps, { first_name: "Busy" });
  await createAssessor(deps, { first_name: "Left", is_active: 0 });
  await addDaysOff(deps, off.id, { fromOn: "2027-03-10", untilOn: "2027-03-12" }, BY_STAFF);
  const other = await createBooking(deps);
  await agree(deps, other.id, busy.id);
  const found = await listed(deps, booking.id);
  expect(found.map(({ name, fit }) => [name, fit.level])).toEqual([
    ["Zoe Nair", "fits"],
    ["Off Nair", "warns"],
    ["Busy Nair", "blocked"],
  ]);
  expect(found[0]).toMatchObject({ professions: "Social worker", visitsThatDay: 0 });
  expect(warningsOf(found[1]!)).toEqual(["Day off"]);
  expect(found[2]!.fit.blocks[0]!.reason).toBe(`Visit 10:00–11:30 in LS6 (${other.reference})`);
});

test("the client's language comes from the referral forms, and English needs nobody special", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const save = (language: string) =>
    saveSections(deps, {
      booking,
      sections: { personalDetails: { answers: { language } } },
      actor: BY_STAFF.actor,
      requestId: null,
    });
  await save("English");
  expect(await needOf(deps, booking)).toMatchObject({ language: null, assessments: ["property-finance"] });
  await save("Polish");
  expect(await needOf(deps, booking)).toMatchObject({ language: "Polish" });
});

test("who had a visit for the same client, or for the other party, has a warning", async () => {
  const deps = createTestDeps();
  const marsh = { client_first_name: "Edith", client_last_name: "Marsh" };
  const [same, other] = [await createAssessor(deps, { first_name: "Same" }), await createAssessor(deps)];
  const earlier = await createBooking(deps, marsh);
  await agree(deps, earlier.id, same.id);
  const ofParty = await createBooking(deps, { client_first_name: "Arthur", client_last_name: "Pike" });
  await agree(deps, ofParty.id, other.id);
  const booking = await createBooking(deps, marsh, [
    { assessment_id: "capacity-litigate", name: "Capacity to Litigate Assessment", price_pence: 1 },
  ]);
  await saveSections(deps, {
    booking,
    sections: { litigate: { answers: { otherParties: "Her nephew, Arthur Pike of Leeds" } } },
    actor: BY_STAFF.actor,
    requestId: null,
  });
  const found = await listed(deps, booking.id);
  const conflicts = Object.fromEntries(found.map(({ name, fit }) => [name, fit.warnings[0]?.words]));
  expect(conflicts).toEqual({
    "Same Nair": `Same client before (${earlier.reference})`,
    "Priya Nair": `Other party of an earlier visit (${ofParty.reference})`,
  });
});

const BROWN = {
  client_first_name: "Arnold",
  client_last_name: "Brown",
  referrer_organisation: "Webb & Co",
  otherParties: "Edith Zweig, of Leeds; and Acme Lending Ltd",
};
const MARSH = {
  client_first_name: "Ida",
  client_last_name: "Marsh",
  referrer_organisation: null,
  otherParties: "",
};
type Sides = { [Key in keyof typeof BROWN]: string | null };

/** The warnings about Priya, who had the visit of the earlier booking, when the later one needs a visit. */
async function warningsFor(earlier: Sides, later: Sides) {
  const deps = createTestDeps();
  const priya = await createAssessor(deps);
  const book = async ({ otherParties, ...parties }: Sides, name: string) => {
    const booking = await createBooking(deps, { ...parties, reference: name }, [
      { assessment_id: "capacity-litigate", name: "Capacity to Litigate Assessment", price_pence: 1 },
    ]);
    const sections = { litigate: { answers: { otherParties: otherParties ?? "" } } };
    await saveSections(deps, { booking, sections, actor: BY_STAFF.actor, requestId: null });
    return booking;
  };
  await agree(deps, (await book(earlier, "MCA-1")).id, priya.id);
  const [found] = await listed(deps, (await book(later, "MCA-2")).id);
  return warningsOf(found!).filter((warning) => warning.includes("MCA-1"));
}

const SAME = "Same client before (MCA-1)";
const PARTY = "Other party of an earlier visit (MCA-1)";
const ORGANISATION = "Same organisation on the other side (MCA-1)";

test.each<[string, Partial<Sides>, string[]]>([
  ["nothing in common", {}, []],
  ["the same client", { client_first_name: "ARNOLD", client_last_name: "Brown" }, [SAME]],
  ["a client who is the other party", { client_first_name: "Edith", client_last_name: "Zweig" }, [PARTY]],
  ["the client as other party", { otherParties: "Mr Arnold Brown and his wife" }, [PARTY]],
  ["the same other parties", { otherParties: "Edith Zweig, of Leeds, and Acme Lending Limited" }, [PARTY]],
  ["the other side's organisation", { referrer_organisation: "Acme Lending Ltd" }, [ORGANISATION]],
  ["it without its legal form", { referrer_organisation: "ACME Lending" }, [ORGANISATION]],
  ["the referrer as other party", { otherParties: "Mr Hale, advised by Webb & Co" }, [ORGANISATION]],
  ["it with another legal form", { otherParties: "Mr Hale (solicitors: Webb Limited)" }, [ORGANISATION]],
])("an assessor of an earlier visit, and a booking with %s", async (_what, later, warnings) => {
  expect(await warningsFor(BROWN, { ...MARSH, ...later })).toEqual(warnings);
});

test.each<[string, Partial<Sides>, Partial<Sides>]>([
  ["a surname", { client_last_name: "Brown" }, { otherParties: "Peter Brown" }],
  ["a surname, the other way round", { otherParties: "Peter Brown" }, { client_last_name: "Brown" }],
  ["a surname and a firm's name", { referrer_organisation: "Brown Ltd" }, { otherParties: "Peter Brown" }],
  ["it, the other way round", { otherParties: "Peter Brown" }, { referrer_organisation: "Brown Ltd" }],
  ["a legal form", { otherParties: "Acme Ltd" }, { referrer_organisation: "Zenith Ltd" }],
  ["two words of a firm's name", { otherParties: "Ida & Marsh Road Ltd" }, {}],
  ["no other parties", { otherParties: "None known" }, { otherParties: "None known" }],
  ["nobody's name", { otherParties: "his family" }, { otherParties: "His family" }],
])("people who have no more in common than %s bring no warning", async (_what, earlier, later) => {
  const stranger = { ...MARSH, client_first_name: "Olga", client_last_name: "Hale" };
  expect(await warningsFor({ ...stranger, ...earlier }, { ...MARSH, ...later })).toEqual([]);
});

test("one name without the other is no client, and a short one is", () => {
  const nameless = { ...MARSH, client_first_name: null };
  expect(conflictBetween(nameless, { ...nameless, reference: "MCA-1" })).toBeNull();
  const short = { ...MARSH, client_first_name: "Bo", client_last_name: "Ng" };
  expect(conflictBetween(short, { ...short, reference: "MCA-1" })).toBe(SAME);
});

test("an erased booking, and an answer that was changed, warn no more", async () => {
  const deps = createTestDeps();
  const priya = await createAssessor(deps);
  const ruth = await createAssessor(deps, { first_name: "Ruth" });
  const save = (booking: BookingRow, otherParties: string) =>
    saveSections(deps, {
      booking,
      sections: { litigate: { answers: { otherParties } } },
      actor: BY_STAFF.actor,
      requestId: null,
    });
  const [erased, changed] = [await createBooking(deps), await createBooking(deps)];
  for (const earlier of [erased, changed]) await save(earlier, "Edith Zweig");
  await agree(deps, erased.id, priya.id);
  await agree(deps, changed.id, ruth.id);
  const { id } = await createBooking(deps, { client_first_name: "Edith", client_last_name: "Zweig" });
  const warnings = async () =>
    (await listed(deps, id))
      .flatMap((one) => warningsOf(one).filter((words) => words.includes("MCA")))
      .sort();
  const found = [changed, erased].map(({ reference }) => `Other party of an earlier visit (${reference})`);
  expect(await warnings()).toEqual(found.sort());
  await save(changed, "Edith's niece");
  await eraseBookingEverywhere(deps.db, deps, erased.id);
  expect(await warnings()).toEqual([]);
  const left = await deps.db.selectFrom("other_party_words").select("booking_id").distinct().execute();
  expect(left).toEqual([{ booking_id: changed.id }]);
});

test("the newest visits warn, and no more than three are named, however many there were", async () => {
  const deps = createTestDeps();
  const names = ["Anna", "Bea"];
  const assessors = [];
  for (const name of names) assessors.push(await createAssessor(deps, { first_name: name }));
  const rows = await Promise.all(
    Array.from({ length: 260 }, () => createBooking(deps, { referrer_organisation: "Leeds City Council" })),
  );
  for (const [index, { id }] of rows.entries()) {
    await deps.db
      .insertInto("visits")
      .values({
        id: deps.ids.uuid(),
        booking_id: id,
        number: 1,
        assessor_id: assessors[index < 60 ? 0 : 1]!.id,
        day: "2026-01-05",
        start: "10:00",
        minutes: 90,
        is_virtual: 1,
        place_sealed: null,
        travel_before_minutes: 0,
        travel_after_minutes: 0,
        ended_as: null,
        ended_at: null,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
        updated_at: "2026-01-01T00:00:00.000Z",
      })
      .execute();
  }
  const booking = await createBooking(deps);
  await saveSections(deps, {
    booking,
    sections: { litigate: { answers: { otherParties: "Leeds City Council" } } },
    actor: BY_STAFF.actor,
    requestId: null,
  });
  const found = await listed(deps, booking.id);
  const newest = rows.slice(-3).toReversed();
  expect(Object.fromEntries(found.map((one) => [one.name, warningsOf(one)]))).toEqual({
    "Anna Nair": [],
    "Bea Nair": [
      ...newest.map(({ reference }) => `Same organisation on the other side (${reference})`),
      "More earlier visits like these",
    ],
  });
});

test("the place is the client's address, or else the booking's location", async () => {
  const deps = createTestDeps();
  expect(await usualPlace(deps, await createBooking(deps))).toBe("Leeds");
  expect(await usualPlace(deps, await createBooking(deps, { is_virtual: 1 }))).toBe("");
});
