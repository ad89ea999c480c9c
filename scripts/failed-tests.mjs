/** Names the failed tests of a run, for the end of `npm test`: the output before it is too long to be searched. */
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const ERROR_LINES = 12;
const LAST_LINES = 30;

/** The first lines of an error, without colours and without frames of packages. */
function firstLines(error) {
  return stripVTControlCharacters(error)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at .*(node_modules|<anonymous>|node:)/.test(line))
    .slice(0, ERROR_LINES)
    .join("\n");
}

/** Failed tests of vitest's JSON report, and files that could not be loaded. */
export function failedInVitest({ testResults = [] }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => ({ file, name: test.fullName, error: firstLines(test.failureMessages.join("\n")) }));
    const isWhole = status === "failed" && (tests.length === 0 || message);
    return isWhole ? [...tests, { file, name: "the whole file", error: firstLines(message) }] : tests;
  });
}

/** Each journey of a suite in Playwright's JSON report, with the titles above it. */
export function* specsOf(suite, above = []) {
  for (const spec of suite.specs) yield { spec, titles: [...above, spec.title] };
  for (const inner of suite.suites ?? []) yield* specsOf(inner, [...above, inner.title]);
}

/** Failed journeys of Playwright's JSON report, and errors outside of them. */
export function failedInPlaywright({ suites = [], errors = [] }) {
  const failed = suites
    .flatMap((suite) => [...specsOf(suite)])
    .flatMap(({ spec, titles }) =>
      spec.tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ projectName, results }) => ({
          file: `tests/e2e/${spec.file}:${spec.line}`,
          name: `[${projectName}] ${titles.join(" › ")}`,
          error: firstLines(
            results.flatMap((result) => result.errors.map(({ message }) => message)).join("\n"),
          ),
        })),
    );
  const outside = errors.map(({ message }) => ({
    file: "playwright",
    name: "outside of the tests",
    error: firstLines(message),
  }));
  return [...failed, ...outside];
}

/** The last lines that a step printed, when it failed without a failed test. */
export function lastLines(output) {
  return stripVTControlCharacters(output).trimEnd().split("\n").slice(-LAST_LINES).join("\n");
}
