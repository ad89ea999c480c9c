import { describe, expect, test } from "vitest";
import { detailsOf, OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import { outcomeRows, outcomeWords } from "./outcome.ts";

const HELD = {
  held: "full",
  startedAt: "10:05",
  endedAt: "11:30",
  conducted: "in-person",
  identity: "Passport",
};

const errorsOf = (form: object) =>
  (OutcomeSchema.safeParse(form).error?.issues ?? []).map(({ path }) => path.join("."));

describe("an outcome", () => {
  test("of a visit that was held needs its times, how they met, and the identity", () => {
    expect(errorsOf({ held: "full" })).toEqual(["startedAt", "endedAt", "conducted", "identity"]);
    expect(errorsOf(HELD)).toEqual([]);
    expect(errorsOf({ ...HELD, endedAt: "9.00" })).toEqual(["endedAt"]);
    expect(errorsOf({ ...HELD, startedAt: "half past ten" })).toEqual(["startedAt"]);
  });

  test("of a visit that was not held needs a reason, and a note when it was unsafe", () => {
    expect(errorsOf({ held: "none" })).toEqual(["notHeldReason"]);
    expect(errorsOf({ held: "none", notHeldReason: "unsafe" })).toEqual(["note"]);
    expect(errorsOf({ held: "none", notHeldReason: "not-at-home" })).toEqual([]);
  });

  test.each([
    ["10.05", "1130", "10:05", "11:30"],
    ["1005", "11", "10:05", "11:00"],
    ["9:30", "1015", "09:30", "10:15"],
    ["23:30", "00:30", "23:30", "00:30"],
  ])("from %s to %s is %s–%s", (startedAt, endedAt, start, end) => {
    expect(OutcomeSchema.parse({ ...HELD, startedAt, endedAt })).toMatchObject({
      startedAt: start,
      endedAt: end,
    });
  });

  test.each([
    ["14:00", "13:30"],
    ["10:00", "10:00"],
    ["20:00", "04:01"],
  ])("does not last from %s to %s", (startedAt, endedAt) => {
    expect(errorsOf({ ...HELD, startedAt, endedAt })).toEqual(["endedAt"]);
  });

  test("of a visit that was not held asks nothing about its times", () => {
    expect(errorsOf({ ...HELD, held: "none", notHeldReason: "refused", startedAt: "noon" })).toEqual([]);
  });

  test("must be chosen", () => {
    expect(errorsOf({})).toEqual(["held"]);
  });

  test("leaves out what does not apply", () => {
    const form = OutcomeSchema.parse({
      ...HELD,
      held: "none",
      notHeldReason: "refused",
      note: "Shut the door",
    });
    const details = detailsOf(form);
    expect(details).toMatchObject({
      reason: "refused",
      startedAt: "",
      conducted: null,
      note: "Shut the door",
    });
    expect(outcomeWords("none", details)).toBe("Not held: the person refused");
    expect(outcomeRows("none", details)).toEqual([
      ["Outcome", "Not held: the person refused"],
      ["Note to the office", "Shut the door"],
    ]);
  });
});
