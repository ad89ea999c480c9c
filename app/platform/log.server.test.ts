import { afterEach, expect, test, vi } from "vitest";
import { createLogger } from "./log.server.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function listen() {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  return () => written.mock.calls.map(([text]) => text as string);
}

test("lines are JSON of the allowed fields, and those of one moment go out together", () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T10:00:00Z") });
  const written = listen();
  const log = createLogger();
  log.info("request", { route: "/", status: 200, email: "ann@example.org" } as object);
  log.info("request", { route: "/booking", status: 303 });
  expect(written()).toEqual([]);
  vi.advanceTimersByTime(20);
  const time = "2026-11-20T10:00:00.000Z";
  expect(written()).toHaveLength(1);
  expect(
    written()[0]!
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { level: 30, time, route: "/", status: 200, msg: "request" },
    { level: 30, time, route: "/booking", status: 303, msg: "request" },
  ]);
});

test("a warning or an error goes out at once, after what came before it", () => {
  vi.useFakeTimers();
  const written = listen();
  const log = createLogger();
  log.info("first");
  log.error("second", { error: "Error" });
  expect(written()).toHaveLength(1);
  expect(written()[0]).toMatch(/"level":30.*"msg":"first".*\n.*"level":50.*"error":"Error","msg":"second"/);
});

test("a flood does not wait", () => {
  vi.useFakeTimers();
  const written = listen();
  const log = createLogger();
  for (let line = 0; line < 64; line += 1) log.info("request");
  expect(written()).toHaveLength(1);
});
