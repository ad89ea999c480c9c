import { expect, it } from "vitest";
import { passesAfter, ranInPlaywright, ranInVitest } from "./test-passes.mjs";

it("reads which tests ran, and leaves out those that did not", () => {
  const assertionResults = [
    { title: "adds", status: "passed" },
    { title: "divides", status: "failed" },
    { title: "waits", status: "skipped" },
  ];
  expect(ranInVitest({ testResults: [{ name: "/x/app/money.test.ts", assertionResults }] }, "/x")).toEqual([
    { file: "app/money.test.ts", title: "adds", hasPassed: true },
    { file: "app/money.test.ts", title: "divides", hasPassed: false },
  ]);
  const spec = (title, status) => ({ title, file: "a.spec.ts", tests: [{ status }] });
  const suites = [{ specs: [spec("opens", "expected")], suites: [{ specs: [spec("shuts", "flaky")] }] }];
  expect(ranInPlaywright({ suites })).toEqual([
    { file: "tests/e2e/a.spec.ts", title: "opens", hasPassed: true },
    { file: "tests/e2e/a.spec.ts", title: "shuts", hasPassed: false },
  ]);
});

it("calls a test passing that passed wherever it ran, and remembers when a failing one last did", () => {
  const one = (title, hasPassed) => ({ file: "a", title, hasPassed });
  const before = { files: { a: { breaks: { isPassing: true, passedAt: "earlier" } } } };
  const ran = [
    one("holds", true),
    one("breaks", true),
    one("breaks", false),
    one("breaks", true),
    one("new", false),
  ];
  expect(passesAfter(ran, before, "now")).toEqual({
    a: {
      holds: { isPassing: true, passedAt: "now" },
      breaks: { isPassing: false, passedAt: "earlier" },
      new: { isPassing: false, passedAt: null },
    },
  });
});
