/**
 * `DATABASE_URL=postgres://… npm run move-to-postgres [-- FILE]`: copies the embedded database (FILE, or
 * DATA_DIR/app.db) into an empty database of a server and proves it: docs/operations.md. Stop the service first; pages
 * may be read during the move.  */
import { resolve } from "node:path";
import { moveToPostgres } from "#app/platform/backup/move-database.server.ts";
import { EnvError, readEnv } from "#app/platform/env.server.ts";
import { runScript } from "./run-script.ts";

await runScript(async () => {
  const env = readEnv(process.env);
  if (!env.postgres) throw new EnvError("DATABASE_URL must name the PostgreSQL database to move to.");
  const file = process.argv[2] ? resolve(process.argv[2]) : env.databaseFile;
  const moved = await moveToPostgres(file, env.postgres, ({ table, rows, sha256 }) => {
    console.log(`${String(rows).padStart(9)} rows  ${sha256.slice(0, 16)}  ${table}`);
  });
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Moved ${rows} rows of ${moved.length} tables; rows and hashes are equal.`);
  console.log(`Start the service with this DATABASE_URL, and keep ${file} until you are sure.`);
});
