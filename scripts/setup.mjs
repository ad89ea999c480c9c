/** Prepares a clone: installs what package-lock.json names, writes `.env` with fresh secrets, builds what changed. Runs
 * on any Node from 20, so without dependencies. `--no-build` and `--no-env` leave these out. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildStamp, BUILD_STAMP_FILE } from "./build-stamp.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BIN = join(ROOT, "node_modules", ".bin");

/** The environment in which `node` is package.json's version. */
export function toolEnvironment(extra = {}) {
  return { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ""}`, ...extra };
}

/** Says nothing of its own unless it fails: then all that the command said. */
function run(command, args) {
  const result = spawnSync(command, args, {
    ...{ cwd: ROOT, env: toolEnvironment(), encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
    stdio: ["inherit", "pipe", "pipe"],
  });
  if (result.status !== 0) {
    process.stdout.write(result.stdout ?? "");
    process.stderr.write(result.stderr ?? String(result.error ?? ""));
    console.error(`\n${command} ${args.join(" ")} failed.`);
    process.exit(result.status ?? 1);
  }
}

/** True when node_modules matches package-lock.json, except optional packages of other systems. */
function isInstalled() {
  const installedFile = join(ROOT, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile) || !existsSync(join(BIN, "node"))) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, peer, devOptional }]) =>
      path === "" ||
      installed[path]?.version === version ||
      (installed[path] === undefined && Boolean(optional || peer || devOptional)),
  );
}

export function install() {
  if (isInstalled()) return;
  console.log("Installing packages (a minute or two, once)…");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  if (npm?.endsWith(".js")) run(process.execPath, [npm, ...args]);
  else run("npm", args);
}

/** An existing file is never touched. */
function writeEnvFile() {
  const file = join(ROOT, ".env");
  if (existsSync(file)) return;
  const secret = () => randomBytes(32).toString("hex");
  const lines = [
    "# Written by scripts/setup.mjs. Keep this file with your backups: without DATA_KEY they cannot be read.",
    "# Everything that can be set here is listed in README.md.",
    `SESSION_SECRET=${secret()}`,
    `DATA_KEY=${secret()}`,
    "",
  ];
  writeFileSync(file, lines.join("\n"), { mode: 0o600, flag: "wx" });
  console.log("Wrote .env with fresh secrets.");
}

export function build() {
  const stampFile = join(ROOT, BUILD_STAMP_FILE);
  const isFresh = existsSync(stampFile) && readFileSync(stampFile, "utf8") === buildStamp(ROOT);
  if (isFresh) return;
  console.log("Building (half a minute, after each change)…");
  run("node", ["scripts/build.mjs"]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install();
  if (!process.argv.includes("--no-env")) writeEnvFile();
  if (!process.argv.includes("--no-build")) build();
}
