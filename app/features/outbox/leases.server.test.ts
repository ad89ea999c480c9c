import { expect, test } from "vitest";
import { isDeadWorkerOf, workerId } from "./leases.server.ts";

const NO_PROCESS = 2 ** 30;

test("a copy takes over what its own dead processes held, and nothing of another copy", () => {
  const copy = { REPLICA: "copy-1" };
  expect(isDeadWorkerOf(copy, `copy-1/${NO_PROCESS}`)).toBe(true);
  expect(isDeadWorkerOf(copy, `copy-1/${process.ppid}`)).toBe(false);
  expect(isDeadWorkerOf(copy, `copy-2/${NO_PROCESS}`)).toBe(false);
  // After the restart of a container every process has the same number.
  expect(isDeadWorkerOf(copy, workerId(copy))).toBe(true);
  expect(isDeadWorkerOf(copy, workerId({ REPLICA: "copy-2" }))).toBe(false);
});
