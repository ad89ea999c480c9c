import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  firstBookingDay,
  readRange,
  readStatistics,
} from "#app/features/staff/statistics/read-statistics.server.ts";
import { statisticsCsv } from "#app/features/staff/statistics/statistics-csv.server.ts";
import type { Route } from "./+types/statistics-csv";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const range = readRange(new URL(request.url).searchParams, deps.clock.now(), await firstBookingDay(deps));
  return new Response(statisticsCsv(await readStatistics(deps, range)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="statistics-${range.from}-${range.to}.csv"`,
    },
  });
}
