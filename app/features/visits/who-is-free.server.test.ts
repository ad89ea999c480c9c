import { expect, test } from "vitest";
import { addDaysOff } from "#app/features/assessors/assessors.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { findBookingForJob } from "#app/features/booking/record/find-booking.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit } from "./change-visit.server.ts";
import { conflictBetween } from "./conflicts.server.ts";
import { needOf, usualPlace, whoIsFree } from "./who-is-free.server.ts";

const agree = async (deps: TestDeps, bookingId: string, assessorId: string) =>
  agreeVisit(deps, {
    ...BY_STAFF,
    bookingId,
    version: (await findBookingForJob(deps.db, bookingId))!.version,
    isReferrerTold: true,
    overruled: null,
    plan: PLAN,
    assessorId,
  });

async function listed(deps: TestDeps, bookingId: string) {
  const booking = (await findBookingForJob(deps.db, bookingId))!;
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
  expect(found[1]!.fit.warnings).toEqual(["Day off"]);
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
  const conflicts = Object.fromEntries(found.map(({ name, fit }) => [name, fit.warnings[0]]));
  expect(conflicts).toEqual({
    "Same Nair": `Same client before (${earlier.reference})`,
    "Priya Nair": `Other party of an earlier visit (${ofParty.reference})`,
  });
});

test.each([
  ["nothing in common", {}, {}, null],
  [
    "an organisation on both sides",
    { otherParties: "Mr Hale, advised by Webb & Co" },
    { referrer_organisation: "Webb & Co" },
    "Same organisation on the other side (MCA-1)",
  ],
  ["one name without the other", {}, { client_first_name: null }, null],
])("two bookings with %s", (_what, own, theirs, sign) => {
  const booking = {
    client_first_name: "Edith",
    client_last_name: "Marsh",
    referrer_organisation: null,
    otherParties: "",
  };
  const earlier = { ...booking, client_last_name: "Pike", reference: "MCA-1" };
  expect(conflictBetween({ ...booking, ...own }, { ...earlier, ...theirs })).toBe(sign);
});

test("the place is the client's address, or else the booking's location", async () => {
  const deps = createTestDeps();
  expect(await usualPlace(deps, await createBooking(deps))).toBe("Leeds");
  expect(await usualPlace(deps, await createBooking(deps, { is_virtual: 1 }))).toBe("");
});
