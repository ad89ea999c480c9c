import { beforeEach, expect, test } from "vitest";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { BY_REFERRER, createContribution, linkOf } from "#tests/setup/contributions.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { mails } from "#tests/setup/report-pages.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";

let deps: TestDeps;
let booking: BookingRow & { token: string };
let assessor: UserRow;
let visitId: string;
beforeEach(async () => {
  deps = createTestDeps();
  booking = await createBooking(deps);
  assessor = await createAssessor(deps);
  const visit = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: 1,
    plan: { ...PLAN, day: "2027-03-25" },
    assessorId: assessor.id,
    isReferrerTold: false,
    overruled: null,
  });
  if (!visit.ok) throw new Error(visit.problem);
  ({ visitId } = visit);
});

async function answer(answers: Record<string, string>, intent: string) {
  const { id } = await createContribution(deps, booking, { basis: "nobody-asked", until: "2027-03-20" });
  const { cookie } = await linkOf(deps, id);
  await render(deps, `/part/${id}/doctor`, cookie, { ...answers, intent });
  return id;
}

test("the assessor reads who said what, and what is not in the referral, on the visit's page and in the pack", async () => {
  const sections = {
    propertyFinance: { answers: { diagnosedConditions: "Ours", currentMedications: "Same" } },
  };
  await saveSections(deps, { booking, ...BY_REFERRER, sections });
  const answers = { diagnoses: "Their diagnosis", medicines: "Same", cognitiveTests: "MoCA 14" };
  await answer(answers, "send");
  const { cookie } = await signInAs(deps, assessor);
  for (const page of ["", "/pack"]) {
    const { text } = await render(deps, `/assessor/visits/${visitId}${page}`, cookie);
    const [, told = ""] = /Also told us([^]*?)<\/section>/.exec(text) ?? [];
    expect(told).toContain("Dr Sarah Green, doctor or nurse");
    expect(told).toContain("10/03/2027");
    expect(told).toContain("nobody has asked the person");
    expect(told).toMatch(/In the referral: Medicines that may affect thinking/);
    expect(told).toMatch(/Diagnoses \(not taken over into the referral\)[^]*Their diagnosis/);
    expect(told).toContain("MoCA 14");
  }
});

test("what was said about another person is read by nobody after the booking's person was put right", async () => {
  const id = await answer({ diagnoses: "Their diagnosis" }, "send");
  const page = `/referral-form/${booking.id}/help/${id}?token=${booking.token}`;
  const answers = { firstName: "Harold", lastName: "Stone", dob: "1950-03-27" };
  await deps.db
    .updateTable("contributions")
    .set({ state: "taken", decided_at: deps.clock.now().toISOString() })
    .where("id", "=", id)
    .execute();
  const { cookie: theirs } = await linkOf(deps, id);
  await saveSections(deps, { booking, ...BY_REFERRER, sections: { personalDetails: { answers } } });
  const { cookie } = await signInAs(deps, assessor);
  const seen = await Promise.all([
    render(deps, `/assessor/visits/${visitId}`, cookie),
    render(deps, `/assessor/visits/${visitId}/pack`, cookie),
    render(deps, page),
  ]);
  for (const { text } of seen) expect(text).not.toContain("Their diagnosis");
  for (const path of ["", "/sheet", "/doctor"])
    expect((await render(deps, `/part/${id}${path}`, theirs)).text).not.toMatch(/Harold|Stone/);
});

test("before it is sent the assessor reads nothing of it", async () => {
  await answer({ diagnoses: "Half a sentence" }, "save");
  const { cookie } = await signInAs(deps, assessor);
  const { text } = await render(deps, `/assessor/visits/${visitId}`, cookie);
  expect(text).not.toContain("Half a sentence");
  expect(text).not.toContain("Also told us");
});

test("the last day is the day before the visit, also after that was moved", async () => {
  const { id } = await createContribution(deps, booking, { until: "2027-03-24" });
  const { cookie } = await linkOf(deps, id);
  await deps.db.updateTable("visits").set({ day: "2027-03-12" }).where("id", "=", visitId).execute();
  const { text } = await render(deps, `/part/${id}`, cookie);
  expect(text).toContain("Thursday 11 March 2027");
  const late = await render(deps, `/referral-form/${booking.id}/help/new?token=${booking.token}`, undefined, {
    name: "Rose Court",
    email: "home@example.org",
    role: "care",
    parts: "care",
    basis: "person",
    "until-day": "12",
    "until-month": "3",
    "until-year": "2027",
  });
  expect(late.status).toBe(400);
  expect(late.text).toContain("Choose a day before the visit on Friday 12 March 2027.");
});

test("a part that is overdue before a visit is on staff's dashboard, and a fee, too", async () => {
  const { id } = await createContribution(deps, booking, { until: "2027-03-12" });
  const fee = await createContribution(deps, booking, { name: "Dr Fee", email: "fee@example.org" });
  const { cookie } = await linkOf(deps, fee.id);
  await render(deps, `/part/${fee.id}`, cookie, { intent: "fee", fee: "£90" });
  const staff = (await signInAs(deps, await createUser(deps, { role_id: "coordinator" }))).cookie;
  const group = async () => {
    const { text } = await render(deps, "/admin/dashboard", staff);
    return text.match(/Parts overdue before a visit: <[^]*?<\/li>/g)?.join("") ?? "";
  };
  expect(await group()).toContain("Dr Fee");
  expect(await group()).not.toContain("Dr Sarah Green");
  deps.clock.advance(3 * 86_400_000);
  const again = (await signInAs(deps, await createUser(deps, { role_id: "coordinator" }))).cookie;
  const { text } = await render(deps, "/admin/dashboard", again);
  expect(text).toContain(`/admin/bookings/${booking.id}/parts/${id}`);
});

test("whoever still has to answer is told when the booking is cancelled, and who has answered is not", async () => {
  await answer({ diagnoses: "Dementia" }, "send");
  await createContribution(deps, booking, { email: "home@example.org", until: "2027-03-20" });
  const { version } = (await findBooking(deps.db, booking.id))!;
  const cancelled = await changeStatus(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version,
    status: "cancelled",
    isDateAccepted: false,
    isReferrerTold: false,
    note: "",
    reason: "",
  });
  expect(cancelled.ok).toBe(true);
  expect((await mails(deps, "part-closed")).map(({ to }) => to)).toEqual(["home@example.org"]);
});

test("Submit is never blocked by an open part, and says what is still out", async () => {
  await createContribution(deps, booking, { until: "2027-03-20" });
  const { text } = await render(
    deps,
    `/referral-form/${booking.id}/legal-information?token=${booking.token}`,
  );
  expect(text).toContain("Still out");
  expect(text).toContain("Dr Sarah Green: From the doctor (until Saturday 20 March 2027)");
});
