/** `npm test`: installs, type-checks, lints, builds, runs unit tests on SQLite and PostgreSQL beside short fault tests
 * and the browser journeys, those without JavaScript on PostgreSQL. All of them start when the checks have ended. At
 * the end it names each failed test with its error, and says how long each phase took and which failed; the
 * last line says `N passed, N failed`, and the exit code is 0 only when nothing failed. Runs on any Node from 20,
 * so without dependencies. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failedInPlaywright, failedInVitest, lastLines } from "./failed-tests.mjs";
import { install, ROOT, toolEnvironment } from "./setup.mjs";
import { ranInPlaywright, ranInVitest, writePasses } from "./test-passes.mjs";

/** The headless shell first: journeys take a fifth less time in it. */
const CHROMIUM_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

function findChromium() {
  const fromEnvironment = process.env.CHROMIUM_PATH;
  if (fromEnvironment && existsSync(fromEnvironment)) return fromEnvironment;
  for (const name of CHROMIUM_NAMES) {
    const found = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
    if (found.status === 0) return found.stdout.trim();
  }
  return null;
}

const hasPostgres = () => existsSync("/usr/lib/postgresql");

/** Installs from the system's packages what is missing of a Chromium and a PostgreSQL server. Resolves when that
 * has been tried. */
function provideBrowserAndServer() {
  const missing = [
    ...(findChromium() ? [] : [["chromium-headless-shell", "chromium"]]),
    ...(hasPostgres() ? [] : [["postgresql"]]),
  ];
  if (missing.length === 0) return Promise.resolve();
  console.log(`Installing ${missing.map((names) => names.at(-1)).join(" and ")} from the system's packages…`);
  const asRoot = process.getuid?.() === 0 ? "" : "sudo -n ";
  const install = `${asRoot}env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends`;
  const commands = missing.map((names) => names.map((name) => `${install} ${name}`).join(" || "));
  const child = spawn("sh", ["-c", [`${asRoot}apt-get update -q`, ...commands].join("; ")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve) => child.once("close", resolve).once("error", resolve));
}

const tookSeconds = [];

/** Failures for the end: title of the step, file and name of the test, first lines of the error. */
const failures = [];

/** Runs a step and prints its output in one piece; true when it succeeded. `failedIn` finds the failed tests
 * in its report. */
function step(title, command, args, extra = {}, failedIn = () => []) {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    const child = spawn(command, args, { cwd: ROOT, env: toolEnvironment(extra) });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on("close", (code, signal) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      tookSeconds.push([code === 0 ? title : `${title}: FAILED`, seconds]);
      console.log(`\n== ${title}: ${code === 0 ? "ok" : "FAILED"} (${seconds} s)`);
      process.stdout.write(Buffer.concat(output));
      if (code !== 0) {
        const failed = failedIn();
        if (failed.length === 0)
          failed.push({ name: "no test", error: lastLines(String(Buffer.concat(output))) });
        failures.push(...failed.map((failure) => ({ title, ...failure })));
      }
      if (signal) console.log(`It was ended from outside, by ${signal}.`);
      resolve(code === 0);
    });
  });
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** A run that failed without a failed test counts as one failure. */
function count(hasSucceeded, passed, failed) {
  return { passed, failed: hasSucceeded ? failed : Math.max(failed, 1) };
}

const startedAt = Date.now();
/** Beside the packages of npm, which are installed before this process does anything else. */
const isProvided = provideBrowserAndServer();
install();
tookSeconds.push(["install", ((Date.now() - startedAt) / 1000).toFixed(1)]);
const reports = mkdtempSync(join(tmpdir(), "reports-"));

/** Runs vitest and returns its counts, with the names of the tests that said they could not run here. */
async function runVitest(title, args, extra = {}) {
  const report = join(reports, `${title}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const failedIn = () => failedInVitest(readReport(report) ?? {}, ROOT);
  const isOk = await step(title, "vitest", ["run", ...args, ...reporters], extra, failedIn);
  const read = readReport(report) ?? {};
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read;
  const notTested = testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status !== "passed" && test.status !== "failed")
    .map((test) => test.fullName);
  return { ...count(isOk, numPassedTests, numFailedTests), notTested, ran: ranInVitest(read, ROOT) };
}

async function check(title, command, args) {
  const isOk = await step(title, command, args);
  return { passed: 0, failed: isOk ? 0 : 1 };
}

/** Side by side: the unit tests of each database take one core at most, fault tests mostly wait, and journeys
 * wait for timers, disks and pages. They end last, and can use two cores alone. */
const isBuilt = check("build", "node", ["scripts/build.mjs"]);
const checks = Promise.all([
  check("types", "npm", ["run", "--silent", "typecheck"]),
  check("lint", "npm", ["run", "--silent", "lint"]),
]);
const isReady = isBuilt.then(async (result) => {
  await isProvided;
  if (!hasPostgres())
    console.log("No PostgreSQL was found and none could be installed: its tests will fail.");
  return result;
});
const faults = isReady.then(() => runVitest("faults, short form", ["--project=faults"]));
const unit = isBuilt.then(() => runVitest("vitest", ["--project=unit"]));
/** The tests leave out by themselves what is about SQLite's file alone. */
const onPostgres = Promise.all([isReady, checks])
  .then(() => runVitest("vitest on PostgreSQL", ["--project=unit"], { TEST_DATABASE: "postgres" }))
  .then((result) => ({ ...result, notTested: [] }));
async function runJourneys(title) {
  const chromium = findChromium();
  if (!chromium)
    console.log("No Chromium was found and none could be installed: the browser tests will fail.");
  const report = join(reports, `${title}.json`);
  const environment = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    TEST_DATABASE: "both",
  };
  const failedIn = () => failedInPlaywright(readReport(report) ?? {});
  const isOk = await step(title, "playwright", ["test", "--reporter=list,json"], environment, failedIn);
  const read = readReport(report) ?? { stats: { expected: 0, unexpected: 0, flaky: 0 } };
  const { expected, unexpected, flaky } = read.stats;
  return { ...count(isOk, expected, unexpected + flaky), ran: ranInPlaywright(read) };
}

const journeys = Promise.all([isReady, checks]).then(() => runJourneys("playwright"));
const results = [
  await isReady,
  ...(await checks),
  ...(await Promise.all([unit, onPostgres, faults, journeys])),
];

writePasses(
  ROOT,
  results.flatMap((result) => result.ran ?? []),
);
for (const name of results.flatMap((result) => result.notTested ?? [])) {
  console.log(`\nNOT TESTED on this machine (its output says why): ${name}`);
}
for (const { title, file, name, error } of failures)
  console.log(`\nFAILED in ${title}: ${file ? `${file}: ` : ""}${name}\n${error.replace(/^/gm, "    ")}`);
rmSync(reports, { recursive: true, force: true });
console.log("\nSeconds:");
for (const [title, seconds] of [...tookSeconds, ["all", ((Date.now() - startedAt) / 1000).toFixed(1)]])
  console.log(`${seconds.padStart(7)} ${title}`);
const total = (name) => results.reduce((sum, result) => sum + result[name], 0);
console.log(`\n${total("passed")} passed, ${total("failed")} failed`);
process.exit(total("failed") === 0 ? 0 : 1);
