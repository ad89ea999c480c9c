import { Link } from "react-router";
import type { ReactNode } from "react";
import type { ShownForm } from "#app/forms/answer-forms.server.ts";
import type { FieldSpec } from "#app/forms/declared-fields.ts";
import { DeclaredFields, DeclaredForm } from "#app/forms/declared-form.tsx";
import { ErrorSummary, StepForm } from "#app/forms/step-form.tsx";
import { ButtonForm, Submit } from "#app/forms/submit.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import type { PageAt } from "#app/kit/pages.ts";
import { formatInstantDay, formatLongDate, formatShortDate, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence as money } from "#app/platform/money.ts";
import { Badge, type BadgeColour } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { DeskIconName } from "#app/ui/desk-icon.tsx";
import { QueueGroup, QueueRow } from "#app/ui/desk.tsx";
import { DataTable, Who } from "#app/ui/list.tsx";
import { Facts } from "#app/ui/lists.tsx";
import {
  BEGINNINGS,
  CHARGE_KINDS,
  COUNTED,
  KIND_OPTIONS,
  proposeFormId,
  STANDINGS,
  type Beginning,
  type ChargeStanding,
} from "./charge-kinds.ts";
import type { Charge } from "./charge-rows.server.ts";
import type { AllCharges, ChargesList, CustomerCharge, StaffCharges } from "./staff-charges.server.ts";

const COLOURS: Record<ChargeStanding, BadgeColour> = {
  proposed: "yellow",
  expired: "red",
  agreed: "green",
  invoiced: "green",
  refused: "red",
  waived: "grey",
};

const Standing = ({ of }: { of: ChargeStanding }) => <Badge colour={COLOURS[of]}>{STANDINGS[of]}</Badge>;

/** The ways that a booking has: nobody agrees for a private person. */
const waysOf = ({ isConsumer, answerDays }: StaffCharges) =>
  (Object.keys(BEGINNINGS) as Beginning[])
    .filter((way) => way !== "agreed" || !isConsumer)
    .map((value) => ({
      value,
      label: BEGINNINGS[value],
      ...(value === "ask" && { hint: `They can answer for ${answerDays} days.` }),
      ...(value === "agreed" && { hint: "Such as by the agreement of their organisation." }),
    }));

type Suggested = StaffCharges["suggestions"][number];
type ProposeProps = { page: StaffCharges; suggestion?: Suggested; isFirst: boolean };

/** The fields of a charge: its kind is known of one that follows from what happened. */
const proposeFields = ({ page, suggestion }: ProposeProps): FieldSpec[] => [
  { name: "kind", kind: suggestion ? "hidden" : "select", label: "What it is for", options: KIND_OPTIONS },
  suggestion
    ? { name: "cause", kind: "hidden", label: "" }
    : {
        name: "count",
        kind: "pounds",
        label: "Miles or hours",
        isOptional: true,
        hint: `For ${COUNTED}, such as 12.5`,
      },
  {
    name: "amount",
    kind: "pounds",
    label: "Amount with VAT, in pounds",
    isOptional: !suggestion,
    hint: suggestion ? "By the rule; you can change it." : "Empty for what the rule says",
  },
  {
    name: "description",
    kind: "line",
    label: "Description",
    isOptional: !suggestion,
    isWide: true,
    hint: "It is printed on the invoice. Leave the client’s name and health out.",
  },
  {
    name: "reason",
    kind: "lines",
    label: "Note to the customer",
    isOptional: true,
    rows: 2,
    hint: "Shown beside the charge. Please write nothing about anyone’s health.",
  },
  { name: "as", kind: "choice", label: "What now?", options: waysOf(page) },
  {
    name: "decision",
    kind: "line",
    label: "How they agreed, or why it is not charged",
    isOptional: true,
    hint: "For staff. Not needed where the customer is asked.",
    isWide: true,
  },
];

