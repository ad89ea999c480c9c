/** `node scripts/lay-out.mjs DIRECTORY`: puts all that production needs into a folder: the build, the sources of the
 * operating commands, and the packages. Used by the Dockerfile and `deploy/rehearse.sh`. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, ROOT, toolEnvironment } from "./setup.mjs";

const MAX_MB = 120;
const COPIED = ["package.json", "package-lock.json", "build", "migrations", "scripts", "app"];
/** Not needed to run, in any package. */
const LEFT_OUT =
  /(\.(map|md|markdown|d\.[cm]?ts|test\.tsx?|c|h|cc|cpp|gyp)|\/(LICENSE\.txt|CHANGELOG|\.github))$/;

function sizeOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function removeWhere(directory, isUnwanted) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (isUnwanted(path)) rmSync(path, { recursive: true, force: true });
    else if (entry.isDirectory()) removeWhere(path, isUnwanted);
  }
}

/** Packages bring native binaries for every system. */
function removeForeignBinaries(modules) {
  const prebuilds = join(modules, "better-sqlite3", "prebuilds");
  if (!existsSync(prebuilds)) return;
  for (const name of readdirSync(prebuilds)) {
    if (!name.startsWith(`${process.platform}-${process.arch}`))
      rmSync(join(prebuilds, name), { recursive: true });
  }
}

const [target] = process.argv.slice(2);
if (!target) {
  console.error("Where to? node scripts/lay-out.mjs DIRECTORY");
  process.exit(1);
}
const directory = resolve(target);
build();
mkdirSync(directory, { recursive: true });
for (const name of COPIED) cpSync(join(ROOT, name), join(directory, name), { recursive: true });
const install = ["install", "--omit=dev", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
const result = spawnSync("npm", install, { cwd: directory, stdio: "inherit", env: toolEnvironment() });
if (result.status !== 0) process.exit(result.status ?? 1);
const modules = join(directory, "node_modules");
removeWhere(modules, (path) => LEFT_OUT.test(path));
removeForeignBinaries(modules);
// A peer of type declarations, never loaded.
rmSync(join(modules, "typescript"), { recursive: true, force: true });
removeWhere(join(directory, "app"), (path) => /\.(test\.tsx?|css|tsx)$/.test(path));

const megabytes = sizeOf(directory) / 1024 / 1024;
console.log(`Laid out in ${directory}: ${megabytes.toFixed(1)} MB (at most ${MAX_MB}).`);
if (megabytes > MAX_MB) process.exit(1);
