import { expect, test } from "vitest";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { loader } from "#app/routes/assessor/home.tsx";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, signInAs } from "#tests/setup/factories.ts";
import { ask, type Handler } from "#tests/setup/report-pages.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";

type Home = Awaited<ReturnType<typeof loader>>;

async function homeOf(deps: TestDeps, cookie: string): Promise<Home> {
  const { data } = await ask(deps, loader as Handler, { path: "/assessor", cookie });
  return data as unknown as Home;
}

async function stage() {
  const deps = createTestDeps();
  const assessor = await createAssessor(deps);
  const { cookie } = await signInAs(deps, assessor);
  async function agree(plan: Partial<typeof PLAN> = {}) {
    const booking = await createBooking(deps, { client_first_name: "Mary", client_last_name: "Hartley" });
    const shared = { version: 1, isReferrerTold: false, overruled: null };
    const ids = { bookingId: booking.id, assessorId: assessor.id };
    await agreeVisit(deps, { ...BY_STAFF, ...ids, ...shared, plan: { ...PLAN, ...plan } });
    return booking;
  }
  return { deps, cookie, agree };
}

test("an assessor's first page begins with the next visit, its person and its place", async () => {
  const { deps, cookie, agree } = await stage();
  expect((await homeOf(deps, cookie)).next).toBeNull();
  const first = await agree();
  const later = await agree({ start: "15:00" });
  const { next, visits } = await homeOf(deps, cookie);
  expect(next).toMatchObject({ reference: first.reference, start: "10:00", hasBegun: false });
  expect(next!.about).toMatchObject({ client: "Mary Hartley", place: PLAN.place, map: null });
  expect(visits.map(({ reference }) => reference)).toEqual([later.reference]);
  const views = await deps.db
    .selectFrom("audit_log")
    .select("subject_id")
    .where("action", "=", "visit.viewed")
    .execute();
  expect(views).toEqual([{ subject_id: first.id }]);
});

test("the next visit of a restricted booking names nobody on the first page", async () => {
  const { deps, cookie, agree } = await stage();
  const booking = await agree();
  await placeRestriction(deps, {
    ...BY_STAFF,
    kind: "restriction",
    reason: "Accuracy contested",
    case: { id: booking.id, email_key: null, booking_id: booking.id },
  });
  const { next } = await homeOf(deps, cookie);
  expect(next).toMatchObject({ reference: booking.reference, about: null });
  expect(JSON.stringify(next)).not.toMatch(/Hartley|Mill Lane/);
});
