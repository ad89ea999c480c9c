import { expect, test } from "vitest";
import { stageOf, upcomingVisit, type Stage } from "./stage.ts";

const NOW = new Date("2027-03-10T09:00:00Z");

const toCome = { day: "2027-03-12", start: "10:00", minutes: 90, ended_as: null };
const past = { ...toCome, day: "2027-03-08" };
const cancelled = { ...toCome, ended_as: "cancelled" as const };
const notHeld = { ...past, ended_as: "not-held" as const };

const pending = { status: "pending" as const, awaitsContact: false, visits: [], hasOpenQuestion: false };

test.each<[string, Stage, object]>([
  ["a new booking", "to-contact", { awaitsContact: true }],
  ["the referrer was called", "to-agree", {}],
  ["assessors were asked", "asked", { hasOpenQuestion: true }],
  ["assessors were asked before the call", "asked", { hasOpenQuestion: true, awaitsContact: true }],
  ["a visit is to come", "agreed", { status: "confirmed", visits: [toCome] }],
  ["a visit is under way", "agreed", { visits: [{ ...past, day: "2027-03-10", start: "08:00" }] }],
  ["the visit was cancelled", "to-agree", { visits: [cancelled] }],
  ["the visit is over", "visited", { status: "confirmed", visits: [past] }],
  ["the visit did not take place", "to-agree", { status: "confirmed", visits: [notHeld] }],
  ["a second visit is to come", "agreed", { status: "confirmed", visits: [past, toCome] }],
  ["the second visit was cancelled", "visited", { status: "confirmed", visits: [past, cancelled] }],
  ["assessors were asked for a second visit", "asked", { visits: [past], hasOpenQuestion: true }],
  ["the booking is completed", "done", { status: "completed", visits: [past] }],
  ["the booking is cancelled", "cancelled", { status: "cancelled", visits: [cancelled] }],
])("%s: %s", (_what, stage, situation) => {
  expect(stageOf({ ...pending, ...situation }, NOW)).toBe(stage);
});

test("the visit to come is the one that is agreed and not over", () => {
  expect(upcomingVisit([past, cancelled, toCome], NOW)).toBe(toCome);
  expect(upcomingVisit([past, cancelled], NOW)).toBe(null);
});
