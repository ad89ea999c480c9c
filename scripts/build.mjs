/** Builds into `build/`, compresses assets and compiles the server once, so that no request and no start has to. */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildStamp, BUILD_STAMP_FILE } from "./build-stamp.mjs";
import { SERVER_FLAGS } from "./server-flags.ts";
import { ROOT, toolEnvironment } from "./setup.mjs";

const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|webmanifest|map)$/;
const SMALLEST = 256;
const MOST_START_MS = 60_000;

const stamp = buildStamp(ROOT);
const result = spawnSync("react-router", ["build", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: toolEnvironment({ NODE_ENV: "production" }),
});
if (result.status !== 0) process.exit(result.status ?? 1);

const client = join(ROOT, "build/client");
const files = readdirSync(client, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
for (const file of files) {
  const content = readFileSync(file);
  if (content.length < SMALLEST) continue;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
escapeOutsideAscii(join(ROOT, "build/server/assets"));
await keepCompiled();
writeFileSync(join(ROOT, BUILD_STAMP_FILE), stamp);

/** V8 keeps the text of a script for as long as it runs, with two bytes for each character as soon as one is beyond Latin-1: an
 * escape instead, which means the same in a string, a template and a regular expression, saves 3.5 MB. */
function escapeOutsideAscii(folder) {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
    const script = readFileSync(join(folder, name), "utf8");
    if (script.includes("String.raw")) continue;
    const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    writeFileSync(join(folder, name), script.replace(/[^\0-\x7f]/g, escape));
  }
}

/** Starts the built server once, on data of its own and a port that is free: V8 leaves what it compiled in
 * `build/server/compile-cache`. Without it the server starts all the same, an eighth later. */
async function keepCompiled() {
  const data = mkdtempSync(join(tmpdir(), "first-start-"));
  const secret = randomBytes(32).toString("hex");
  const server = spawn("node", [...SERVER_FLAGS, "build/server/index.js"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: toolEnvironment().PATH,
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: data,
      SESSION_SECRET: secret,
      DATA_KEY: secret,
      BACKUP_HOUR: "off",
    },
  });
  const late = setTimeout(() => server.kill("SIGKILL"), MOST_START_MS);
  server.stdout.on("data", (chunk) => {
    if (chunk.includes("Ready on")) server.kill("SIGTERM");
  });
  await new Promise((resolve) => server.once("close", resolve).once("error", resolve));
  clearTimeout(late);
  rmSync(data, { recursive: true, force: true });
}
