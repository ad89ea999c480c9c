import { Link } from "react-router";
import { invoicedElsewhere, readMonths } from "#app/features/organisations/own/statements.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { pageOf } from "#app/kit/pages.ts";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/statements";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, member } = await requireMember(context, request, "seesAll", "seesMoney");
  const { organisationId: of, organisationName: name } = member;
  return {
    of,
    name,
    elsewhere: invoicedElsewhere(deps),
    ...pageOf(await readMonths(deps, of), new URL(request.url)),
  };
}

export default function Statements({ loaderData: { of, name, elsewhere, rows, at } }: Route.ComponentProps) {
  return (
    <Page title={`Statements of ${name}`}>
      {elsewhere ? (
        <p>{elsewhere}</p>
      ) : (
        <p>Invoices, credit notes, payments and refunds of all your bookings, by reference.</p>
      )}
      {at.count === 0 && !elsewhere ? (
        <Card>
          <p>There is no statement yet: nothing was invoiced.</p>
        </Card>
      ) : null}
      {at.count > 0 ? (
        <Card>
          <Table
            className="table is-stacked is-figures"
            caption="Months, the newest first"
            hasRowNames
            columns={[
              "Month",
              { name: "Entries", className: "is-number" },
              { name: "To pay at its end", className: "is-number" },
            ]}
            rows={rows.map((month) => ({
              id: month.id,
              cells: [
                <Link to={organisationPath(`/statements/${month.id}`, { id: of })} discover="none">
                  {month.name}
                </Link>,
                ...[month.count, month.closing],
              ],
            }))}
          />
        </Card>
      ) : null}
      <Pages at={at} of="months" />
    </Page>
  );
}
