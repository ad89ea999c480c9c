import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const TREE = join(import.meta.dirname, "../..");
const LEFT_OUT = new Set(["node_modules", ".git", "data", "build", "test-results"]);

/** The name of the migration that only the next release has. */
export const NEXT_MIGRATION = "9999-12-31-99-next-release";

const MIGRATION = `import type { Kysely } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("bookings").addColumn("of_next_release", "text").execute();
  await db.schema.createIndex("bookings_of_next_release").on("bookings").column("of_next_release").execute();
}
`;

/** Builds, in a folder, a copy of this release with one more migration, as the release after this one has. */
export function buildNextRelease(folder: string): void {
  cpSync(TREE, folder, {
    recursive: true,
    filter: (path) => !LEFT_OUT.has(basename(path)),
  });
  symlinkSync(join(TREE, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "migrations/next-release.ts"), MIGRATION);
  const index = join(folder, "migrations/index.ts");
  const lines = readFileSync(index, "utf8").replace(
    /\n};\s*$/,
    `\n  "${NEXT_MIGRATION}": nextRelease,\n};\n`,
  );
  writeFileSync(index, `import * as nextRelease from "./next-release.ts";\n${lines}`);
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.mjs"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`the next release was not built:\n${stderr}`);
}
