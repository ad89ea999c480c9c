import { expect, test } from "vitest";
import { REFERRER } from "#app/features/report/change-report.server.ts";
import { releaseReport, withdrawReport } from "#app/features/report/review-report.server.ts";
import type { Conclusion } from "#app/features/report-writing/abilities.ts";
import { eraseBookingEverywhere } from "#app/features/privacy/personal-rooms.server.ts";
import { runNightly } from "#app/kit/jobs.server.ts";
import { periodicJobs } from "#app/jobs.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { createOrganisation } from "#tests/setup/organisations.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { createReport } from "#tests/setup/reports.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { countOutcomes, readOutcomes } from "./count-outcomes.server.ts";

type Released = { bookingId: string; reportId: string };

async function release(
  deps: TestDeps,
  conclusion: Conclusion,
  given: { author: { id: string }; bookingId?: string; kind?: "correction"; organisation?: string },
): Promise<Released> {
  const { author, kind = "report", organisation } = given;
  const bookingId =
    given.bookingId ?? (await createBooking(deps, { organisation_id: organisation ?? null })).id;
  const outcomes = [{ assessment: "property-finance", conclusion }];
  const { report } = await createReport(deps, bookingId, { author, kind, isWritten: true, outcomes });
  const review = { bookingId, reportId: report.id, by: BY_STAFF };
  expect(await releaseReport(deps, { ...review, recipients: [REFERRER] })).toMatchObject({ ok: true });
  return { bookingId, reportId: report.id };
}

/** A practice with 12 and 10 reports of the first quarter of 2027, of two authors, that was counted in April. */
async function aQuarter() {
  const deps = createTestDeps();
  const authors = [
    await createUser(deps, { role_id: "assessor" }),
    await createUser(deps, { role_id: "assessor" }),
  ] as const;
  const released: Released[] = [];
  for (let index = 0; index < 22; index += 1)
    released.push(await release(deps, index < 12 ? "able" : "unable", { author: authors[index % 2]! }));
  const night = async (day: string) => {
    deps.clock.set(`${day}T03:00:00.000Z`);
    const job = periodicJobs("").find(({ name }) => name === "outcomes of reports")!;
    expect(await runNightly(deps, job)).toBe(true);
  };
  await night("2027-03-31");
  expect(await readOutcomes(deps)).toEqual([]);
  await night("2027-04-01");
  const told = await readOutcomes(deps);
  expect(told).toMatchObject([{ months: "January 2027 to March 2027", counts: [12, 10, 0] }]);
  return { deps, authors, released, night, told };
}

type Practice = Awaited<ReturnType<typeof aQuarter>>;

test.each<[attack: string, act: (practice: Practice) => Promise<unknown>]>([
  [
    "18. a correction with another conclusion",
    async ({ deps, authors, released }) =>
      release(deps, "unable", { author: authors[0], bookingId: released[0]!.bookingId, kind: "correction" }),
  ],
  [
    "19. a report that is withdrawn and released again in the next quarter",
    async ({ deps, authors, released }) => {
      await withdrawReport(deps, { ...released[0]!, by: BY_STAFF, reason: "Wrong file" });
      await release(deps, "unable", { author: authors[0], bookingId: released[0]!.bookingId });
    },
  ],
  [
    "20. the erasure of one booking between two counts",
    async ({ deps, released }) =>
      transact(deps, ({ db }) => eraseBookingEverywhere(db, deps, released[0]!.bookingId)),
  ],
  ["21. a count again, on another day and after a restore", async ({ deps }) => countOutcomes(deps, null)],
  [
    "22. one report more in the next quarter",
    async ({ deps, authors }) => release(deps, "able", { author: authors[0] }),
  ],
])("the outcomes that were told stay as they are after %s", async (_, act) => {
  const practice = await aQuarter();
  await act(practice);
  await practice.night("2027-07-01");
  expect(await readOutcomes(practice.deps)).toEqual(practice.told);
  await countOutcomes(practice.deps, null);
  expect(await readOutcomes(practice.deps)).toEqual(practice.told);
});

test("23. pages and file tell the same outcomes, whatever assessor, organisation and months are chosen", async () => {
  const { deps, authors } = await aQuarter();
  const organisation = await createOrganisation(deps);
  await release(deps, "unable", { author: authors[0], organisation });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const outcomesOn = async (path: string) => {
    const { status, text } = await render(deps, path, cookie);
    expect(status).toBe(200);
    return text.includes("<html")
      ? text.slice(
          text.indexOf("Outcomes by assessment"),
          text.indexOf("</section>", text.indexOf("Outcomes by assessment")),
        )
      : text.split("\r\n").filter((line) => line.includes(" to March 2027: "));
  };
  const filters = [
    "",
    `?organisation=${organisation}`,
    `?assessor=${authors[0].id}`,
    `?assessor=${authors[0].id}&organisation=${organisation}`,
    "?from=2027-03&to=2027-03",
    "?from=2027-04&to=2027-04",
  ];
  for (const path of ["/admin/quality", "/admin/quality/tender", "/admin/quality.csv"]) {
    const [first, ...others] = await Promise.all(filters.map((filter) => outcomesOn(path + filter)));
    expect(JSON.stringify(first)).toContain("12");
    for (const other of others) expect(other).toEqual(first);
  }
});

test("24. neither history, stored counts nor log tell an outcome or name a booking", async () => {
  const { deps, released, night } = await aQuarter();
  const said: string[] = [];
  const log = new Proxy(deps.log, {
    get:
      () =>
      (...words: unknown[]) =>
        said.push(JSON.stringify(words)),
  });
  Object.assign(deps, { log });
  await night("2027-07-01");
  const history = await deps.db
    .selectFrom("audit_log")
    .select(["action", "note", "changed_fields"])
    .execute();
  expect(`${JSON.stringify(history)} ${said.join(" ")}`).not.toMatch(/able|conclusion|outcome/i);
  const rows = await deps.db
    .selectFrom("quality_days")
    .selectAll()
    .where("key", "like", "outcome:%")
    .execute();
  expect(rows.map(({ day, organisation_id, assessor_id }) => [day, organisation_id, assessor_id])).toEqual(
    Array.from({ length: 3 }, () => ["2027-03-31", "", ""]),
  );
  const stored = JSON.stringify(rows);
  for (const { bookingId, reportId } of released) {
    expect(stored).not.toContain(bookingId);
    expect(stored).not.toContain(reportId);
  }
});
