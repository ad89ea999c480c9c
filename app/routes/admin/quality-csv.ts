import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { qualityFile, readQuality } from "#app/features/quality/read-quality.server.ts";
import type { Route } from "./+types/quality-csv";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user, by } = await requireStaff(context, request);
  const isAdministrator = user.roleId === "administrator";
  const quality = await readQuality(deps, new URL(request.url).searchParams, { isAdministrator });
  return qualityFile(deps, quality, by);
}
