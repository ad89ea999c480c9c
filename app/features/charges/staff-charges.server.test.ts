import { expect, test } from "vitest";
import { createCharge } from "#tests/setup/charges.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { readChargesList } from "./staff-charges.server.ts";

test("staff see charges that wait although their booking was cancelled since", async () => {
  const deps = createTestDeps();
  const { id } = await createBooking(deps);
  await createCharge(deps, { bookingId: id, kind: "interpreter" });
  await createCharge(deps, { bookingId: id, kind: "travel" });
  const read = async () => {
    const { waiting, ofCancelled } = await readChargesList(deps, async () => new Map());
    return [waiting.length, ofCancelled.length];
  };
  expect(await read()).toEqual([2, 0]);
  await deps.db.updateTable("bookings").set({ status: "cancelled" }).where("id", "=", id).execute();
  expect(await read(), "the journey was made, the interpreter may not come").toEqual([1, 1]);
});
