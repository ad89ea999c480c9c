import { data } from "react-router";
import { statementPdf } from "#app/features/billing/own/statement-pdf.server.ts";
import { readMonth, statementFile } from "#app/features/organisations/own/statements.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import type { Route } from "./+types/statement-file";

/** A month's statement as a file: PDF or CSV, by the address's ending. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, user, member } = await requireMember(context, request, "seesAll", "seesMoney");
  const sheet = await readMonth(deps, { user, member }, params.month);
  if (!sheet) throw data(null, { status: 404 });
  const name = `statement-${params.month}`;
  if (new URL(request.url).pathname.endsWith(".csv")) return statementFile(`${name}.csv`, sheet);
  return new Response(new Uint8Array(await statementPdf(sheet)), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${name}.pdf"`,
    },
  });
}
