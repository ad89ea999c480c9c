import { Form, Link } from "react-router";
import { FilterField } from "#app/kit/filter-form.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { Badge, type BadgeColour } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Figures } from "#app/ui/desk.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { Table } from "#app/ui/table.tsx";
import { AGES, type Age } from "./ageing.ts";
import type { Ageing } from "./open-accounts.server.ts";
import type { Sheet, StatementPage } from "./statement-page.server.ts";

const number = (name: string) => ({ name, className: "is-number" });

const AGE_NAMES = Object.entries(AGES) as [Age, string][];
const DOTS = { "not-due": "green", "to-30": "yellow" } as Partial<Record<Age, BadgeColour>>;
const money = formatPoundsAndPence;
const orDash = (pence: number) => (pence === 0 ? "–" : money(pence));

/** Open money by its age, as figures and as one bar, and what came in this month. */
export function AgeBar({ ageing, inPence }: { ageing: Ageing; inPence: number }) {
  const { totals, disputedPence } = ageing;
  const ages = AGE_NAMES.filter(([age]) => totals[age] > 0);
  return (
    <section aria-label="Still to pay, by age" className="age-bar">
      <Figures
        figures={[
          { name: "Still to pay", value: money(totals.total) },
          ...ages.map(([age, name]) => ({
            name: <Badge colour={DOTS[age] ?? "red"}>{name}</Badge>,
            value: money(totals[age]),
          })),
          ...(disputedPence > 0 ? [{ name: "Of it disputed", value: money(disputedPence) }] : []),
          { name: "Came in this month", value: money(inPence) },
        ]}
      />
      {totals.total > 0 ? (
        <svg viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">
          {ages.map(([age], index) => {
            const before = ages.slice(0, index).reduce((sum, [one]) => sum + totals[one], 0);
            const [x, width] = [before, totals[age]].map((pence) => (pence / totals.total) * 1000);
            return <rect key={age} className={`is-${age}`} x={x} width={width! - 2} height="12" />;
          })}
        </svg>
      ) : null}
    </section>
  );
}

/** Who owes what, and since when. */
export function AgeingCard({ ageing }: { ageing: Ageing }) {
  const { totals } = ageing;
  const { rows, at } = ageing.customers;
  return (
    <Card heading="Still to pay, by age">
      {at.count === 0 ? (
        <p>Nobody has anything to pay.</p>
      ) : (
        <Table
          className="table is-stacked is-figures"
          caption="Open invoices of each customer, by the days since they were due"
          hasRowNames
          columns={["Customer", ...AGE_NAMES.map(([, name]) => number(name)), number("In all")]}
          rows={[
            ...rows.map(({ bookingId, customer, name, organisation, isDisputed, sums }) => ({
              id: bookingId,
              cells: [
                <>
                  {customer === "" ? (
                    name
                  ) : (
                    <Link to={`/admin/payments/statement?booking=${bookingId}`}>{name}</Link>
                  )}
                  {organisation ? <span className="note block wrap-anywhere">{organisation}</span> : null}
                  {isDisputed ? <Badge colour="yellow">Disputed</Badge> : null}
                </>,
                ...AGE_NAMES.map(([age]) => orDash(sums[age])),
                money(sums.total),
              ],
            })),
            {
              id: "all",
              cells: [
                <strong>All</strong>,
                ...AGE_NAMES.map(([age]) => orDash(totals[age])),
                <strong>{money(totals.total)}</strong>,
              ],
            },
          ]}
        />
      )}
      <Pages at={at} of="customers" />
    </Card>
  );
}

export function StatementParts({ page }: { page: StatementPage }) {
  const { organisation, isWhole } = page;
  return (
    <>
      <Form className="no-print actions items-end" method="get">
        <input type="hidden" name="booking" value={page.bookingId} />
        <FilterField className="field" name="from" label="From" type="date" value={page.from} />
        <FilterField className="field" name="until" label="Until" type="date" value={page.until} />
        {organisation ? (
          <div className="option">
            <input type="checkbox" id="who" name="who" value="organisation" defaultChecked={isWhole} />
            <label htmlFor="who">Everybody of {organisation}</label>
          </div>
        ) : null}
        <Button look="quiet">Show</Button>
      </Form>
      <div className="actions no-print">
        <ButtonLink to={page.pdf} reloadDocument>
          Download PDF
        </ButtonLink>
        <PrintButton look="quiet">Print</PrintButton>
      </div>
      <StatementSheet sheet={page} />
    </>
  );
}

/** The statement itself, on a page and on paper. */
export function StatementSheet({ sheet }: { sheet: Sheet }) {
  const { seller } = sheet;
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere">
        <strong>{seller.name}</strong>
        {["", seller.address, seller.phone, seller.email]
          .filter((row, index) => index === 0 || row !== "")
          .join("\n")}
      </p>
      <p>{sheet.period}</p>
      <Table
        className="table is-stacked is-figures"
        caption="Invoices, credit notes, payments and refunds"
        columns={["Date", "What", "Booking", number("Amount"), number("Balance")]}
        rows={[
          { id: "opening", cells: ["", "Brought forward", "", "", sheet.opening] },
          ...sheet.lines.map(({ day, what, reference, about, amount, balance }, index) => ({
            id: String(index),
            cells: [
              day,
              what,
              <>
                {reference}
                {about ? <span className="note block wrap-anywhere">{about}</span> : null}
              </>,
              amount,
              balance,
            ],
          })),
          {
            id: "closing",
            cells: ["", <strong>{sheet.closingName}</strong>, "", "", <strong>{sheet.closing}</strong>],
          },
        ]}
      />
      <Table
        className="table is-stacked is-figures"
        caption="Still to pay today, by the days since it was due"
        columns={sheet.ages.map(({ name }) => number(name))}
        rows={[{ id: "ages", cells: sheet.ages.map(({ amount }) => amount) }]}
      />
      {sheet.onItsWay ? <p>{sheet.onItsWay}</p> : null}
      {sheet.bankDetails ? (
        <Card heading="How to pay">
          <p>By bank transfer, with the number of the invoice as the reference:</p>
          <p className="mt-3 whitespace-pre-line wrap-anywhere">{sheet.bankDetails}</p>
        </Card>
      ) : null}
    </>
  );
}
