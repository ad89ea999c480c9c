/** `npm test`: installs, type-checks, lints, builds, runs unit tests on SQLite and PostgreSQL beside short fault tests, and then the browser
 * journeys, a third of them on PostgreSQL too. The last line says `N passed, N failed`; the exit code is 0 only when nothing failed. Runs on any Node from
 * 20, hence without dependencies. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install, ROOT, toolEnvironment } from "./setup.mjs";

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

/** Installs the first of these packages that the system has. */
function installPackage(...names) {
  console.log(`Installing ${names.at(-1)} from the system's packages…`);
  const asRoot = process.getuid?.() === 0 ? "" : "sudo -n ";
  const install = `${asRoot}env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends`;
  const command = `${asRoot}apt-get update -q; ${names.map((name) => `${install} ${name}`).join(" || ")}`;
  spawnSync("sh", ["-c", command], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Whether the system has a PostgreSQL server, installed from its packages when there is none. */
function providePostgres() {
  const isThere = () => existsSync("/usr/lib/postgresql");
  if (!isThere()) installPackage("postgresql");
  return isThere();
}

/** The path of a Chromium, installed from the system's packages when there is none; null when that fails. */
function provideChromium() {
  const found = findChromium();
  if (found) return found;
  installPackage("chromium-headless-shell", "chromium");
  return findChromium();
}

/** Runs a step and prints its output in one piece; true when it succeeded. */
function step(title, command, args, extra = {}) {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    const child = spawn(command, args, { cwd: ROOT, env: toolEnvironment(extra) });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on("close", (code, signal) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      console.log(`\n== ${title}: ${code === 0 ? "ok" : "FAILED"} (${seconds} s)`);
      process.stdout.write(Buffer.concat(output));
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

install();
const chromium = provideChromium();
if (!chromium) console.log("No Chromium was found and none could be installed: the browser tests will fail.");
if (!providePostgres())
  console.log("No PostgreSQL was found and none could be installed: its tests will fail.");
const reports = mkdtempSync(join(tmpdir(), "reports-"));

/** Runs vitest and returns its counts, with the names of the tests that said they could not run here. */
async function runVitest(title, args, extra = {}) {
  const report = join(reports, `${title}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const isOk = await step(title, "vitest", ["run", ...args, ...reporters], extra);
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report) ?? {};
  const notTested = testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status !== "passed" && test.status !== "failed")
    .map((test) => test.fullName);
  return { ...count(isOk, numPassedTests, numFailedTests), notTested };
}

async function check(title, command, args) {
  const isOk = await step(title, command, args);
  return { passed: 0, failed: isOk ? 0 : 1 };
}

/** Fault tests mostly wait, so the unit tests run meanwhile. */
const isBuilt = check("build", "node", ["scripts/build.mjs"]);
const checks = Promise.all([
  check("types", "npm", ["run", "--silent", "typecheck"]),
  check("lint", "npm", ["run", "--silent", "lint"]),
]);
const unit = checks.then(() => runVitest("vitest", []));
/** The tests leave out by themselves what is about SQLite's file alone. */
const onPostgres = unit
  .then(() => runVitest("vitest on PostgreSQL", [], { TEST_DATABASE: "postgres" }))
  .then((result) => ({ ...result, notTested: [] }));
const faults = isBuilt.then(() => runVitest("faults, short form", ["--config=vitest.faults.config.ts"]));
const results = [await isBuilt, ...(await checks), await unit, await onPostgres, await faults];

async function runJourneys(title, extra = {}) {
  const report = join(reports, `${title}.json`);
  const isOk = await step(title, "playwright", ["test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    ...extra,
  });
  const { stats } = readReport(report) ?? { stats: { expected: 0, unexpected: 0, flaky: 0 } };
  return count(isOk, stats.expected, stats.unexpected + stats.flaky);
}

results.push(await runJourneys("playwright"));
results.push(await runJourneys("playwright on PostgreSQL", { TEST_DATABASE: "postgres" }));

for (const name of results.flatMap((result) => result.notTested ?? [])) {
  console.log(`\nNOT TESTED on this machine (its output says why): ${name}`);
}
rmSync(reports, { recursive: true, force: true });
const total = (name) => results.reduce((sum, result) => sum + result[name], 0);
console.log(`\n${total("passed")} passed, ${total("failed")} failed`);
process.exit(total("failed") === 0 ? 0 : 1);
