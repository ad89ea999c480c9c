import { join } from "node:path";

type Variables = Record<string, string | undefined>;

/** Variables in `.env` that lead to the service's own data or to other servers: the demonstration leaves them out. */
const REAL = ["DATABASE_URL", "WEB_CONCURRENCY", "BACKUP_DIR", "METRICS_PORT", "SENTRY_DSN", "ANALYTICS_ID"];

/** The variables of the demonstration's server: those that are set, but with data of its own. */
export function demoEnvironment(variables: Variables, root: string): Variables {
  return {
    ...variables,
    ...Object.fromEntries(REAL.map((name) => [name, ""])),
    NODE_ENV: "production",
    DEMO: "on",
    DATA_DIR: variables.DEMO_DATA_DIR ?? join(root, "data/demo"),
  };
}
