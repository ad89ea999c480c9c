import { requestScope } from "#app/context.ts";
import { requireAdministrator } from "#app/features/accounts/guards.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { requireCase } from "#app/features/privacy/case-page.server.ts";
import { exportPersonalData } from "#app/features/privacy/personal-data.server.ts";
import type { Route } from "./+types/privacy-export";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const staff = await requireAdministrator(scope, request);
  const privacyCase = await requireCase(scope.deps, params.caseId);
  const by = { actor: actorOf(staff), requestId: scope.requestId };
  const personalData = await exportPersonalData(scope.deps, privacyCase, by);
  return new Response(JSON.stringify(personalData, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="privacy-case-${privacyCase.row.id}.json"`,
    },
  });
}
