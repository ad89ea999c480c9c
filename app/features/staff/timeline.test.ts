import { describe, expect, test } from "vitest";
import { describeAction, describeFields, mergeRepeats } from "./timeline.ts";

describe("a booking's history", () => {
  test.each([
    ["booking.status-changed", "Status changed"],
    ["booking.edited", "Details changed"],
    ["something.quite-new", "Something quite new"],
  ])("%s reads %s", (action, words) => {
    expect(describeAction(action)).toBe(words);
  });

  test("fields are named in words", () => {
    expect(describeFields(["referrerEmail", "preferredDate", "nhsNumber"])).toBe(
      "e-mail address, preferred date, nhsNumber",
    );
  });

  test("answers of a referral form go by the labels under which they were asked", () => {
    expect(describeFields(["personalDetails.title", "gift.giftType", "personalDetails.dob"])).toBe(
      "Personal Details (Title, Date of birth), Gift (Kind of gift)",
    );
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
