import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { registerFile } from "#app/features/billing/own/register.server.ts";
import type { Route } from "./+types/register-csv";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, by } = await requireMoneyHandler(context, request);
  return registerFile(deps, new URL(request.url), by);
}
