import type { ReactNode } from "react";
import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { changesThere, standingWords } from "#app/features/billing/invoice-standing.ts";
import { formatInstant, formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts, type FactRow } from "#app/ui/lists.tsx";
import type { BookingFile } from "./read-booking-file.server.ts";

type CardProps = {
  bookingId: string;
  invoice: BookingFile["invoice"];
  /** Whether the reader may issue invoices. */
  handlesMoney: boolean;
  /** Details of who pays, as rows. */
  billing: [name: string, value: string][];
  action?: ReactNode;
};

/** The booking's invoice, and how it stands with whoever made it. */
export function InvoiceCard({ bookingId, invoice, handlesMoney, billing, action }: CardProps) {
  const form = useStepForm({ id: "invoice-form" });
  const moneyLinks = (name: string) =>
    handlesMoney ? (
      <>
        <Link to={`/admin/bookings/${bookingId}/invoices`}>{name}</Link>{" "}
        <Link to={`/admin/bookings/${bookingId}/charges`}>Charges</Link>
      </>
    ) : null;
  if (!invoice)
    return (
      <Card id="invoice" heading="Invoice" action={action}>
        {billing.length > 0 ? <Facts rows={billing} /> : null}
        <p>No invoice yet. {moneyLinks("Invoices of this booking")}</p>
      </Card>
    );
  const isXero = invoice.maker === "xero";
  const changes = isXero ? changesThere(invoice) : [];
  const differs =
    isXero && changes.length === 0
      ? "The booking was changed after its invoice was made"
      : `The booking and its ${isXero ? "invoice" : "invoices"} differ`;
  return (
    <Card id="invoice" heading="Invoice" action={action} className="stack">
      {invoice.task ? (
        <Alert tone="bad" heading={differs}>
          <p>{invoice.task}</p>
          {invoice.difference ? <AcceptForm {...invoice.difference} /> : null}
        </Alert>
      ) : null}
      {isXero && invoice.dueTask && invoice.dueDifference ? (
        <Alert tone="bad" heading="The assessment is on another day than its invoice says">
          <p>{invoice.dueTask}</p>
          <AcceptDueDay {...invoice.dueDifference} />
        </Alert>
      ) : null}
      {invoice.billingTask ? (
        <BillingTask {...invoice.billingTask} button={isXero ? "I changed it in Xero" : "It is dealt with"} />
      ) : null}
      {changes.length > 0 ? (
        <Alert tone="warning" heading="Changed in Xero" text={changes.join(" ")} />
      ) : null}
      <Facts
        rows={[
          ...(isXero ? atXero(invoice) : madeHere(invoice)),
          invoice.onlineUrl !== null && ["Page", <a href={invoice.onlineUrl}>See the invoice</a>],
          ...billing,
        ]}
      />
      {handlesMoney ? (
        <p className="no-print">
          {moneyLinks(isXero ? "Disputed? Send no reminders" : "Invoices of this booking")}
        </p>
      ) : null}
      {invoice.isReadable ? (
        <StepForm form={form} className="no-print">
          <Button look="quiet" name="intent" value="read-invoice">
            Look in Xero now
          </Button>
        </StepForm>
      ) : null}
    </Card>
  );
}

type Invoice = NonNullable<BookingFile["invoice"]>;

const paymentOf = (invoice: Invoice): [string, string] => [
  "Payment",
  standingWords(invoice, invoice.today) + (invoice.isDisputed ? ", disputed" : ""),
];

const madeHere = (invoice: Invoice): FactRow[] => [
  ["Number", invoice.number ?? ""],
  ["Invoiced", formatPoundsAndPence(invoice.amountPence)],
  invoice.creditedPence !== null &&
    invoice.creditedPence > 0 && ["Credited", formatPoundsAndPence(invoice.creditedPence)],
  paymentOf(invoice),
];

const atXero = (invoice: Invoice): FactRow[] => [
  ["Number", invoice.number ?? "Not known. Search Xero for the booking's reference"],
  ["Kind", invoice.kind === "deposit" ? `${invoice.depositPercent}% deposit` : "Whole amount"],
  ["Amount", formatPoundsAndPence(invoice.amountPence)],
  invoice.difference?.isAccepted === true && [
    "Accepted as it is",
    `${formatPoundsAndPence(invoice.difference.standingPence)}, while the booking comes to ${formatPoundsAndPence(invoice.difference.wantedPence)}`,
  ],
  paymentOf(invoice),
  ["Made", formatLongDate(invoice.issuedOn)],
  ["Due", formatLongDate(invoice.dueOn)],
  [
    "Last looked in Xero",
    invoice.readAt ? <time dateTime={invoice.readAt}>{formatInstant(invoice.readAt)}</time> : "Not yet",
  ],
];

/** The two amounts say which difference is accepted: another one stays to be settled. */
function AcceptForm({ wantedPence, standingPence }: { wantedPence: number; standingPence: number }) {
  return (
    <PostForm className="mt-3 no-print">
      <input type="hidden" name="wantedPence" value={wantedPence} />
      <input type="hidden" name="standingPence" value={standingPence} />
      <p className="mb-2">
        Is the difference meant, such as a credit note that you agreed with the referrer? We ask again when
        the price or the invoice changes.
      </p>
      <Button look="quiet" name="intent" value="accept-difference">
        The invoice is right as it is
      </Button>
    </PostForm>
  );
}

/** Both days say what is accepted: another day of the assessment is asked about again. */
function AcceptDueDay({ day, wantedOn }: { day: string; wantedOn: string }) {
  return (
    <PostForm className="mt-3 no-print">
      <input type="hidden" name="day" value={day} />
      <input type="hidden" name="wantedOn" value={wantedOn} />
      <p className="mb-2">Is its due date meant? We ask again when the assessment is on another day.</p>
      <Button look="quiet" name="intent" value="accept-due-day">
        The due date may stay
      </Button>
    </PostForm>
  );
}

/** `since` says which change was dealt with: a later one stays to be done. */
function BillingTask(props: { heading: string; words: string; since: string; button: string }) {
  const { heading, words, since, button } = props;
  return (
    <Alert tone="bad" heading={heading}>
      <p>{words}</p>
      <PostForm className="actions no-print">
        <input type="hidden" name="since" value={since} />
        <Button look="quiet" name="intent" value="billing-changed">
          {button}
        </Button>
      </PostForm>
    </Alert>
  );
}
