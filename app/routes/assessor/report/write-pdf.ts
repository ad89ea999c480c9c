import { requireReportToRead } from "#app/features/report-writing/guards.server.ts";
import { sendReportFile } from "#app/features/report-writing/report-files.server.ts";
import type { Route } from "./+types/write-pdf";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, report } = await requireReportToRead({ request, params, context });
  return sendReportFile(deps, "pdf", report);
}
