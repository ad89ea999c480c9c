import { requireCase } from "#app/features/privacy/case-page.server.ts";
import { exportPersonalData } from "#app/features/privacy/personal-data.server.ts";
import type { Route } from "./+types/privacy-export";

export async function loader(args: Route.LoaderArgs) {
  const { deps, by, privacyCase } = await requireCase(args);
  const personalData = await exportPersonalData(deps, privacyCase, by);
  return new Response(JSON.stringify(personalData, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="privacy-case-${privacyCase.row.id}.json"`,
    },
  });
}
