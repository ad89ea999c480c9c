import type { Db } from "#app/platform/database.server.ts";
import type { GaugeByLabel } from "#app/platform/metrics.server.ts";

export function jobGauge(db: Db): GaugeByLabel {
  return {
    name: "outbox_jobs",
    help: "Mails and invoices by state",
    labelName: "state",
    async read() {
      const rows = await db
        .selectFrom("outbox")
        .select((eb) => ["state", eb.fn.countAll<number>().as("count")])
        .groupBy("state")
        .execute();
      return rows.map(({ state, count }) => ({ label: state, value: Number(count) }));
    },
  };
}
