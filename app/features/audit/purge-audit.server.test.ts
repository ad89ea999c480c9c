import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { purgeAudit } from "./purge-audit.server.ts";
import { recordAudit, BY_SYSTEM } from "./record-audit.server.ts";

test("entries from before an instant go, also one that was written an hour after its time; the others stay", async () => {
  const deps = createTestDeps();
  const enter = (at: string, hours = 0) => {
    deps.clock.set(new Date(Date.parse(at) + hours * 3_600_000).toISOString());
    const clock = { ...deps.clock, now: () => new Date(at) };
    return recordAudit({ ids: deps.ids, clock, db: deps.db }, BY_SYSTEM, "booking.viewed", ["booking", at]);
  };
  await enter("2027-03-10T09:00:00.000Z");
  await enter("2027-03-10T10:59:59.999Z", 1);
  await enter("2027-03-10T11:00:00.000Z", 1);
  await enter("2027-03-12T09:00:00.000Z");
  await purgeAudit(deps.db, "2027-03-10T11:00:00.000Z", []);
  const kept = await deps.db.selectFrom("audit_log").select("at").orderBy("at").execute();
  expect(kept.map((row) => row.at)).toEqual(["2027-03-10T11:00:00.000Z", "2027-03-12T09:00:00.000Z"]);
});
