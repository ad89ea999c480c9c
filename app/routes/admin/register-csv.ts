import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { periodOf, registerCsv } from "#app/features/billing/own/register.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { Route } from "./+types/register-csv";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, by } = await requireMoneyHandler(context, request);
  const period = periodOf(new URL(request.url).searchParams, londonDate(deps.clock.now()));
  return new Response(await registerCsv(deps, period, by), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="register-${period.from}-${period.until}.csv"`,
    },
  });
}
