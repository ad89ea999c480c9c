import type { Executor } from "#app/platform/database.server.ts";
import type { Series } from "./account.ts";

/** Invoices, credit notes, and statements of assessors' pay. */
export type NumberedSeries = Series | "PAY";

/** The next number of a series, without gaps: it is given with the commit of `trx`, and not when that fails. Others who
 * want one wait for this commit. */
export async function takeNumber(trx: Executor, series: NumberedSeries, first: number): Promise<number> {
  const { last_number } = await trx
    .insertInto("number_series")
    .values({ series, last_number: first })
    .onConflict((conflict) =>
      conflict
        .column("series")
        .doUpdateSet((eb) => ({ last_number: eb("number_series.last_number", "+", 1) })),
    )
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return last_number;
}

/** Lets one transaction at a time go on that wants numbers of a series. */
export async function lockSeries(trx: Executor, series: NumberedSeries): Promise<void> {
  await trx
    .insertInto("number_series")
    .values({ series, last_number: 0 })
    .onConflict((conflict) =>
      conflict.column("series").doUpdateSet((eb) => ({ last_number: eb.ref("number_series.last_number") })),
    )
    .execute();
}
