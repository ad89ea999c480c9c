import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { readHistory } from "./queries.server.ts";
import { BY_SYSTEM, recordAudit } from "./record-audit.server.ts";

test("the history of somebody with thousands of bookings is read", async () => {
  const deps = createTestDeps();
  const subjects = Array.from({ length: 3_000 }, (_, n) => ({ kind: "booking", id: `booking-${n}` }));
  const account = { kind: "user", id: "booking-2" };
  for (const { kind, id } of [subjects[7]!, subjects[2_999]!, account])
    await recordAudit(deps, BY_SYSTEM, "booking.viewed", [kind, id]);

  const ofBookings = await readHistory(deps.db, subjects);
  expect(ofBookings.map(({ action }) => action)).toEqual(["booking.viewed", "booking.viewed"]);
  expect(await readHistory(deps.db, [...subjects, account])).toHaveLength(3);
});
