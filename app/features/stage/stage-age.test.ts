import { expect, test } from "vitest";
import { STAGES } from "./stage.ts";
import { waitsSince, type Moments } from "./stage-age.ts";

const day = (number: number) => `2027-03-0${number}T09:00:00.000Z`;

const MOMENTS: Moments = {
  booked: day(1),
  contactDue: day(1),
  contacted: day(2),
  asked: day(3),
  unasked: day(4),
  unvisited: day(5),
  visited: day(6),
  declared: day(7),
  reviewed: day(8),
};

test("a booking waits in its stage since what brought it there", () => {
  const since = Object.fromEntries(STAGES.map((stage) => [stage, waitsSince(stage, MOMENTS, day(9))]));
  expect(since).toEqual({
    "to-contact": day(1),
    "to-agree": day(5),
    asked: day(3),
    offered: day(3),
    "not-chosen": day(4),
    unanswered: day(3),
    agreed: null,
    "outcome-missing": day(6),
    "to-report": day(8),
    "to-review": day(7),
    "on-hold": day(7),
    "to-complete": day(8),
    done: null,
    cancelled: null,
  });
});

test("a new booking waits since it was made, and a contact of a later day does not wait yet", () => {
  const none = { contactDue: null, contacted: null, asked: null, unasked: null };
  const later = { unvisited: null, visited: null, declared: null, reviewed: null };
  const moments = { booked: day(1), ...none, ...later };
  expect(waitsSince("to-agree", moments, day(2))).toBe(day(1));
  expect(waitsSince("to-contact", { ...moments, contactDue: day(9) }, day(2))).toBeNull();
  expect(waitsSince("to-review", moments, day(2))).toBeNull();
});
