import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { readRegisterPage, type RegisterPage } from "#app/features/billing/own/register.server.ts";
import { PaymentTabs } from "#app/features/billing/own/payment-parts.tsx";
import { PageHead } from "#app/ui/desk.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/register";
import { Form, Link } from "react-router";
import { Pages } from "#app/kit/pages-nav.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Sums } from "#app/ui/lists.tsx";
import { Table } from "#app/ui/table.tsx";

const number = (name: string) => ({ name, className: "is-number" });

/** Invoices, credit notes and payments of a period, with the sums for the VAT return. */
function RegisterParts({ page }: { page: RegisterPage }) {
  return (
    <>
      <Form className="no-print actions items-end" method="get">
        <div className="field">
          <label htmlFor="from">From</label>
          <input className="input" type="date" id="from" name="from" defaultValue={page.from} />
        </div>
        <div className="field">
          <label htmlFor="until">Until</label>
          <input className="input" type="date" id="until" name="until" defaultValue={page.until} />
        </div>
        <Button look="quiet">Show</Button>
        <ButtonLink to={page.csv} reloadDocument look="quiet">
          Download for the accountant (CSV)
        </ButtonLink>
      </Form>
      <details className="no-print">
        <summary>Months</summary>
        <ul className="list-disc pl-5">
          {page.months.map(({ label, ...month }) => (
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
            { name: "Box 1, VAT on sales", value: page.box1 },
            { name: "Box 6, sales without VAT", value: page.box6 },
            { name: "Received, less refunds", value: page.received },
          ]}
        />
        <p className="note mt-2">
          By tax point. Invoices that were made here: enter those of another service besides.
        </p>
      </Card>
      <Card heading="Invoices, credit notes and payments" className="stack">
        {page.entries.length === 0 ? (
          <p>Nothing was issued or paid in this time.</p>
        ) : (
          <Table
            className="table is-stacked is-figures"
            caption="Documents by number, then payments by day"
            columns={[
              ...["Number", "Day", "Tax point", "Buyer", "Booking"],
              ...["Net", "VAT", "Gross", "Paid"].map(number),
            ]}
            rows={page.entries.map((one) => ({
              id: one.id,
              cells: [
                one.path ? <Link to={one.path}>{one.number}</Link> : `${one.kind} ${one.number}`.trim(),
                ...[one.day, one.taxPoint, one.buyer],
                <Link to={`/admin/bookings/${one.bookingId}/invoices`}>{one.reference}</Link>,
                ...[one.net, one.vat, one.gross, one.paid],
              ],
            }))}
          />
        )}
        <Pages at={page.at} of="entries" />
      </Card>
    </>
  );
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  return { page: await readRegisterPage(deps, new URL(request.url)) };
}

export default function Register({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <Page title="Register of invoices" heading={null}>
      <PageHead heading="Register of invoices" />
      <PaymentTabs />
      <RegisterParts key={`${page.from} ${page.until}`} page={page} />
    </Page>
  );
}
