import { startPostgresWithTemplate } from "./database-template.ts";

/** Starts the server of the journeys on PostgreSQL: `startServer` copies its template. */
export default async function setup() {
  const server = await startPostgresWithTemplate();
  process.env.TEST_POSTGRES_URL = server.urlOf("postgres");
  return () => server.stop();
}
