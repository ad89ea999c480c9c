import { describe, expect, test } from "vitest";
import { describeFields } from "./read-booking-file.server.ts";

describe("the changed fields in a booking's history", () => {
  test("fields are named in words", () => {
    expect(describeFields(["referrerEmail", "preferredDate", "nhsNumber"])).toBe(
      "email address, preferred date, nhsNumber",
    );
  });

  test("what a visit’s change records is named in words", () => {
    expect(describeFields(["visitTime", "visitPlace", "assessor"])).toBe("time, place, assessor");
  });

  test("answers of a referral form go by the labels under which they were asked", () => {
    expect(describeFields(["personalDetails.title", "gift.giftType", "personalDetails.dob"])).toBe(
      "Personal Details (Title, Date of birth), Gift (Kind of gift)",
    );
  });
});