/** A form for a charge; the first of the page is open, the others are folded. */
function ProposeForm({
  heading,
  children,
  ...props
}: ProposeProps & { heading: string; children: ReactNode }) {
  const { suggestion, isFirst } = props;
  const { kind = "travel", cause = "", pence, description = "" } = suggestion ?? {};
  const amount = pence === undefined ? "" : (pence / 100).toFixed(2);
  const saved = { kind, cause, amount, description, as: "ask" };
  const form = useStepForm<Record<string, string>>({ id: proposeFormId(cause), saved });
  const another = form.summary === undefined ? "" : String(form.values.another ?? "");
  return (
    <details className="card" open={isFirst || form.summary !== undefined}>
      <summary>
        <h2>{heading}</h2>
      </summary>
      <div className={suggestion ? undefined : "stack"}>
        {children}
        <StepForm form={form} autoComplete="off" enterIntent={null}>
          {another ? <input type="hidden" name="another" value={another} /> : null}
          <DeclaredFields form={form} specs={proposeFields(props)} />
          <Submit look={isFirst ? undefined : "quiet"} intent="propose">
            {another ? "Propose another" : "Propose charge"}
          </Submit>
        </StepForm>
      </div>
    </details>
  );
}

/** A form for each charge that follows from what happened, and one for any other. */
export function ProposeCards({ page }: { page: StaffCharges }) {
  return (
    <>
      {page.suggestions.map((suggestion, index) => (
        <ProposeForm
          key={suggestion.cause}
          page={page}
          suggestion={suggestion}
          isFirst={index === 0}
          heading={`${CHARGE_KINDS[suggestion.kind].label}: £${(suggestion.pence / 100).toFixed(2)}`}
        >
          <p className="mb-4">
            This follows from what happened, by the rules in Settings. Nothing is charged until somebody
            agrees.
          </p>
        </ProposeForm>
      ))}
      <ProposeForm page={page} isFirst={page.suggestions.length === 0} heading="Propose a charge">
        {page.rules.length > 0 ? <Facts rows={[...page.rules]} /> : null}
      </ProposeForm>
    </>
  );
}

type OfStaff = StaffCharges["charges"][number];

/** The declared form, where another hint is true. */
const withHint = (shown: ShownForm, name: string, hint: string | undefined): ShownForm => ({
  ...shown,
  fields: shown.fields.map((field) => (field.name === name && hint ? { ...field, hint } : field)),
});

function ChargeButtons({ charge: { id, standing }, page }: { charge: OfStaff; page: StaffCharges }) {
  const saved = { charge: id };
  const { waive, lower } = page.forms;
  if (standing === "waived") return null;
  const credit = "For staff. Issue a credit note for its invoice after that.";
  const isAsked = page.isConsumer && standing !== "agreed";
  const ask = isAsked ? "A private person is asked about it by email." : undefined;
  return (
    <>
      <DeclaredForm
        saved={saved}
        id={`waive-${id}`}
        shown={withHint(waive, "why", standing === "invoiced" ? credit : undefined)}
      />
      {standing === "invoiced" ? null : (
        <DeclaredForm saved={saved} id={`lower-${id}`} shown={withHint(lower, "lowerAmount", ask)} />
      )}
      {standing === "agreed" && !page.isOwn ? (
        <ButtonForm fields={saved} value="invoiced">
          Another invoice has it
        </ButtonForm>
      ) : null}
    </>
  );
}

function ChargeItem({ charge, page }: { charge: OfStaff; page: StaffCharges }) {
  const { standing, answerBy, decidedAt } = charge;
  const decider = charge.isByCustomer ? "the customer" : "staff";
  return (
    <li id={`charge-${charge.id}`}>
      <p className="wrap-anywhere">
        <strong>{money(charge.pence)}</strong> {charge.description} <Standing of={standing} />
      </p>
      <p className="note wrap-anywhere">
        Proposed on {formatInstantDay(charge.proposedAt)} by {charge.who}
        {answerBy ? `, to be answered by ${formatShortDate(answerBy)}` : ""}.
        {decidedAt ? ` Decided on ${formatInstantDay(decidedAt)} by ${decider}.` : ""}
        {charge.reason ? ` ${charge.reason}` : ""}
        {charge.decision ? ` ${charge.decision}` : ""}
      </p>
      {page.refusal ? null : <ChargeButtons charge={charge} page={page} />}
    </li>
  );
}

