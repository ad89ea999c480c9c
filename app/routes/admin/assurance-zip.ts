import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { downloadPack } from "#app/features/assurance/pack.server.ts";
import type { Route } from "./+types/assurance-zip";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, by } = await requireAdministrator(context, request);
  return downloadPack(deps, by);
}
