import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { formatDate, londonDate } from "#app/platform/dates.ts";
import { HAZARDS } from "./hazards.ts";

/** The record of the last whole run of `npm test`, which `scripts/test-passes.mjs` writes beside package.json. */
const Passes = z.object({
  /** The stamp of the sources that were tested; `build/.stamp` has that of those that run. */
  stamp: z.string(),
  /** File, then title: when the test last passed, and whether it passed in the last run. */
  files: z.record(
    z.string(),
    z.record(z.string(), z.object({ passedAt: z.iso.datetime().nullable(), isPassing: z.boolean() })),
  ),
});
export type Passes = z.infer<typeof Passes>;

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** The last run's passes, and the stamp of the build that is here; null for a file that is missing or damaged. */
function readPasses(root: string): { passes: Passes | null; builtFrom: string | null } {
  const builtFrom = read(join(root, "build/.stamp"));
  try {
    return { passes: Passes.parse(JSON.parse(read(join(root, "test-passes.json")) ?? "")), builtFrom };
  } catch {
    return { passes: null, builtFrom };
  }
}

/** Each hazard with the state of its controls. A control is proven when its test passed in the last whole run, of the
 * sources that run here; a hazard when each of its controls is. `root` is the folder of package.json. */
export function proveHazards(root = process.cwd()) {
  const { passes, builtFrom } = readPasses(root);
  const isOfThisRelease = passes !== null && passes.stamp === builtFrom;
  return HAZARDS.map((hazard) => {
    const controls = hazard.controls.map((one) => {
      const found = passes?.files[one.file]?.[one.test];
      const isProven = isOfThisRelease && found?.isPassing === true;
      const last = found?.passedAt
        ? `passed last on ${formatDate(londonDate(new Date(found.passedAt)))}`
        : "has not passed yet";
      const state = !passes
        ? "Not proven: no run of all tests is known here"
        : !found
          ? "Not proven: its test did not run"
          : !found.isPassing
            ? `Not proven: its test failed; it ${last}`
            : isOfThisRelease
              ? `Proven: its test ${last}`
              : `Not proven for this release: its test ${last}, with another release`;
      return { ...one, isProven, state };
    });
    return { ...hazard, controls, isProven: controls.every((one) => one.isProven) };
  });
}
