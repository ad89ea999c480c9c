/**
 * `npm run bench`: what the built server costs on this machine, compared with the last run and with a baseline. It
 * asserts nothing: machines differ. README.md says how to read it.
 *
 *   --quick      a minute instead of ten, without growth
 *   --baseline   keeps this run's figures as the baseline
 *   --profile    tells where the processor time of a booking goes, by package, instead of comparing
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";
import { measureGrowth } from "./bench/growth.ts";
import { measureLoad } from "./bench/load.ts";
import { startMeasured } from "./bench/measured-server.ts";
import { readProfile } from "./bench/profile.ts";
import { bookOnce, Visitor } from "./bench/visitor.ts";

const ROOT = join(import.meta.dirname, "..");
const LAST = join(ROOT, "data/bench-last.json");
const BASELINE = join(ROOT, "data/bench-baseline.json");
const VISITORS = 8;
const STARTS = 5;
const SHOWN_OWNERS = 40;
const MANY = 100_000;

/** Name and unit to value. */
type Figures = Record<string, number>;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    baseline: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
  },
});
const seconds = options.quick ? 4 : 10;
const warmUp = { visitors: VISITORS, seconds: options.quick ? 4 : 15 };

function readFigures(file: string): Figures {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Figures) : {};
}

async function measureStart(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    const server = await startMeasured();
    times.push(server.readyMs);
    await server.dispose();
  }
  return times.sort((a, b) => a - b)[Math.floor(STARTS / 2)]!;
}

async function measure(): Promise<Figures> {
  const figures: Figures = { "start, ms": await measureStart() };
  const add = (name: string, value: number | null) => {
    if (value !== null) figures[name] = value;
  };
  const server = await startMeasured();
  try {
    const book = () => bookOnce(server.origin);
    await measureLoad(server, warmUp, book);
    const many = await measureLoad(server, { visitors: VISITORS, seconds }, book);
    const alone = await measureLoad(server, { visitors: 1, seconds: seconds / 2 }, book);
    const front = await measureLoad(server, { visitors: VISITORS, seconds: seconds / 2 }, async () => {
      const visitor = new Visitor(server.origin);
      await visitor.open("/");
      visitor.close();
      return 1;
    });
    add("bookings a second", many.perSecond);
    add("booking, CPU ms", many.cpuMs);
    add("booking's request, CPU ms", many.cpuMs === null ? null : many.cpuMs / many.requests);
    add("booking, 8 visitors, p50 ms", many.p50);
    add("booking, 8 visitors, p95 ms", many.p95);
    add("booking, one visitor, p50 ms", alone.p50);
    add("front page, CPU ms", front.cpuMs);
    add("front pages a second", front.perSecond);
    add("memory after the run, MB", server.memoryMb());
  } finally {
    await server.dispose();
  }
  if (!options.quick) Object.assign(figures, await growthFigures());
  return figures;
}

async function growthFigures(): Promise<Figures> {
  const server = await startMeasured([], { hasMetrics: true });
  try {
    const { growth, beside } = await measureGrowth(server, { few: 100, many: MANY, seconds: 4 });
    return {
      ...Object.fromEntries(
        Object.entries(growth).flatMap(([name, { few, many }]) => [
          [`${name}, 100 bookings, CPU ms`, few],
          [`${name}, 100,000 bookings, CPU ms`, many],
        ]),
      ),
      "export of 100,000 bookings, s": beside.exportSeconds,
      "front page during the export, p95 ms": beside.frontP95DuringExport,
      "front page while eight sign in, p95 ms": beside.frontP95DuringSignIns,
    };
  } finally {
    await server.dispose();
  }
}

const shown = (value: number) => (value >= 100 ? Math.round(value).toString() : value.toFixed(2));

function change(now: number, before: number | undefined): string {
  if (before === undefined) return "";
  const percent = Math.round((now / before - 1) * 100);
  return `${shown(before)} (${percent > 0 ? "+" : ""}${percent} %)`;
}

function report(figures: Figures): void {
  const [last, baseline] = [readFigures(LAST), readFigures(BASELINE)];
  const rows = Object.entries(figures).map(([name, value]) => [
    name,
    shown(value),
    change(value, last[name]),
    change(value, baseline[name]),
  ]);
  const table = [["", "now", "last run", "baseline"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table) {
    console.log(
      row
        .map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[0]!)))
        .join("  "),
    );
  }
}

function save(file: string, figures: Figures): void {
  mkdirSync(join(ROOT, "data"), { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify(figures, null, 2));
}

/** Builds with source maps, books under V8's profiler, and tells the time of one booking by package. */
async function profile(): Promise<void> {
  const build = spawnSync(process.execPath, ["scripts/build.mjs", "--sourcemapServer"], {
    cwd: ROOT,
    stdio: "ignore",
  });
  if (build.status !== 0) throw new Error("the build failed");
  const folder = makeScratchDirectory("profile-");
  const server = await startMeasured(["--cpu-prof", `--cpu-prof-dir=${folder}`, "--cpu-prof-interval=500"]);
  const { perSecond } = await measureLoad(
    server,
    { visitors: VISITORS, seconds: warmUp.seconds + seconds },
    () => bookOnce(server.origin),
  );
  await server.dispose();
  const bookings = perSecond * (warmUp.seconds + seconds);
  const { total, byOwner } = readProfile(folder, join(ROOT, "build/server"));
  rmSync(folder, { recursive: true });
  console.log(
    `\n${(total / bookings).toFixed(2)} ms a booking, start and warm-up included, waiting for the disk too:`,
  );
  for (const [owner, ms] of byOwner.slice(0, SHOWN_OWNERS)) {
    const percent = ((ms / total) * 100).toFixed(1).padStart(5);
    console.log(`${percent} %  ${(ms / bookings).toFixed(3).padStart(8)} ms  ${owner}`);
  }
}

if (options.profile) {
  await profile();
} else {
  const figures = await measure();
  report(figures);
  save(LAST, figures);
  if (options.baseline) save(BASELINE, figures);
}
