import { data } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { isMonth } from "#app/features/pay/months.ts";
import { bankFile, linesFile } from "#app/features/pay/pay-csv.server.ts";
import type { Route } from "./+types/pay-csv";

/** Files of a closed month: for the bank, or for the accountant. */
export async function loader({ request, params: { month, file }, context }: Route.LoaderArgs) {
  const { deps, by } = await requireMoneyHandler(context, request);
  const send = { "bank.csv": bankFile, "lines.csv": linesFile }[file];
  if (!send || !isMonth(month)) throw data(null, { status: 404 });
  return send(deps, month, by);
}
