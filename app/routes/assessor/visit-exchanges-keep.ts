import { keepExchange } from "#app/features/report-writing/exchanges-page.server.ts";
import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import type { Route } from "./+types/visit-exchanges-keep";

export async function action(args: Route.ActionArgs) {
  const { deps, by, visit } = await requireAssessorVisit(args);
  return keepExchange({ deps, by, visitId: visit.id, form: await args.request.formData() });
}
