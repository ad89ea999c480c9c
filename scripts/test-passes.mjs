/** Records which tests passed, for the hazard log of the assurance pack (`app/features/assurance/proofs.server.ts`). */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { buildStamp } from "./build-stamp.mjs";
import { specsOf } from "./failed-tests.mjs";

export const TEST_PASSES_FILE = "test-passes.json";

/** The tests of vitest's JSON report that ran, by file and title. */
export const ranInVitest = ({ testResults = [] }, root) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ title, status }) => ({ file: relative(root, name), title, hasPassed: status === "passed" })),
  );

/** The journeys of Playwright's JSON report that ran. */
export const ranInPlaywright = ({ suites = [] }) =>
  suites
    .flatMap((suite) => [...specsOf(suite)])
    .flatMap(({ spec }) =>
      spec.tests
        .filter(({ status }) => status !== "skipped")
        .map(({ status }) => ({
          file: `tests/e2e/${spec.file}`,
          title: spec.title,
          hasPassed: status === "expected",
        })),
    );

/** The record after a run: a test passes when it passed on each database and in each mode in which it ran.
 * `before` has when a test that fails now passed last. */
export function passesAfter(ran, before, at) {
  const files = {};
  for (const { file, title, hasPassed } of ran) {
    const titles = (files[file] ??= {});
    titles[title] = { isPassing: hasPassed && titles[title]?.isPassing !== false };
  }
  for (const [file, titles] of Object.entries(files))
    for (const [title, found] of Object.entries(titles))
      found.passedAt = found.isPassing ? at : (before?.files?.[file]?.[title]?.passedAt ?? null);
  return files;
}

function readBefore(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Writes the record of a whole run of the sources under `root`. */
export function writePasses(root, ran) {
  const file = join(root, TEST_PASSES_FILE);
  const files = passesAfter(ran, readBefore(file), new Date().toISOString());
  writeFileSync(file, JSON.stringify({ stamp: buildStamp(root), files }));
}
