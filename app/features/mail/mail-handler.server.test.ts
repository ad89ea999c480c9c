import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { mailHandler } from "./mail-handler.server.ts";

test("a sign-in code is tried again after 20 seconds, because it is good for ten minutes only", () => {
  const handler = mailHandler(createTestDeps());
  expect(handler.retryMs("sign-in-code")).toBe(20_000);
  expect(handler.retryMs("booking-confirmation")).toBeNull();
});