export function ChargesOfBooking({ page }: { page: StaffCharges }) {
  if (page.charges.length === 0) return <p>No charge was proposed for this booking yet.</p>;
  const isToInvoice = page.charges.some(({ standing }) => standing === "agreed");
  return (
    <Card heading="Charges of this booking" className="stack">
      {isToInvoice ? (
        <p>
          {page.isOwn ? (
            <>
              What is agreed is in the next invoice.{" "}
              <Link to={`/admin/bookings/${page.id}/invoices`}>Invoices of this booking</Link>
            </>
          ) : (
            "Invoices of this booking are not made here: add what is agreed to one there, then say so below."
          )}
        </p>
      ) : null}
      <ul className="stack">
        {page.charges.map((charge) => (
          <ChargeItem key={charge.id} charge={charge} page={page} />
        ))}
      </ul>
    </Card>
  );
}

const UNNAMED = "Client not given";

const ofBooking = (id: string, part = "") => `/admin/bookings/${id}/charges${part}`;

type Open = Pick<ChargesList["toDecide"]["rows"][number], "id" | "bookingId" | "reference" | "who"> &
  Pick<Charge, "description" | "pence"> & { answerBy?: string | null; standing?: ChargeStanding };

type GroupProps = {
  heading: string;
  icon: DeskIconName;
  button: string;
  list: { rows: readonly Open[]; at: PageAt };
  to: (charge: Open) => string;
  when?: (charge: Open) => string;
};

function ChargeGroup({ heading, icon, button, list: { rows, at }, to, when }: GroupProps) {
  if (rows.length === 0) return null;
  return (
    <>
      <QueueGroup heading={heading} count={at.count}>
        {rows.map((one) => (
          <QueueRow
            key={one.id}
            icon={icon}
            title={`${money(one.pence)} · ${one.who || UNNAMED}`}
            detail={
              <>
                <Link discover="none" className="inline-block" to={ofBooking(one.bookingId)}>
                  {one.reference}
                </Link>
                {` · ${one.description}`}
              </>
            }
            when={when?.(one)}
            action={
              <ButtonLink
                discover="none"
                look="quiet"
                isSmall
                to={to(one)}
                aria-label={`${button}: ${one.who || UNNAMED}, ${one.description}`}
              >
                {button}
              </ButtonLink>
            }
          />
        ))}
      </QueueGroup>
      <Pages at={at} of={`charges: ${heading}`} />
    </>
  );
}

