import { Form, Link } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { PaymentTabs } from "#app/features/billing/own/payment-parts.tsx";
import { registerColumns, signed } from "#app/features/billing/own/register-columns.tsx";
import { readRegisterPage } from "#app/features/billing/own/register.server.ts";
import { FilterField } from "#app/kit/filter-form.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHead } from "#app/ui/desk.tsx";
import { DataTable } from "#app/ui/list.tsx";
import { Sums } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/register";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  return readRegisterPage(deps, new URL(request.url));
}

/** Invoices, credit notes and payments of a period, with the sums for the VAT return. */
export default function Register({ loaderData }: Route.ComponentProps) {
  const { rows, at, sums, csv, months } = loaderData;
  const { from, until } = loaderData.period;
  return (
    <Page title="Register of invoices" heading={null}>
      <PageHead heading="Register of invoices" />
      <PaymentTabs />
      <Form key={`${from} ${until}`} className="no-print actions items-end" method="get">
        <FilterField className="field" name="from" label="From" type="date" value={from} />
        <FilterField className="field" name="until" label="Until" type="date" value={until} />
        <Button look="quiet">Show</Button>
        <ButtonLink to={csv} reloadDocument look="quiet">
          Download for the accountant (CSV)
        </ButtonLink>
      </Form>
      <details key={csv} className="no-print">
        <summary>Months</summary>
        <ul className="list-disc pl-5">
          {months.map(({ label, ...month }) => (
            <li key={label}>
              <Link to={month.page}>{label}</Link>{" "}
              <a href={month.csv} aria-label={`${label} for the accountant (CSV)`}>
                CSV
              </a>
            </li>
          ))}
        </ul>
      </details>
      <Card heading="For the VAT return">
        <Sums
          rows={[
            { name: "Box 1, VAT on sales", value: signed(sums.box1Pence) },
            { name: "Box 6, sales without VAT", value: signed(sums.box6Pence) },
            { name: "Received, less refunds", value: signed(sums.receivedPence) },
          ]}
        />
        <p className="note mt-2">
          By tax point. Invoices that were made here: enter those of another service besides.
        </p>
      </Card>
      <Card heading="Invoices, credit notes and payments" className="stack">
        {rows.length === 0 ? (
          <p>Nothing was issued or paid in this time.</p>
        ) : (
          <DataTable
            className="table is-stacked is-figures"
            caption="Documents by number, then payments by day"
            columns={registerColumns([])}
            rows={rows}
          />
        )}
        <Pages at={at} of="entries" />
      </Card>
    </Page>
  );
}
