import { expect, test } from "vitest";
import { createReadableDeps } from "#tests/setup/canary.ts";
import { createFullPerson } from "#tests/setup/full-person.ts";
import { exportBooking } from "./personal-rooms.server.ts";

test("an export has card pages, refunds and payments by the names of their columns", async () => {
  const deps = createReadableDeps();
  const { bookings } = await createFullPerson(deps);
  const exported: Record<string, unknown>[] = [];
  for (const { booking } of Object.values(bookings)) exported.push(await exportBooking(deps, booking.id));
  const namesIn = (table: string) =>
    exported.flatMap((one) => one[table] as object[]).map((row) => Object.keys(row).sort());
  expect(namesIn("cardPages")).toEqual([["created_at", "pence", "state"]]);
  expect(namesIn("cardReturns")).toEqual([["happened_on", "pence", "reason", "state"]]);
  expect(namesIn("payments")).toEqual([
    ["moved_on", "note", "pence", "recorded_at", "source", "undone_at", "way"],
  ]);
});
