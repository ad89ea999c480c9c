import { existsSync, readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";

/** How a server is reached: by `pg`, and by PostgreSQL's own programs, whose command line can be read by others. */
export type PostgresServer = ReturnType<typeof readPostgresUrl>;

export type PostgresSettings = PostgresServer & {
  /** A way past a pooler that hands out connections by transaction; null where there is none between. */
  direct: PostgresServer | null;
  poolSize: number;
  statementMs: number;
};

/** For what keeps a connection to itself: notices, dumps and restores. */
export const pastPooler = (settings: PostgresSettings): PostgresSettings => ({
  ...settings,
  ...settings.direct,
});

const KNOWN = new Set(["sslmode", "sslrootcert", "sslcert", "sslkey", "host"]);
const LOCAL = /^(localhost|127\.0\.0\.1|::1|\/.*)$/;

function readPem(name: string, file: string | null): string | undefined {
  if (file === null) return undefined;
  if (!existsSync(file)) throw new Error(`names a file in ${name} that is not there`);
  return readFileSync(file, "utf8");
}

function tlsOf(mode: string, query: URLSearchParams, host: string): ConnectionOptions | false {
  if (mode === "disable") return false;
  if (mode !== "verify-full" && mode !== "verify-ca") {
    throw new Error(
      "must have sslmode=verify-full, verify-ca or disable: others do not check the certificate",
    );
  }
  return {
    rejectUnauthorized: true,
    ca: readPem("sslrootcert", query.get("sslrootcert")),
    cert: readPem("sslcert", query.get("sslcert")),
    key: readPem("sslkey", query.get("sslkey")),
    servername: /^[\d.:]+$/.test(host) ? undefined : host,
    ...(mode === "verify-ca" ? { checkServerIdentity: () => undefined } : {}),
  };
}

/** Without `sslmode`, the certificate of a server on another machine is checked. A socket's folder goes into `host=`.
 * Throws with the end of a sentence that begins with the variable's name; it never repeats the password. */
export function readPostgresUrl(text: string) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) throw new Error("must be a postgres:// address");
  const query = url.searchParams;
  const unknown = [...query.keys()].find((name) => !KNOWN.has(name));
  if (unknown) throw new Error(`has the setting ${unknown}, which is not known`);
  const host = query.get("host") ?? (url.hostname.replace(/^\[|\]$/g, "") || "localhost");
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!database) throw new Error("must end in the name of a database");
  const port = Number(url.port || 5432);
  const user = url.username ? decodeURIComponent(url.username) : undefined;
  const password = url.password ? decodeURIComponent(url.password) : undefined;
  const mode = query.get("sslmode") ?? (LOCAL.test(host) ? "disable" : "verify-full");
  const ssl = tlsOf(mode, query, host);
  const authorities = query.get("sslrootcert") ?? "/etc/ssl/certs/ca-certificates.crt";
  const tools = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGSSLMODE: mode,
    PGSSLROOTCERT: ssl ? authorities : undefined,
    PGSSLCERT: query.get("sslcert") ?? undefined,
    PGSSLKEY: query.get("sslkey") ?? undefined,
  };
  return { connection: { host, port, user, password, database, ssl }, tools };
}
