import { describe, expect, test } from "vitest";
import { describeAction, mergeRepeats } from "./history-words.ts";

describe("a booking's history", () => {
  test.each([
    ["booking.status-changed", "Status changed"],
    ["booking.edited", "Details changed"],
    ["user.concern-right-given", "Right to safeguarding concerns given"],
    ["an-earlier.release-wrote-it", "An earlier release wrote it"],
  ])("%s reads %s", (action, words) => {
    expect(describeAction(action)).toBe(words);
  });

  test("saves in a row by one person are one entry; a change of status never is", () => {
    const entry = (action: string, changedFields: string[] = [], actor_id: string | null = null) => ({
      action,
      actor_id,
      actor_kind: "visitor",
      changedFields,
    });
    const merged = mergeRepeats([
      entry("referral.saved", ["gpName"]),
      entry("referral.saved", ["gpName", "phone"]),
      entry("referral.saved", ["phone"], "someone"),
      entry("booking.status-changed"),
      entry("booking.status-changed"),
    ]);
    expect(merged.map(({ action, count, changedFields }) => [action, count, changedFields])).toEqual([
      ["referral.saved", 2, ["gpName", "phone"]],
      ["referral.saved", 1, ["phone"]],
      ["booking.status-changed", 1, []],
      ["booking.status-changed", 1, []],
    ]);
  });
});
