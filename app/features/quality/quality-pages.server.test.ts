import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { createOrganisation } from "#tests/setup/organisations.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { createDelivery } from "#tests/setup/reports.ts";
import { createAssessor } from "#tests/setup/visits.ts";
import { REVIEW_CODES } from "#app/features/report/report-words.ts";

async function aPractice({ reports = 0 } = {}) {
  const deps = createTestDeps();
  // The migration says the day of the upgrade.
  await deps.db.deleteFrom("quality_days").execute();
  const changed = ["definition:reasons", "definition:kept"].map((key) => ({
    day: "2027-03-05",
    key,
    count: 0,
    sum: 0,
    organisation_id: "",
    assessor_id: "",
  }));
  await deps.db.insertInto("quality_days").values(changed).execute();
  const assessor = await createAssessor(deps, { first_name: "Priya", last_name: "Nair" });
  const organisation = await createOrganisation(deps, { name: "Penrose Law" });
  for (let index = 0; index < reports; index += 1) {
    const booking = await createBooking(deps, { organisation_id: organisation });
    await createDelivery(deps, booking.id, { author: assessor });
  }
  const open = async (path: string, role = "administrator") => {
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: role }));
    return render(deps, path, cookie);
  };
  return { deps, assessor, organisation, open };
}

test("a practice without a booking, or younger than a month, has a page that says so little", async () => {
  const { open } = await aPractice();
  for (const path of ["/admin/quality", "/admin/quality/tender", "/admin/quality.csv"]) {
    const { status, text } = await open(path);
    expect([status, text]).toEqual([200, expect.stringContaining("too few")]);
  }
  const young = await (await aPractice({ reports: 2 })).open("/admin/quality");
  expect(young.text).toContain("The last month is not over");
  expect(young.text).toContain("There are too few reports to tell.");
  expect(young.text).not.toMatch(/\b[1-4] of \d/);
});

test("of an assessor with three reports no figure is told", async () => {
  const { open, assessor } = await aPractice({ reports: 3 });
  const { text } = await open(`/admin/quality?assessor=${assessor.id}`);
  expect(text).toContain("Priya Nair");
  const values = [...text.matchAll(/<td data-label="Value"[^>]*>([^<]*)</g)].map(([, value]) => value);
  expect(new Set(values)).toEqual(new Set(["0", "too few", "for the whole practice alone"]));
});

test("figures of assessors are for Administrators alone, and the page says how little small numbers say", async () => {
  const { deps, open, assessor } = await aPractice({ reports: 6 });
  expect((await open("/admin/quality")).text).toMatch(
    /By assessor[^]*Priya Nair[^]*Small numbers say little/,
  );
  for (const query of ["", `?assessor=${assessor.id}`]) {
    const { text } = await open(`/admin/quality${query}`, "coordinator");
    expect(text).toContain("By organisation");
    expect(text).not.toMatch(/Priya Nair|By assessor|All assessors/);
    const csv = (await open(`/admin/quality.csv${query}`, "coordinator")).text;
    expect(csv).toContain("Reports released,6,");
    expect(csv).not.toContain("Priya");
  }
  const log = await deps.db
    .selectFrom("audit_log")
    .selectAll()
    .where("action", "=", "quality.exported")
    .execute();
  expect(log.map(({ note }) => note)).toEqual(["2027-03 to 2027-03", "2027-03 to 2027-03"]);
});

test("what an address asks wrongly is left out", async () => {
  const { open, organisation } = await aPractice({ reports: 5 });
  for (const query of [
    "?from=2099-01&to=1900-01",
    "?from=x&to=%00",
    "?assessor=nobody&organisation=nobody",
    "?from=2027-13",
  ])
    expect((await open(`/admin/quality${query}`)).text).toContain("Bookings made in March 2027.");
  expect((await open(`/admin/quality?organisation=${organisation}`)).text).toContain(
    "Bookings made in March 2027, Penrose Law.",
  );
});

test("the page for a tender, saved as a file, names no client", async () => {
  const { open } = await aPractice({ reports: 6 });
  expect((await open("/admin/quality")).text).toContain("Penrose Law");
  expect((await open("/admin/quality/tender")).text).not.toContain("Penrose Law");
});

test("a tender’s figures have their definitions, the day and the changes, and no field to type one", async () => {
  const { open } = await aPractice({ reports: 5 });
  const { text } = await open("/admin/quality/tender");
  const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
  expect(main).toContain("bookings made in March 2027, counted on 10 March 2027.");
  expect(main).toMatch(/Released at first sending[^]*of all whose first version[^]*5 of 5 \(100%\)/);
  expect(main).toMatch(/5 March 2027[^]*chooses at least one reason[^]*No reason was asked/);
  expect(main).not.toMatch(/<input|<textarea|method="post"|Not held: |By organisation|Penrose/);
  for (const label of Object.values(REVIEW_CODES)) expect(main).toContain(`Returned: ${label}`);
});
