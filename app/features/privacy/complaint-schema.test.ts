import { expect, test } from "vitest";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import { ComplaintSchema } from "./complaint-schema.ts";

test.each([
  "joanna.reeve@example.org",
  "reeve&sons@example.org",
  "j/reeve@example.org",
  "reeve@example.xn--p1ai",
  "joanna@gmial.com",
  "reeve@example",
  "joanna reeve@example.org",
  `${"r".repeat(250)}@example.org`,
])("a complaint takes an address exactly when a booking does: %s", (email) => {
  const { success } = ComplaintSchema.safeParse({ name: "Joanna Reeve", email, complaint: "You lost it." });
  expect(success).toBe(checkEmail(email, { isTypoAllowed: true }) === null);
});

test("the longest complaint can be sent, whatever its script", () => {
  const typed = { name: "J", email: "reeve@example.org", complaint: "\u{1d49c}".repeat(8000) };
  expect(ComplaintSchema.safeParse(typed).success).toBe(true);
  const bytes = new URLSearchParams(typed).toString().length;
  expect(bytes).toBeLessThan(LONG_FORM.bytes);
});
