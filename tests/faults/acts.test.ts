import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openPostgres } from "#app/platform/database.server.ts";
import { startPostgres, type PostgresServer } from "#tests/setup/postgres-server.ts";
import { settingsOf } from "#tests/setup/test-database.ts";
import { ACTS, atOffice, openDeps } from "./acts.ts";
import { scale, startFaultServer } from "./server.ts";

/** Kills the service while somebody sends a part, reads a bank's file, releases a report, or closes a month. */

const KILLS = scale(2, 50);

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres({ isDurable: true });
});
afterAll(() => postgres.stop());

async function databaseOf(kind: string, name: string): Promise<Record<string, string>> {
  if (kind === "SQLite") return {};
  const admin = openPostgres(settingsOf(postgres.urlOf("postgres")));
  await sql`create database ${sql.ref(name)}`.execute(admin);
  await admin.destroy();
  return { DATABASE_URL: postgres.urlOf(name), DATA_DIR_SHARED: "on" };
}

describe.each(["SQLite", "PostgreSQL"])("on %s", (kind) => {
  test.each(Object.keys(ACTS))(
    `${KILLS} times kill -9 around %s: it is done once, or again after`,
    async (name) => {
      const variables = await databaseOf(kind, `act_${Object.keys(ACTS).indexOf(name)}`);
      const server = await startFaultServer({ variables });
      const deps = openDeps(server);
      onTestFinished(() => deps.close());
      const place = await atOffice(deps, server);
      const make = () => ACTS[name]!(place);

      // The first is done in peace, and says how long an act takes on a server that has just started.
      const first = await make();
      const startedAt = performance.now();
      const { status, text } = await first.send();
      let usual = performance.now() - startedAt;
      expect(status, text.slice(-2_000)).toBe(303);
      expect(await first.state()).toBe("whole");

      const found: Record<string, number> = {};
      for (let kill = 0; kill < KILLS; kill += 1) {
        const act = await make();
        const sentAt = performance.now();
        const answer = act.send().then(
          (one) => ({ ...one, ms: performance.now() - sentAt }),
          () => null,
        );
        await wait((usual * (kill + 0.5)) / KILLS);
        await server.stop("SIGKILL");
        const answered = await answer;
        const isDone = answered?.isDone ?? false;
        // A kill after the answer shows nothing: later ones come within the shortest time that one took.
        usual = Math.min(usual, answered?.ms ?? usual);
        await server.start();
        const state = await act.state();
        const word = `${isDone ? "answered" : "unanswered"}, ${state}`;
        found[word] = (found[word] ?? 0) + 1;
        expect(["answered, whole", "unanswered, none", "unanswered, in part", "unanswered, whole"]).toContain(
          word,
        );
        if (!isDone) await act.send();
        expect(await act.state(), `after ${word}`).toBe("whole");
      }
      console.log(`${name} on ${kind}, ${Math.round(usual)} ms:`, JSON.stringify(found));
    },
  );
});
