import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { makeScratchDirectory } from "./scratch.ts";
import type { TestProject } from "vitest/node";
import { openDatabase, openPostgres } from "#app/platform/database.server.ts";
import { migrateToLatest } from "#app/platform/migrate.server.ts";
import { startPostgres, type PostgresServer } from "./postgres-server.ts";
import { settingsOf, TEMPLATE } from "./test-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The file of the migrated database that each test copies. */
    databaseTemplate: string;
    /** The server that has such a database for each test to copy, with `TEST_DATABASE=postgres`; else empty. */
    postgresUrl: string;
  }
}

/** Starts a server that has a migrated database to copy (`copyOfTemplate`). */
export async function startPostgresWithTemplate(): Promise<PostgresServer> {
  const server = await startPostgres();
  const admin = openPostgres(settingsOf(server.urlOf("postgres")));
  await sql`create database ${sql.ref(TEMPLATE)}`.execute(admin);
  await admin.destroy();
  const template = openPostgres(settingsOf(server.urlOf(TEMPLATE)));
  await migrateToLatest(template);
  await template.destroy();
  return server;
}

/** Migrates one database for the whole run; every test copies it (see `createTestDeps`). */
export default async function setup(project: TestProject) {
  const directory = makeScratchDirectory("template-");
  const file = join(directory, "template.db");
  const db = openDatabase(file);
  await migrateToLatest(db);
  await db.destroy();
  project.provide("databaseTemplate", file);
  const server = process.env.TEST_DATABASE === "postgres" ? await startPostgresWithTemplate() : null;
  project.provide("postgresUrl", server?.urlOf("postgres") ?? "");
  return () => {
    rmSync(directory, { recursive: true, force: true });
    server?.stop();
  };
}
