/** Builds into `build/` and compresses the assets, so that no request has to. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildStamp, BUILD_STAMP_FILE } from "./build-stamp.mjs";
import { ROOT, toolEnvironment } from "./setup.mjs";

const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|webmanifest|map)$/;
const MIN_BYTES = 256;

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
  if (content.length < MIN_BYTES) continue;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
writeFileSync(join(ROOT, BUILD_STAMP_FILE), stamp);
