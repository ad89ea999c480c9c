import { readdirSync } from "node:fs";
import { basename } from "node:path";
import type { Migration } from "kysely/migration";

type Module = Migration & { contracts?: string };

/** The built server contains this folder; scripts and journeys run without a build and read it. */
const modules = import.meta.env
  ? import.meta.glob<Module>("./[0-9]*.ts", { eager: true })
  : await readFolder();

async function readFolder(): Promise<Record<string, Module>> {
  const files = readdirSync(import.meta.dirname).filter((file) => /^\d.*\.ts$/.test(file));
  const read = async (file: string) =>
    [file, (await import(/* @vite-ignore */ `./${file}`)) as Module] as const;
  return Object.fromEntries(await Promise.all(files.map(read)));
}

/** Every migration of this folder by name, which is its file's: they run in the order of their names. A migration that
 * has landed is frozen, its name too, and a change is a new one. Migrations only go forward and use portable SQL. The
 * release before this one goes on working on the migrated database (expand). What takes something away (contract) says
 * `export const contracts = "1.4.0"`, the last release that used it, older than the one before this one.
 * `tests/unit/expand-contract.test.ts` checks it. */
export const migrations: Record<string, Module> = Object.fromEntries(
  Object.entries(modules).map(([file, module]) => [basename(file, ".ts"), module]),
);
