import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { rangeAsked, readStatistics } from "#app/features/staff/statistics/read-statistics.server.ts";
import { CSV_COLUMNS, groupsOf } from "#app/features/staff/statistics/statistics-groups.ts";
import { csvFile, linesOf } from "#app/kit/csv.server.ts";
import type { Route } from "./+types/statistics-csv";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const range = await rangeAsked(deps, new URL(request.url));
  const groups = groupsOf(await readStatistics(deps, range));
  const rows = groups.flatMap(({ first, rows }) => rows.map((row) => ({ ...row, first })));
  return csvFile(`statistics-${range.from}-${range.to}.csv`, linesOf(CSV_COLUMNS, rows));
}
