import { expect, test } from "vitest";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { askerOf } from "./ask-part.server.ts";

test("a referrer asks through the practice, and the practice through nobody", async () => {
  const deps = createTestDeps();
  const { id } = await createBooking(deps, { referrer_first_name: "Rosa" });
  const booking = (await findBooking(deps.db, id))!;
  const { name } = deps.settings.current().company;
  expect(askerOf(deps, { asked_by_kind: "visitor" }, booking)).toEqual({ asker: "Rosa", through: name });
  expect(askerOf(deps, { asked_by_kind: "staff" }, booking)).toEqual({ asker: name, through: null });
});
