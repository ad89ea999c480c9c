import { expect, test } from "vitest";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { browse } from "#tests/setup/site.ts";
import { REFERRER } from "#tests/setup/drafts.ts";

/**
 * Counts what a booking costs the database: times differ from machine to machine, counts do not. A commit that wrote is
 * one fsync. A number that falls is a gain to be kept here; one that rises needs a reason.
 */
type Cost = { reads: number; writes: number; commits: number };

function countStatements() {
  let cost: Cost = { reads: 0, writes: 0, commits: 0 };
  let isInTransaction = false;
  const columnsSet = new Set<string>();
  return {
    columnsSet,
    onStatement(sql: unknown) {
      const [verb] = String(sql).split(" ", 1);
      const [, set = ""] = /^update "drafts" set (.*) where/.exec(String(sql)) ?? [];
      for (const [, column] of set.matchAll(/"(\w+)" =/g)) columnsSet.add(column!);
      if (verb === "begin") isInTransaction = true;
      else if (verb === "commit") {
        isInTransaction = false;
        cost.commits += 1;
      } else if (verb === "select") cost.reads += 1;
      else {
        cost.writes += 1;
        if (!isInTransaction) cost.commits += 1;
      }
    },
    /** The counts since the last call. */
    take(): Cost {
      const taken = cost;
      cost = { reads: 0, writes: 0, commits: 0 };
      return taken;
    },
  };
}

const ASSESSMENTS = {
  showVirtualPricing: "false",
  selectedAssessments: "Property and Finance Capacity Assessment",
};

const STEP_SHOWN: Cost = { reads: 1, writes: 0, commits: 0 };
const STEP_SAVED: Cost = { reads: 1, writes: 1, commits: 1 };

test("a page is shown without a write, and each step that is sent is one commit", async () => {
  const { onStatement, take, columnsSet } = countStatements();
  const deps = createTestDeps({}, onStatement);
  const visit = browse(deps);
  take();
  const costs: Record<string, Cost> = {};
  let address = "/";
  const forms: Record<string, Record<string, string>> = {
    referrer: REFERRER,
    assessments: ASSESSMENTS,
    location: { assessmentLocation: "Leeds" },
    scheduling: { preferredDate: "2027-04-01" },
    confirmation: { paymentMethod: "pay-later" },
  };
  for (const [step, form] of Object.entries(forms)) {
    expect(await visit(address)).toMatchObject({ status: 200 });
    costs[`${step} shown`] = take();
    const { status, location } = await visit(address, form);
    expect(`${step} ${status}`).toBe(`${step} 303`);
    costs[`${step} sent`] = take();
    // No other column of an index: SQLite writes it even if the value stays.
    if (step === "scheduling")
      expect([...columnsSet]).toEqual([
        "answers_sealed",
        "updated_at",
        "expires_at",
        "version",
        "changed_by",
      ]);
    address = location!;
  }
  expect(await visit(address)).toMatchObject({ status: 200 });
  costs["booking shown"] = take();
  expect(await runDueJobs(deps)).toBe(2);
  costs["two mails sent"] = take();
  expect(await runDueJobs(deps)).toBe(0);
  costs["nothing to send"] = take();

  expect(costs).toEqual({
    "referrer shown": { reads: 0, writes: 0, commits: 0 },
    "referrer sent": { reads: 1, writes: 2, commits: 1 },
    "assessments shown": STEP_SHOWN,
    "assessments sent": STEP_SAVED,
    "location shown": STEP_SHOWN,
    "location sent": STEP_SAVED,
    "scheduling shown": STEP_SHOWN,
    "scheduling sent": STEP_SAVED,
    "confirmation shown": STEP_SHOWN,
    // The mails, the invoice and the account among them.
    "confirmation sent": { reads: 3, writes: 10, commits: 1 },
    // The third read: the agreed visit.
    "booking shown": { reads: 3, writes: 0, commits: 0 },
    "two mails sent": { reads: 6, writes: 4, commits: 3 },
    "nothing to send": { reads: 1, writes: 0, commits: 0 },
  });
});
