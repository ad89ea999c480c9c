import { beforeEach, expect, test } from "vitest";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { findAssessor } from "./assessors.server.ts";
import { noticeEndingPapers } from "./notice-papers.server.ts";
import { endingPapers, type Papers } from "./papers.ts";
import { PapersSchema } from "./papers-schema.ts";
import { savePapers } from "./save-assessor.server.ts";

let deps: TestDeps;

beforeEach(() => {
  // 10 March 2027.
  deps = createTestDeps();
});

async function assessorWith(papers: Papers, profile = {}) {
  const assessor = await createAssessor(deps, {}, profile);
  const { version } = (await findAssessor(deps, assessor.id))!;
  expect(await savePapers(deps, assessor.id, { papers, version }, BY_STAFF)).toBe("saved");
  return assessor;
}

async function agree(assessorId: string) {
  const booking = await createBooking(deps);
  const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: true, overruled: null };
  return agreeVisit(deps, { ...change, plan: PLAN, assessorId });
}

test("lapsed insurance keeps its assessor from a new visit; other papers do not", async () => {
  const seen = "Insurer, policy 1";
  const lapsed = await assessorWith({ insurance: { until: "2027-03-10", seen } });
  expect(await agree(lapsed.id)).toMatchObject({
    ok: false,
    problem: "barred",
    reason: "Insurance ended on 10/03/2027",
  });
  const others = await assessorWith({
    insurance: { until: PLAN.day, seen },
    dbs: { until: "2027-01-01", seen: "Enhanced" },
    capacityAct: { until: "2027-01-01", seen: "Course" },
  });
  expect(await agree(others.id)).toMatchObject({ ok: true });
});

test("a day needs what was seen, and what was seen needs its day", () => {
  const read = (typed: Record<string, string>) =>
    PapersSchema.safeParse(typed).error?.issues.map(({ path, message }) => [path[0], message]);
  expect(read({ dbsUntil: "2028-01-01" })).toEqual([["dbsSeen", "Write what you saw."]]);
  expect(read({ dbsSeen: "Enhanced" })).toEqual([["dbsUntil", "Enter its last day."]]);
  expect(read({ insuranceUntil: "2027-02-30", insuranceSeen: "x" })?.[0]?.[1]).toBe(
    "Enter a date that exists.",
  );
  expect(PapersSchema.parse({ dbsUntil: "2028-01-01", dbsSeen: "Enhanced" })).toEqual({
    dbs: { until: "2028-01-01", seen: "Enhanced" },
  });
});

test("what ends within 60 days is pointed out, the soonest first, and says what has ended", () => {
  const papers: Papers = {
    insurance: { until: "2027-05-08", seen: "x" },
    dbs: { until: "2027-05-09", seen: "x" },
    dataProtection: { until: "2027-03-08", seen: "x" },
  };
  expect(
    endingPapers({ registerEndsOn: "2027-03-09", papers }, "2027-03-09").map(({ key, hasEnded }) => [
      key,
      hasEnded,
    ]),
  ).toEqual([
    ["dataProtection", true],
    ["registration", false],
    ["insurance", false],
  ]);
});

test("assessor and practice are mailed 60 and 14 days before, once each, and not of a paper that was renewed", async () => {
  const assessor = await assessorWith({ insurance: { until: "2027-05-09", seen: "x" } });
  const office = deps.settings.current().company.email;
  const tell = async () => {
    await noticeEndingPapers(deps);
    await noticeEndingPapers(deps);
    await runDueJobs(deps);
    return deps.sentMails.splice(0).map(({ to, subject }) => [to, subject]);
  };
  const both = [assessor.email, office].map((to) => [
    to,
    expect.stringMatching(/^Insurance of .+ ends on Sunday 9 May 2027$/),
  ]);
  expect(await tell()).toEqual(both);
  deps.clock.advance(45 * 86_400_000);
  expect(await tell()).toEqual([]);
  deps.clock.advance(86_400_000);
  expect(await tell()).toEqual(both);
});

test("a notice that waits is not sent once the paper was renewed", async () => {
  const assessor = await assessorWith({ insurance: { until: "2027-05-08", seen: "x" } });
  await noticeEndingPapers(deps);
  const { version } = (await findAssessor(deps, assessor.id))!;
  const papers: Papers = { insurance: { until: "2028-05-08", seen: "y" } };
  await savePapers(deps, assessor.id, { papers, version }, BY_STAFF);
  await runDueJobs(deps);
  expect(deps.sentMails).toEqual([]);
});

test("staff save papers on the assessor's page; the list, the dashboard and the assessor read when they end", async () => {
  const assessor = await createAssessor(deps);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { version } = (await findAssessor(deps, assessor.id))!;
  const typed = {
    intent: "papers",
    version: String(version),
    dbsUntil: "2027-04-01",
    dbsSeen: "001, enhanced",
  };
  const page = `/admin/assessors/${assessor.id}`;
  expect((await render(deps, page, cookie, typed)).location).toBe(`${page}?done=papers`);
  expect((await render(deps, page, cookie, { ...typed, dbsSeen: "002" })).status).toBe(409);
  const list = await render(deps, "/admin/assessors?show=papers", cookie);
  expect(list.text).toContain("DBS check ends on 01/04/2027");
  const dashboard = await render(deps, "/admin/dashboard", cookie);
  expect(dashboard.text).toContain("Ask for the new paper");
  const own = await render(deps, "/assessor/profile", (await signInAs(deps, assessor)).cookie);
  expect(own.text).toContain("Until Thursday 1 April 2027 (001, enhanced)");
});
