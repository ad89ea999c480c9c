import { describe, expect, test } from "vitest";
import { checkEmail } from "./email.ts";

describe("checkEmail: SPEC section 5, in order", () => {
  test.each([
    ["", "Email address is required"],
    ["   ", "Email address is required"],
    ["jane.example.org", "Email address must include an @ symbol"],
    ["jane doe", "Email address must include an @ symbol"],
    ["jane@@example.org", "Email address should only contain one @ symbol"],
    ["@jane@example.org", "Email address should only contain one @ symbol"],
    ["@example.org", "Email address needs text before the @ symbol"],
    ["@", "Email address needs text before the @ symbol"],
    ["jane@", "Email address needs a domain after the @ symbol (e.g., example.com)"],
    ["jane@example", "Email domain must include a dot (e.g., example.com)"],
    ["jane doe@example", "Email domain must include a dot (e.g., example.com)"],
    ["jane@example.o", "Email domain extension is too short (e.g., .com, .co.uk)"],
    ["jane@example.", "Email domain extension is too short (e.g., .com, .co.uk)"],
    ["jane@example.org.", "Email domain extension is too short (e.g., .com, .co.uk)"],
    ["jane@example.co.uk. ", "Email domain extension is too short (e.g., .com, .co.uk)"],
    ["jane doe@example.org", "Email address cannot contain spaces"],
    ["jane doe@gmial.com", "Email address cannot contain spaces"],
    ["jane@gmial.com", "Possible typo detected in email domain"],
    ["jane@.org", "Please enter a valid email address."],
    ["jane@-example.org", "Please enter a valid email address."],
    ["jane..doe@example.org", "Please enter a valid email address."],
    ["ja<ne@example.org", "Please enter a valid email address."],
    ["jane@example.123", "Please enter a valid email address."],
    [`${"a".repeat(300)}@example.org`, "Please enter a valid email address."],
  ])("%j: %s", (typed, message) => {
    expect(checkEmail(typed)?.message).toBe(message);
  });

  test.each([
    "jane@example.org",
    " jane@example.org ",
    "o'neil+care@nhs.uk",
    "j_d@a-b.example.co.uk",
    "JANE@GMAIL.COM",
    "\u200bjane@example.org\u00a0",
    "jane＠example．org",
  ])("accepts %j", (typed) => {
    expect(checkEmail(typed)).toBeNull();
  });

  test.each([
    ["jane@gmial.com", "jane@gmail.com"],
    ["Jane.Doe@GMAIL.CON", "Jane.Doe@gmail.com"],
    ["jane@yahooo.com", "jane@yahoo.com"],
    ["jane@hotmial.co.uk", "jane@hotmail.co.uk"],
    ["jane@outlok.com", "jane@outlook.com"],
    ["jane@live.co", "jane@live.com"],
    ["jane@aol.co", "jane@aol.com"],
  ])("suggests for %s: %s", (typed, suggestion) => {
    expect(checkEmail(typed)).toMatchObject({ suggestion });
  });

  test("lets a person keep an address that looks like a typo", () => {
    expect(checkEmail("jane@gmial.com", { isTypoAllowed: true })).toBeNull();
  });

  test("is not fooled by a domain named after an object's own parts", () => {
    expect(checkEmail("jane@constructor.org")).toBeNull();
  });
});
