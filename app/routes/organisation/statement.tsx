import { data } from "react-router";
import { StatementSheet } from "#app/features/billing/own/statement-parts.tsx";
import { invoicedElsewhere, readMonth } from "#app/features/organisations/own/statements.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/statement";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, user, member } = await requireMember(context, request, "seesAll", "seesMoney");
  const sheet = await readMonth(deps, { user, member }, params.month);
  if (!sheet) throw data(null, { status: 404 });
  return { sheet, elsewhere: invoicedElsewhere(deps), of: member.organisationId, month: params.month };
}

export default function Statement({ loaderData: { sheet, elsewhere, of, month } }: Route.ComponentProps) {
  const file = (ending: string) => organisationPath(`/statements/${month}/statement.${ending}`, { id: of });
  return (
    <Page
      title={`Statement for ${sheet.name}`}
      back={{ label: "Back to Statements", to: organisationPath("/statements", { id: of }) }}
    >
      <div className="actions no-print">
        <ButtonLink to={file("pdf")} reloadDocument>
          Download PDF
        </ButtonLink>
        <ButtonLink look="quiet" to={file("csv")} reloadDocument>
          Export CSV
        </ButtonLink>
        <PrintButton look="quiet">Print</PrintButton>
      </div>
      {elsewhere ? <p>{elsewhere}</p> : null}
      <StatementSheet sheet={sheet} />
    </Page>
  );
}
