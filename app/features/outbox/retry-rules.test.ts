import { describe, expect, test } from "vitest";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { afterFailure } from "./retry-rules.ts";

const NOW = new Date("2027-03-10T13:00:00.000Z");
const HOUR = 3_600_000;
const error = (options: { isPermanent?: boolean; retryAfterMs?: number } = {}) =>
  new DeliveryError("The vendor is failing.", { isPermanent: false, ...options });
const tried = (attempts: number, hoursAgo = 0) => ({
  attempts,
  first_attempt_at: new Date(NOW.getTime() - hoursAgo * HOUR).toISOString(),
});
const waitSeconds = (...args: Parameters<typeof afterFailure>) => {
  const next = afterFailure(...args);
  return next.state === "queued" ? (next.nextAttemptAt.getTime() - NOW.getTime()) / 1000 : next.state;
};

describe("after a try that failed", () => {
  test.each([
    ["the usual wait is 5 minutes", error(), tried(1), 300],
    ["Retry-After is obeyed, longer or shorter", error({ retryAfterMs: 7_200_000 }), tried(1), 7200],
    ["a short one too", error({ retryAfterMs: 2000 }), tried(10), 2],
    ["but not for ever", error({ retryAfterMs: 2000 }), tried(11), 300],
    ["and never in a tight loop", error({ retryAfterMs: 0 }), tried(1), 1],
    ["a permanent refusal ends it", error({ isPermanent: true }), tried(1), "failed"],
    ["the 47th try is not the last", error(), tried(47, 5), 300],
    ["the 48th is", error(), tried(48, 3.95), "failed"],
    ["unless short waits brought it there too soon", error(), tried(48, 1), 300],
    ["a defect of ours is tried again like an outage", new TypeError("x is undefined"), tried(1), 300],
  ])("%s", (_name, thrown, row, expected) => {
    expect(waitSeconds(thrown, row, NOW)).toBe(expected);
  });

  test("what cannot wait that long comes sooner", () => {
    expect(waitSeconds(error(), tried(1), NOW, 20_000)).toBe(20);
  });

  test("holding back ourselves is no try, and not the last one either", () => {
    const heldBack = new DeliveryError("Later.", {
      isPermanent: false,
      isUntried: true,
      retryAfterMs: 30_000,
    });
    expect(afterFailure(heldBack, tried(48, 5), NOW)).toEqual({
      state: "queued",
      nextAttemptAt: new Date(NOW.getTime() + 30_000),
      reason: null,
    });
  });

  test("staff read the vendor's reason, but never a raw error of ours", () => {
    expect(afterFailure(error(), tried(1), NOW)).toMatchObject({ reason: "The vendor is failing." });
    expect(afterFailure(new TypeError("joanna@example.org"), tried(1), NOW)).toMatchObject({
      reason: "Something went wrong on our side; the server's log says more.",
    });
  });
});
