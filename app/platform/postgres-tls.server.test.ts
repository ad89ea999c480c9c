import { execFileSync } from "node:child_process";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres, type PostgresServer } from "#tests/setup/postgres-server.ts";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";
import { settingsOf } from "#tests/setup/test-database.ts";
import { openPostgres } from "./database.server.ts";

/** A server with a certificate for `localhost` from an authority of one's own, which takes no plain connection. */

let folder: string;
let server: PostgresServer;

const file = (name: string) => join(folder, name);
const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });

function makeAuthority(name: string): void {
  const days = ["-days", "2", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  openssl("req", "-x509", ...days, "-subj", `/CN=${name}`, "-keyout", `${name}.key`, "-out", `${name}.pem`);
}

beforeAll(async () => {
  folder = makeScratchDirectory("tls-");
  // The server's own user reads its certificate here.
  chmodSync(folder, 0o755);
  makeAuthority("authority");
  makeAuthority("stranger");
  openssl(
    ...["req", "-new", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
    ...["-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.csr"],
  );
  writeFileSync(file("names"), "subjectAltName=DNS:localhost");
  openssl(
    ...["x509", "-req", "-days", "2", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key"],
    ...["-CAcreateserial", "-extfile", "names", "-out", "server.pem"],
  );
  server = await startPostgres({ tls: { certificate: file("server.pem"), key: file("server.key") } });
});

afterAll(() => {
  server?.stop();
  rmSync(folder, { recursive: true });
});

async function connect(host: string, query: string): Promise<string> {
  const url = new URL(server.urlOf("postgres"));
  const db = openPostgres({
    ...settingsOf(`postgres://app@${host}:${url.port}/postgres?${query}`),
    poolSize: 2,
  });
  try {
    const { rows } = await sql<{ ssl: number; version: string }>`
      select ssl, version from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
    return rows[0]!.ssl === 1 ? "encrypted" : "plain";
  } catch (error) {
    const { message, cause } = error as Error;
    return `${message} ${(cause as Error | undefined)?.message ?? ""}`;
  } finally {
    await db.destroy();
  }
}

test("the authority's server is reached, encrypted", async () => {
  expect(await connect("localhost", `sslmode=verify-full&sslrootcert=${file("authority.pem")}`)).toBe(
    "encrypted",
  );
});

test("a certificate of an authority that is not trusted is refused", async () => {
  expect(await connect("localhost", `sslmode=verify-full&sslrootcert=${file("stranger.pem")}`)).toMatch(
    /certificate/,
  );
  expect(await connect("localhost", "sslmode=verify-full")).toMatch(/certificate/);
});

test("a certificate for another name is refused, unless only the authority is to be checked", async () => {
  const authority = `sslrootcert=${file("authority.pem")}`;
  expect(await connect("127.0.0.1", `sslmode=verify-full&${authority}`)).toMatch(/altnames/i);
  expect(await connect("127.0.0.1", `sslmode=verify-ca&${authority}`)).toBe("encrypted");
});

test("without encryption this server lets nobody in", async () => {
  expect(await connect("localhost", "sslmode=disable")).not.toMatch(/^(encrypted|plain)$/);
});
