import { data } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { isMonth } from "#app/features/pay/months.ts";
import { bankCsv, linesCsv } from "#app/features/pay/pay-csv.server.ts";
import type { Route } from "./+types/pay-csv";

/** Files of a closed month: for the bank, or for the accountant. */
export async function loader({ request, params: { month, file }, context }: Route.LoaderArgs) {
  const { deps, by } = await requireMoneyHandler(context, request);
  const write = { "bank.csv": bankCsv, "lines.csv": linesCsv }[file];
  if (!write || !isMonth(month)) throw data(null, { status: 404 });
  return new Response(await write(deps, month, by), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="pay-${month}-${file}"`,
    },
  });
}
