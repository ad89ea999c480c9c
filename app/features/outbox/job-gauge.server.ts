import type { Db } from "#app/platform/database.server.ts";
import type { GaugeByLabel } from "#app/platform/metrics.server.ts";
import type { OutboxRow } from "./tables.ts";

/** What waits, runs or was given up. What was sent or cancelled only grows, and counting it would take as long as there
 * are mails. */
const COUNTED: OutboxRow["state"][] = ["queued", "leased", "failed"];

export function jobGauge(db: Db): GaugeByLabel {
  return {
    name: "outbox_jobs",
    help: "Mails and invoices that wait (queued), run (leased) or were given up (failed)",
    labelName: "state",
    async read() {
      const rows = await db
        .selectFrom("outbox")
        .select((eb) => ["state", eb.fn.countAll<number>().as("count")])
        .where("state", "in", COUNTED)
        .groupBy("state")
        .execute();
      const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
      return COUNTED.map((state) => ({ label: state, value: counts.get(state) ?? 0 }));
    },
  };
}
