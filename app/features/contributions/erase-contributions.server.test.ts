import { beforeEach, expect, test } from "vitest";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { erasePerson, reapplyErasures } from "#app/features/privacy/erase-person.server.ts";
import { exportPersonalData } from "#app/features/privacy/personal-data.server.ts";
import { findCase, startCase } from "#app/features/privacy/subject.server.ts";
import { createContribution, linkOf } from "#tests/setup/contributions.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { findContribution } from "./contribution-rows.server.ts";

let deps: TestDeps;
let booking: BookingRow;
beforeEach(async () => {
  deps = createTestDeps();
  booking = await createBooking(deps);
});

const EMAIL = "green@surgery.example.org";

async function answered() {
  const { id } = await createContribution(deps, booking, { email: "Green@surgery.example.org" });
  const { cookie } = await linkOf(deps, id);
  await render(deps, `/part/${id}/doctor`, cookie, { diagnoses: "Their words", intent: "send" });
  return { id, cookie };
}
const caseOf = async (person: string) => (await findCase(deps, (await startCase(deps, person, BY_STAFF))!))!;

test("whoever was asked gets a copy of their words, and has them erased, with their link", async () => {
  const { id, cookie } = await answered();
  const exported = JSON.stringify(await exportPersonalData(deps, await caseOf(EMAIL), BY_STAFF));
  expect(exported).toContain("Their words");
  expect(await erasePerson(deps, await caseOf(EMAIL), { ...BY_STAFF, reason: "Asked" })).toBe("erased");
  expect(await findContribution(deps, id)).toBeNull();
  expect((await render(deps, `/part/${id}`, cookie)).status).toBe(404);
  expect((await deps.db.selectFrom("contribution_parts").selectAll().execute()).length).toBe(0);
});

test("an erased request that a restored backup brings back is erased again", async () => {
  const { id } = await answered();
  const row = await deps.db
    .selectFrom("contributions")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await erasePerson(deps, await caseOf(EMAIL), { ...BY_STAFF, reason: "Asked" });
  await deps.db.deleteFrom("tombstones").execute();
  await deps.db.insertInto("contributions").values(row).execute();
  await reapplyErasures(deps);
  expect(await findContribution(deps, id)).toBeNull();
});

test("a legal hold on the booking keeps the words of others, too", async () => {
  const { id } = await answered();
  const held = (await caseOf(booking.reference)).row;
  await placeRestriction(deps, { ...BY_STAFF, kind: "legal-hold", case: held, reason: "Litigation" });
  expect(await erasePerson(deps, await caseOf(EMAIL), { ...BY_STAFF, reason: "Asked" })).toBe("refused");
  expect(await findContribution(deps, id)).not.toBeNull();
});

test("while the booking is restricted no page opens, and no mail leaves", async () => {
  const { id } = await createContribution(deps, booking);
  const { cookie } = await linkOf(deps, id);
  const restricted = (await caseOf(booking.reference)).row;
  await placeRestriction(deps, { ...BY_STAFF, kind: "restriction", case: restricted, reason: "Disputed" });
  const { status, text } = await render(deps, `/part/${id}`, cookie);
  expect(status).toBe(410);
  expect(text).not.toContain("Edith");
  const refused = await render(deps, `/part/${id}/doctor`, cookie, { diagnoses: "Typed", intent: "save" });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("Typed");
  await runDueJobs(deps);
  expect(deps.sentMails.filter(({ tag }) => tag === "part-asked")).toEqual([]);
});
