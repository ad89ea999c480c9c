import { PostForm } from "#app/forms/post-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts, Sums } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { Table } from "#app/ui/table.tsx";
import type { DocumentView, InvoicePage } from "./invoice-page.server.ts";

/** An invoice or a credit note of our own, as its buyer sees and prints it. */
export function InvoiceDocument({ page }: { page: InvoicePage }) {
  const { view, state, open, isOverdue, others, cardPath } = page;
  return (
    <div className="is-printed-whole">
      <Page title={`${view.title} ${view.number}`}>
        <p className="lead no-print">
          {view.total}, {view.issuedOn}
        </p>
        {state || page.onItsWay ? (
          <Alert
            tone={page.onItsWay ? "info" : open === null ? "good" : isOverdue ? "bad" : "info"}
            heading={open === null ? null : `To pay: ${open}`}
          >
            {page.onItsWay ? <p>{page.onItsWay}</p> : null}
            {state ? <p>{state}</p> : null}
            {page.credit ? <p>{page.credit}</p> : null}
            {cardPath ? (
              <PostForm action={cardPath} reloadDocument className="mt-3 no-print">
                <Button>Pay {page.cardAmount} by card</Button>
              </PostForm>
            ) : null}
            {open === null ? null : (
              <p className="no-print">
                <a href="#how-to-pay">How to pay</a>
              </p>
            )}
          </Alert>
        ) : null}
        {page.card ? (
          <Alert tone="warning">
            <p>{page.card}</p>
          </Alert>
        ) : null}
        <div className="actions no-print">
          <ButtonLink look={cardPath ? "quiet" : "main"} to={page.pdfPath} reloadDocument>
            Download PDF
          </ButtonLink>
          <PrintButton look="quiet">Print</PrintButton>
        </div>
        <div className="columns">
          <section>
            <h2>From</h2>
            <p className="whitespace-pre-line wrap-anywhere">
              <strong>{view.seller.name}</strong>
              {["", view.seller.address, ...view.seller.numbers, view.seller.phone, view.seller.email]
                .filter((row, index) => index === 0 || row !== "")
                .join("\n")}
            </p>
          </section>
          <section>
            <h2>To</h2>
            <p className="whitespace-pre-line wrap-anywhere">{view.buyer.join("\n")}</p>
          </section>
        </div>
        <section className="stack">
          <h2>Number, dates and reference</h2>
          <Facts rows={view.facts} />
          {view.note ? <p className="whitespace-pre-line">{view.note}</p> : null}
        </section>
        <Lines view={view} />
        {open !== null ? <HowToPay page={page} open={open} /> : null}
        {others.length > 0 ? (
          <nav className="no-print" aria-label="Other documents of this booking">
            <h2>Other documents of this booking</h2>
            <ul className="list-disc pl-5">
              {others.map(({ path, words }) => (
                <li key={path}>
                  <a href={path}>{words}</a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </Page>
    </div>
  );
}

function Lines({ view }: { view: DocumentView }) {
  const number = (name: string) => ({ name, className: "is-number" });
  const columns = view.isVat
    ? ["Description", number("Without VAT"), number("VAT rate"), number("VAT"), number("Amount")]
    : ["Description", number("Amount")];
  return (
    <section className="stack">
      <h2>What it is for</h2>
      <Table
        className="table is-stacked is-figures"
        caption={`Lines of ${view.number}`}
        columns={columns}
        rows={view.lines.map(({ description, net, rate, vat, gross }, index) => ({
          id: String(index),
          cells: view.isVat ? [description, net, rate, vat, gross] : [description, gross],
        }))}
      />
      <Sums
        rows={[
          ...(view.isVat
            ? [
                { name: "Without VAT", value: view.net },
                ...view.rates.map(({ words, vat }) => ({ name: words, value: vat })),
              ]
            : []),
          { name: "Total", value: view.total, kind: "total" as const },
        ]}
      />
      {view.vatNote ? <p className="note">{view.vatNote}</p> : null}
    </section>
  );
}

function HowToPay({ page: { view, cardPath, phone }, open }: { page: InvoicePage; open: string }) {
  return (
    <Card id="how-to-pay" heading="How to pay">
      {view.bankDetails ? (
        <>
          <p>
            {cardPath ? "Or pay" : "Please pay"} <strong>{open}</strong> by bank transfer, with the reference{" "}
            <strong className="inline-block">{view.number}</strong>:
          </p>
          <p className="mt-3 whitespace-pre-line wrap-anywhere">{view.bankDetails}</p>
          <p className="note mt-3 no-print">A payment can take a few days until this page shows it.</p>
        </>
      ) : (
        <p>
          To pay <strong>{open}</strong>, please call us on {phone} and have the number{" "}
          <strong className="inline-block">{view.number}</strong> at hand.
        </p>
      )}
    </Card>
  );
}
