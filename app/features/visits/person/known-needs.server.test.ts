import { expect, test } from "vitest";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import {
  encryptClientDetails,
  NO_CLIENT_DETAILS,
} from "#app/features/booking/fields/field-columns.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { bookingsOfSamePerson } from "./conflicts.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { readNeeds, wantsLargePrint } from "./known-needs.server.ts";
import { openAssessorLetter } from "#app/features/visits/letter/open-letter.server.ts";
import { needOf } from "#app/features/visits/plan/who-is-free.server.ts";

async function ofEdith(deps: TestDeps, dob: string | null = null) {
  const id = deps.ids.uuid();
  const names = { client_first_name: "Edith", client_last_name: "Marsh" };
  const details = { ...NO_CLIENT_DETAILS, dob };
  return createBooking(deps, {
    id,
    ...names,
    client_details_sealed: encryptClientDetails(deps.secrets, id, details),
  });
}

const tell = async (
  deps: TestDeps,
  booking: Awaited<ReturnType<typeof ofEdith>>,
  communicationAids: Answers,
  personalDetails: Answers = {},
) =>
  saveSections(deps, {
    booking,
    sections: {
      communicationAids: { answers: communicationAids },
      personalDetails: { answers: personalDetails },
    },
    actor: BY_STAFF.actor,
    requestId: null,
  });

const READS = { informationFormats: ["Large print", "Easy read"] };

async function visited(deps: TestDeps) {
  const earlier = await ofEdith(deps);
  await tell(deps, earlier, READS, { language: "Polish" });
  const booking = await ofEdith(deps);
  const assessor = await createAssessor(deps);
  const agree = async () => {
    const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: true, overruled: null };
    const result = await agreeVisit(deps, { ...change, plan: PLAN, assessorId: assessor.id });
    return result.ok ? result.visitId : "";
  };
  return { earlier, booking, assessor, agree };
}

test("the assessor sees needs of an earlier booking first on each page of the person, and no way to that booking", async () => {
  const deps = createTestDeps();
  const { earlier, assessor, agree } = await visited(deps);
  const page = `/assessor/visits/${await agree()}`;
  const { cookie } = await signInAs(deps, assessor);
  for (const address of [page, `${page}/pack`, `${page}/referral`]) {
    const text = joinTexts((await render(deps, address, cookie)).text);
    for (const shown of ["Communication needs", "Polish", "Large print, Easy read"])
      expect(text, address).toContain(shown);
    expect(text, address).toContain(`Known from booking ${earlier.reference}.`);
    expect(text, address).not.toContain(earlier.id);
  }
});

test("letters, and the confirmation once a visit was agreed, suit needs of an earlier booking", async () => {
  const deps = createTestDeps();
  const { booking, assessor, agree } = await visited(deps);
  expect(await wantsLargePrint(deps, booking, { isVisitAgreed: false })).toBe(false);
  const printed = async () =>
    (await render(deps, `/booking/confirmation/${booking.id}?token=${booking.token}`)).text;
  expect(await printed()).toContain("is-printed-small");
  const visitId = await agree();
  const request = new Request(`http://localhost/assessor/visits/${visitId}/letter`);
  const own = (await findAssessorVisit(deps, visitId, assessor.id))!;
  const open = () => openAssessorLetter(deps, own, byAssessor(assessor), request);
  const kind = { language: "en", isLarge: true };
  expect(await open()).toMatchObject({ lacksEasyRead: true, kind: { ...kind, style: "plain" } });
  const { checks } = deps.settings.current();
  const value = { ...checks, easyReadBy: "Ann Ely", easyReadOn: "2027-03-01" };
  await saveSettings(deps, { group: "checks", value, baseVersion: 0 }, BY_STAFF);
  expect(await open()).toMatchObject({ lacksEasyRead: false, kind: { ...kind, style: "easy-read" } });
  expect(await printed()).toContain("is-printed-large");
});

test("assessors are matched with the language of an earlier booking", async () => {
  const deps = createTestDeps();
  const { booking } = await visited(deps);
  expect(await needOf(deps, booking)).toMatchObject({ language: "Polish" });
});

test("needs of the booking's own referral are read alone", async () => {
  const deps = createTestDeps();
  const { booking } = await visited(deps);
  await tell(deps, booking, { informationFormats: ["Braille"] });
  expect(await readNeeds(deps, booking)).toEqual({
    needs: [{ label: "Formats", text: "Braille" }],
    earlier: null,
  });
});

test("somebody of the same name with another date of birth is another person", async () => {
  const deps = createTestDeps();
  const [earlier, other] = [await ofEdith(deps, "1941-03-27"), await ofEdith(deps)];
  await tell(deps, earlier, READS);
  await tell(deps, other, {}, { dob: "1950-01-01" });
  expect(await readNeeds(deps, other)).toEqual({ needs: [], earlier: null });
  await tell(deps, other, {}, { dob: "1941-03-27" });
  expect(await readNeeds(deps, other)).toMatchObject({ earlier: earlier.reference });
});

test("a booking that the privacy desk restricts says no needs elsewhere", async () => {
  const deps = createTestDeps();
  const { earlier, booking } = await visited(deps);
  const restricted = { id: deps.ids.uuid(), email_key: null, booking_id: earlier.id };
  await placeRestriction(deps, { ...BY_STAFF, kind: "restriction", case: restricted, reason: "Art. 18" });
  const row = (await findBooking(deps.db, booking.id))!;
  expect(await readNeeds(deps, row)).toEqual({ needs: [], earlier: null });
});

test("a person's earlier booking is found behind many of an office of the same name", async () => {
  const deps = createTestDeps();
  const earlier = await ofEdith(deps);
  for (let count = 0; count <= 50; count += 1)
    await createBooking(deps, { referrer_organisation: "Edith Marsh" });
  const found = await bookingsOfSamePerson(deps, await ofEdith(deps));
  expect(found.map(({ id }) => id)).toEqual([earlier.id]);
});
