import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { browse } from "#tests/setup/site.ts";

const REFERRER = {
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna.reeve@example.org",
  referrerCountryCode: "+44",
  referrerPhone: "07700900123",
  referrerRelationship: "Daughter",
};

test("a place in Scotland is booked as any other: steps 3 and 5 warn, without scripts too", async () => {
  const deps = createTestDeps();
  const visit = browse(deps);
  const started = await visit("/", REFERRER);
  const { cookie } = started;
  let { location } = started;
  const read = async (path: string) => (await render(deps, path, cookie)).text;
  ({ location } = await visit(location!, {
    showVirtualPricing: "false",
    selectedAssessments: "Capacity to Make a Will",
    priceList: "seed",
  }));
  const step = location!;
  ({ location } = await visit(step, { assessmentLocation: "Edinburgh" }));
  expect(await read(step)).toContain("This looks like a place in Scotland.");
  ({ location } = await visit(location!, { preferredDate: "" }));
  const text = await read(location!);
  expect(text).toContain("applies in England and Wales only");
  expect(text).toContain("Confirm Booking");
});

test.each([
  [{ assessment_location: "EH1 1AA" }, true],
  [{ assessment_location: "Leeds LS6 1AA" }, false],
  [{ assessment_location: "EH1 1AA", is_virtual: 1 as const }, false],
])("staff are told of %j: %s", async (row, isWarned) => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const booking = await createBooking(deps, row);
  const { text } = await render(deps, `/admin/bookings/${booking.id}`, cookie);
  expect(text.includes("The Mental Capacity Act may not apply here")).toBe(isWarned);
});
