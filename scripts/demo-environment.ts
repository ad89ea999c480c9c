import { join } from "node:path";

type Variables = Record<string, string | undefined>;

/** Of `.env`, what would reach the service's own data, or somebody else's server. */
const REAL = ["DATABASE_URL", "WEB_CONCURRENCY", "BACKUP_DIR", "METRICS_PORT", "SENTRY_DSN", "ANALYTICS_ID"];

/** The variables of the demonstration's server: as set, with data of its own. */
export function demoEnvironment(variables: Variables, root: string): Variables {
  return {
    ...variables,
    ...Object.fromEntries(REAL.map((name) => [name, ""])),
    NODE_ENV: "production",
    DATA_DIR: variables.DEMO_DATA_DIR ?? join(root, "data/demo"),
  };
}
