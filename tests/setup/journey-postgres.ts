import { startPostgresWithTemplate } from "./database-template.ts";

/** Starts the server on which `TEST_DATABASE=postgres playwright test` runs: `startServer` copies its template. */
export default async function setup() {
  const server = await startPostgresWithTemplate();
  process.env.TEST_POSTGRES_URL = server.urlOf("postgres");
  return () => server.stop();
}
