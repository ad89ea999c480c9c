import { expect, it } from "vitest";
import { failedInPlaywright, failedInVitest, lastLines } from "./failed-tests.mjs";

it("names vitest's failed tests by file, and files that could not be loaded", () => {
  const passed = { fullName: "money adds", status: "passed", failureMessages: [] };
  const failed = {
    fullName: "money divides",
    status: "failed",
    failureMessages: [
      "AssertionError: expected 1 to be 2\n    at /x/app/money.test.ts:2:6\n    at file:///x/node_modules/vitest/a.js:1:1",
    ],
  };
  const testResults = [
    { name: "/x/app/money.test.ts", status: "failed", message: "", assertionResults: [passed, failed] },
    { name: "/x/app/days.test.ts", status: "failed", message: "Cannot find module", assertionResults: [] },
    { name: "/x/app/words.test.ts", status: "passed", message: "", assertionResults: [passed] },
  ];
  expect(failedInVitest({ testResults }, "/x")).toEqual([
    {
      file: "app/money.test.ts",
      name: "money divides",
      error: "AssertionError: expected 1 to be 2\n    at /x/app/money.test.ts:2:6",
    },
    { file: "app/days.test.ts", name: "the whole file", error: "Cannot find module" },
  ]);
});

it("names Playwright's failed journeys with their project, and errors outside of journeys", () => {
  const spec = (title, status, errors) => ({
    title,
    file: "wizard.spec.ts",
    line: 7,
    tests: [{ projectName: "SQLite", status, results: [{ errors }] }],
  });
  const report = {
    suites: [
      {
        title: "wizard.spec.ts",
        specs: [spec("opens", "expected", [])],
        suites: [
          {
            title: "with JavaScript",
            specs: [
              spec("books", "unexpected", [{ message: "\u001B[31mError\u001B[39m: no\n\nExpected: 2" }]),
            ],
          },
        ],
      },
    ],
    errors: [{ message: "no server" }],
  };
  expect(failedInPlaywright(report)).toEqual([
    {
      file: "tests/e2e/wizard.spec.ts:7",
      name: "[SQLite] with JavaScript › books",
      error: "Error: no\nExpected: 2",
    },
    { file: "playwright", name: "outside of the tests", error: "no server" },
  ]);
});

it("takes the last lines of a step that failed without a failed test", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  expect(lastLines(`${lines.join("\n")}\n`)).toBe(lines.slice(-30).join("\n"));
});
