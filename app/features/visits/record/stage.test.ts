import { expect, test } from "vitest";
import { upcomingVisit } from "./stage.ts";

const NOW = new Date("2027-03-10T09:00:00Z");

const toCome = { day: "2027-03-12", start: "10:00", minutes: 90, ended_as: null };
const past = { ...toCome, day: "2027-03-08" };
const cancelled = { ...toCome, ended_as: "cancelled" as const };

test("the visit to come is the one that is agreed and not over", () => {
  const underWay = { ...past, day: "2027-03-10", start: "08:00" };
  expect(upcomingVisit([past, cancelled, toCome], NOW)).toBe(toCome);
  expect(upcomingVisit([past, underWay], NOW)).toBe(underWay);
  expect(upcomingVisit([past, cancelled], NOW)).toBe(null);
});
