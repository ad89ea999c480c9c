import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeScratchDirectory } from "./scratch.ts";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#app/platform/database.server.ts";
import { migrateToLatest } from "#app/platform/migrate.server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseTemplate: string;
  }
}

/** Migrates one database for the whole run; every test copies it (see `createTestDeps`). */
export default async function setup(project: TestProject) {
  const directory = makeScratchDirectory("template-");
  const file = join(directory, "template.db");
  const db = openDatabase(file);
  await migrateToLatest(db);
  await db.destroy();
  project.provide("databaseTemplate", file);
  return () => rmSync(directory, { recursive: true, force: true });
}
