import { data } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { keepExchange } from "#app/features/report-writing/exchanges-page.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import type { Route } from "./+types/visit-exchanges-keep";

export async function action({ request, params, context }: Route.ActionArgs) {
  const { deps, by } = await requireAssessor(context, request);
  const { visitId } = params;
  if (!(await findAssessorVisit(deps, visitId, by.actor.id))) throw data(null, { status: 404 });
  return keepExchange({ deps, by, visitId, form: await request.formData() });
}
