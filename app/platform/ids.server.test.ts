import { expect, test } from "vitest";
import { fixedClock } from "#scripts/seed/fixed-clock.ts";
import { createIds } from "./ids.server.ts";

test("ids sort by the order in which they were made, within one millisecond and when the clock goes back", () => {
  const clock = fixedClock("2027-03-10T09:00:00.000Z");
  const ids = createIds(clock);
  const made = Array.from({ length: 10_000 }, () => ids.uuid());
  clock.advance(-60_000);
  made.push(ids.uuid());
  clock.advance(120_000);
  made.push(ids.uuid());
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

test("an id is a UUID of version 7 that begins with its time", () => {
  const id = createIds(fixedClock("2027-03-10T09:00:00.000Z")).uuid();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(
    Date.parse("2027-03-10T09:00:00.000Z"),
  );
});

test("a reference can be read out: nothing in it sounds or looks like something else", () => {
  const ids = createIds(fixedClock("2027-03-10T09:00:00.000Z"));
  for (let made = 0; made < 500; made += 1) {
    expect(ids.reference("ABC")).toMatch(/^ABC-[34679ACDEFGHJKPQRTWXY]{4}-[34679ACDEFGHJKPQRTWXY]{4}$/);
  }
});
