import type { Deps } from "#app/deps.server.ts";
import type { Columns } from "./read-bank-file.server.ts";

/** The columns of the bank's files that staff chose, by their headings. */
export async function chosenFormats({ db }: Pick<Deps, "db">): Promise<Map<string, Columns>> {
  const rows = await db.selectFrom("bank_formats").select(["headings", "columns"]).execute();
  return new Map(rows.map(({ headings, columns }) => [headings, JSON.parse(columns) as Columns]));
}

/** The columns of files with these headings from now on. */
export async function chooseFormat(
  { db, clock }: Pick<Deps, "db" | "clock">,
  headings: string,
  columns: Columns,
): Promise<void> {
  const chosen = { columns: JSON.stringify(columns), chosen_at: clock.now().toISOString() };
  await db
    .insertInto("bank_formats")
    .values({ headings, ...chosen })
    .onConflict((conflict) => conflict.column("headings").doUpdateSet(chosen))
    .execute();
}
