import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEnv } from "./env.server.ts";
import { pastPooler, readPostgresUrl } from "./postgres-url.server.ts";

test("the certificate of a server on another machine is checked unless the address says otherwise", () => {
  expect(readPostgresUrl("postgres://app:p%40ss@db.example.org/bookings").connection).toMatchObject({
    host: "db.example.org",
    port: 5432,
    user: "app",
    password: "p@ss",
    database: "bookings",
    ssl: { rejectUnauthorized: true, servername: "db.example.org" },
  });
  expect(readPostgresUrl("postgres://db.example.org/bookings?sslmode=disable").connection.ssl).toBe(false);
  expect(readPostgresUrl("postgres://localhost:6432/bookings").connection).toMatchObject({
    port: 6432,
    ssl: false,
  });
  expect(readPostgresUrl("postgres:///bookings?host=/run/postgresql").connection.host).toBe(
    "/run/postgresql",
  );
});

test("a certificate authority of one's own is read from its file", () => {
  const folder = mkdtempSync(join(tmpdir(), "ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "ca.pem"), "PEM");
  const url = `postgresql://db.example.org/bookings?sslmode=verify-full&sslrootcert=${folder}/ca.pem`;
  expect(readPostgresUrl(url).connection.ssl).toMatchObject({ ca: "PEM", rejectUnauthorized: true });
});

test.each([
  ["mysql://localhost/bookings", "must be a postgres:// address"],
  ["postgres://localhost", "must end in the name of a database"],
  ["postgres://u:secret@db.example.org/b?sslmode=require", "must have sslmode="],
  ["postgres://u:secret@db.example.org/b?sslrootcert=/nowhere.pem", "names a file in sslrootcert"],
  ["postgres://u:secret@db.example.org/b?pool=3", "has the setting pool"],
])("%s is refused with a sentence that keeps the password to itself", (url, sentence) => {
  expect(() => readPostgresUrl(url)).toThrow(sentence);
  expect(() => readPostgresUrl(url)).not.toThrow("secret");
});

test("with a pooler in between, notices and dumps go past it, and everything else through it", () => {
  const secret = "a-secret-of-at-least-thirty-two-characters";
  const env = readEnv({
    DATABASE_URL: "postgres://app@127.0.0.1:6432/bookings",
    DATABASE_DIRECT_URL: "postgres://app@127.0.0.1:5432/bookings",
    SESSION_SECRET: secret,
    DATA_KEY: secret,
  });
  expect(env.postgres!.connection.port).toBe(6432);
  expect(pastPooler(env.postgres!)).toMatchObject({ connection: { port: 5432 }, tools: { PGPORT: "5432" } });
  expect(pastPooler({ ...env.postgres!, direct: null }).connection.port).toBe(6432);
});