/** Charges that somebody has to do something about, each with its button; what customers have to answer comes last. */
export function ChargesQueue({ list, isOwn }: { list: ChargesList; isOwn: boolean }) {
  const charge = ({ bookingId, id }: Open) => ofBooking(bookingId, `#charge-${id}`);
  const groups: GroupProps[] = [
    {
      heading: "To propose: they follow from what happened",
      icon: "pound",
      button: "Propose",
      list: list.toPropose,
      to: ({ bookingId, id }) => ofBooking(bookingId, `#${proposeFormId(id)}`),
    },
    {
      heading: "Not agreed, or not answered in time: waive, or propose again",
      icon: "people",
      button: "Decide",
      list: list.toDecide,
      to: charge,
      when: ({ standing }) => STANDINGS[standing!],
    },
    {
      heading: "The booking was cancelled since: waive what is not done",
      icon: "calendar",
      button: "Waive",
      list: list.ofCancelled,
      to: charge,
    },
    {
      heading: "Agreed, and on no invoice yet",
      icon: "report",
      button: isOwn ? "Make invoice" : "Open",
      list: list.toInvoice,
      to: isOwn ? ({ bookingId }) => `/admin/bookings/${bookingId}/invoices` : charge,
    },
    {
      heading: "Waiting for the customer’s answer",
      icon: "clock",
      button: "Open",
      list: list.waiting,
      to: charge,
      when: ({ answerBy }) => (answerBy ? `until ${formatShortDate(answerBy)}` : ""),
    },
  ];
  return (
    <section aria-labelledby="to-do" className="card queue-card">
      <h2 id="to-do" className="sr-only">
        To do
      </h2>
      {groups.every((group) => group.list.rows.length === 0) ? (
        <p>
          Nothing is open. Charges that follow from what happened appear here; others are proposed on a
          booking’s page, under Money.
        </p>
      ) : null}
      {groups.map((group) => (
        <ChargeGroup key={group.heading} {...group} />
      ))}
    </section>
  );
}

export function AllChargesTable({ all: { rows, at } }: { all: AllCharges }) {
  return (
    <>
      <DataTable
        className="table is-rows is-figures"
        caption="Latest first"
        columns={[
          {
            name: "Client",
            place: "name",
            cell: (one) => (
              <Who to={ofBooking(one.bookingId)} name={one.who || UNNAMED} code={one.reference} />
            ),
          },
          { name: "What", cell: (one) => <span className="wrap-anywhere">{one.description}</span> },
          { name: "State", place: "side", cell: ({ standing }) => <Standing of={standing} /> },
          { name: "Proposed", place: "side", cell: ({ proposedAt }) => formatInstantDay(proposedAt) },
          { name: "Amount", place: "number", cell: ({ pence }) => money(pence) },
        ]}
        rows={rows}
      />
      <Pages at={at} of="charges" />
    </>
  );
}

function AnswerForm({ charge }: { charge: CustomerCharge }) {
  const form = useStepForm({ id: `answer-${charge.id}` });
  return (
    <>
      <ErrorSummary form={form} />
      <p>
        Do you agree to this charge? If you press “I agree”, you agree to pay {money(charge.pence)}. Please
        answer by {formatLongDate(charge.answerBy!)}.
      </p>
      <PostForm className="actions no-print" id={form.id}>
        <input type="hidden" name="charge" value={charge.id} />
        <Button intent="agree">I agree</Button>
        <Button look="quiet" intent="refuse">
          I do not agree
        </Button>
      </PostForm>
    </>
  );
}

const ANSWERED: Partial<Record<ChargeStanding, string>> = {
  agreed: "You agreed to it",
  invoiced: "You agreed to it",
  refused: "You did not agree to it",
  waived: "We do not charge it",
};

/** A charge for the customer, with the question as long as it can be answered. */
export function CustomerChargeCard({ charge, mayAnswer }: { charge: CustomerCharge; mayAnswer: boolean }) {
  const { standing, decidedAt } = charge;
  const answered = ANSWERED[standing];
  const decided = decidedAt ? `, ${formatLongDate(londonDate(new Date(decidedAt)))}` : "";
  return (
    <Card heading={money(charge.pence)} className="stack">
      <Facts
        rows={[
          ["For", <span className="wrap-anywhere">{charge.description}</span>],
          charge.reason === "" ? null : ["Note", <span className="wrap-anywhere">{charge.reason}</span>],
          [
            "State",
            <Badge colour={COLOURS[standing]}>{answered ? answered + decided : STANDINGS[standing]}</Badge>,
          ],
        ]}
      />
      {standing === "proposed" && mayAnswer ? <AnswerForm charge={charge} /> : null}
      {standing === "expired" ? (
        <p>
          The time to answer ended on {formatLongDate(charge.answerBy!)}. Please call us if you still want to
          answer.
        </p>
      ) : null}
    </Card>
  );
}
