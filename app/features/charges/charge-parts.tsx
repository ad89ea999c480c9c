import { Link } from "react-router";
import { RadioGroup, SelectField } from "#app/forms/choice-fields.tsx";
import { ErrorSummary, StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import type { PageAt } from "#app/kit/pages.ts";
import { Badge, type BadgeColour } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { DeskIconName } from "#app/ui/desk-icon.tsx";
import { QueueGroup, QueueRow } from "#app/ui/desk.tsx";
import { Who } from "#app/ui/list.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Table } from "#app/ui/table.tsx";
import {
  BEGINNINGS,
  COUNTED,
  KIND_OPTIONS,
  proposeFormId,
  STANDINGS,
  type Beginning,
  type ChargeStanding,
} from "./charge-kinds.ts";
import type {
  AllCharges,
  ChargesList,
  CustomerCharge,
  ListedCharge,
  StaffCharges,
} from "./staff-charges.server.ts";

const COLOURS: Record<ChargeStanding, BadgeColour> = {
  proposed: "yellow",
  expired: "red",
  agreed: "green",
  invoiced: "green",
  refused: "red",
  waived: "grey",
};

type Typed = Record<
  "kind" | "cause" | "count" | "amount" | "description" | "reason" | "as" | "decision" | "another",
  string
>;

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

type ProposeProps = { page: StaffCharges; suggestion?: StaffCharges["suggestions"][number] };

const useProposeForm = ({ suggestion }: Pick<ProposeProps, "suggestion">) =>
  useStepForm<Typed>({
    id: proposeFormId(suggestion?.cause ?? ""),
    saved: { kind: "travel", as: "ask", ...suggestion },
  });

type FormProps = ProposeProps & { form: ReturnType<typeof useProposeForm>; isFirst: boolean };

function ProposeForm({ page, form, suggestion, isFirst }: FormProps) {
  const another = form.summary === undefined ? "" : String(form.values.another ?? "");
  return (
    <StepForm form={form} autoComplete="off" enterIntent={null}>
      {another ? <input type="hidden" name="another" value={another} /> : null}
      {suggestion ? (
        <>
          <input type="hidden" name="kind" value={suggestion.kind} />
          <input type="hidden" name="cause" value={suggestion.cause} />
        </>
      ) : (
        <>
          <SelectField field={fieldOf(form, "kind")} label="What it is for" options={KIND_OPTIONS} />
          <TextField
            field={fieldOf(form, "count")}
            label="Miles or hours"
            hint={`For ${COUNTED}, such as 12.5`}
            isOptional
            inputMode="decimal"
            className="input is-short"
          />
        </>
      )}
      <TextField
        field={fieldOf(form, "amount")}
        label="Amount with VAT, in pounds"
        hint={suggestion ? "By the rule; you can change it." : "Empty for what the rule says"}
        isOptional={!suggestion}
        inputMode="decimal"
        className="input is-short"
      />
      <TextField
        field={fieldOf(form, "description")}
        label="Description"
        hint="It is printed on the invoice. Leave the client’s name and health out."
        isOptional={!suggestion}
        isWide
      />
      <TextArea
        field={fieldOf(form, "reason")}
        label="Note to the customer"
        hint="Shown beside the charge. Please write nothing about anyone’s health."
        isOptional
        rows={2}
      />
      <RadioGroup field={fieldOf(form, "as")} label="What now?" options={waysOf(page)} />
      <TextField
        field={fieldOf(form, "decision")}
        label="How they agreed, or why it is not charged"
        hint="For staff. Not needed where the customer is asked."
        isOptional
        isWide
      />
      <div className="actions">
        <Button look={isFirst ? undefined : "quiet"} name="intent" value="propose">
          {another ? "Propose another" : "Propose charge"}
        </Button>
      </div>
    </StepForm>
  );
}

/** A charge that follows from what happened; the first is open, the others are folded. */
function SuggestionCard({ page, suggestion, isFirst }: Required<ProposeProps> & { isFirst: boolean }) {
  const form = useProposeForm({ suggestion });
  return (
    <details className="card" open={isFirst || form.summary !== undefined}>
      <summary>
        <h2>{`${suggestion.what}: £${suggestion.amount}`}</h2>
      </summary>
      <p className="mb-4">
        This follows from what happened, by the rules in Settings. Nothing is charged until somebody agrees.
      </p>
      <ProposeForm {...{ page, form, suggestion, isFirst }} />
    </details>
  );
}

export function SuggestionCards({ page }: { page: StaffCharges }) {
  return page.suggestions.map((suggestion, index) => (
    <SuggestionCard key={suggestion.cause} page={page} suggestion={suggestion} isFirst={index === 0} />
  ));
}

/** Any other charge; folded below those that follow from what happened. */
export function ProposeCard({ page }: { page: StaffCharges }) {
  const form = useProposeForm({});
  const isFirst = page.suggestions.length === 0;
  return (
    <details className="card" open={isFirst || form.summary !== undefined}>
      <summary>
        <h2>Propose a charge</h2>
      </summary>
      <div className="stack">
        {page.rules.length > 0 ? <Facts rows={[...page.rules]} /> : null}
        <ProposeForm {...{ page, form, isFirst }} />
      </div>
    </details>
  );
}

type OfStaff = StaffCharges["charges"][number];

function ChargeItem({ charge, page }: { charge: OfStaff; page: StaffCharges }) {
  const form = useStepForm<{ why: string }>({ id: `waive-${charge.id}` });
  const lower = useStepForm<{ lowerAmount: string; how: string }>({ id: `lower-${charge.id}` });
  return (
    <li id={`charge-${charge.id}`}>
      <p className="wrap-anywhere">
        <strong>{charge.amount}</strong> {charge.description}{" "}
        <Badge colour={COLOURS[charge.standing]}>{charge.stateWords}</Badge>
      </p>
      <p className="note wrap-anywhere">
        Proposed on {charge.proposed} by {charge.who}
        {charge.answerBy ? `, to be answered by ${charge.answerBy}` : ""}.
        {charge.decided
          ? ` Decided on ${charge.decided} by ${charge.isByCustomer ? "the customer" : "staff"}.`
          : ""}
        {charge.reason ? ` ${charge.reason}` : ""}
        {charge.decision ? ` ${charge.decision}` : ""}
      </p>
      {page.refusal ? null : (
        <>
          {charge.mayWaive ? (
            <details className="more" open={form.summary !== undefined}>
              <summary>Waive it</summary>
              <StepForm form={form} autoComplete="off" enterIntent="waive">
                <input type="hidden" name="charge" value={charge.id} />
                <TextField
                  field={fieldOf(form, "why")}
                  label="Why"
                  hint={
                    charge.standing === "invoiced"
                      ? "For staff. Issue a credit note for its invoice after that."
                      : "For staff"
                  }
                  isWide
                />
                <div className="actions">
                  <Button look="quiet" name="intent" value="waive">
                    Waive the charge
                  </Button>
                </div>
              </StepForm>
            </details>
          ) : null}
          {charge.mayLower ? (
            <details className="more" open={lower.summary !== undefined}>
              <summary>Agree a lower sum</summary>
              <StepForm form={lower} autoComplete="off" enterIntent="lower">
                <input type="hidden" name="charge" value={charge.id} />
                <TextField
                  field={fieldOf(lower, "lowerAmount")}
                  label="Agreed amount with VAT, in pounds"
                  hint={
                    page.isConsumer && charge.standing !== "agreed"
                      ? "A private person is asked about it by email."
                      : undefined
                  }
                  inputMode="decimal"
                  className="input is-short"
                />
                <TextField field={fieldOf(lower, "how")} label="How it was agreed" hint="For staff" isWide />
                <div className="actions">
                  <Button look="quiet" name="intent" value="lower">
                    Agree the lower sum
                  </Button>
                </div>
              </StepForm>
            </details>
          ) : null}
          {charge.standing === "agreed" && !page.isOwn ? (
            <PostForm>
              <input type="hidden" name="charge" value={charge.id} />
              <Button look="quiet" isSmall name="intent" value="invoiced">
                Another invoice has it
              </Button>
            </PostForm>
          ) : null}
        </>
      )}
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

type Open = Pick<ListedCharge, "id" | "bookingId" | "reference" | "who" | "description" | "amount"> &
  Partial<Pick<ListedCharge, "answerBy" | "stateWords">>;

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
            title={`${one.amount} · ${one.who || UNNAMED}`}
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

type QueueProps = { list: ChargesList; isOwn: boolean };

/** Charges that somebody has to do something about, each with its button; what customers have to answer comes last. */
export function ChargesQueue({ list, isOwn }: QueueProps) {
  const { toPropose, toDecide, ofCancelled, toInvoice, waiting } = list;
  const isEmpty = Object.values(list).every(({ rows }) => rows.length === 0);
  const charge = ({ bookingId, id }: Open) => ofBooking(bookingId, `#charge-${id}`);
  return (
    <section aria-labelledby="to-do" className="card queue-card">
      <h2 id="to-do" className="sr-only">
        To do
      </h2>
      {isEmpty ? (
        <p>
          Nothing is open. Charges that follow from what happened appear here; others are proposed on a
          booking’s page, under Money.
        </p>
      ) : null}
      <ChargeGroup
        heading="To propose: they follow from what happened"
        icon="pound"
        button="Propose"
        list={toPropose}
        to={({ bookingId, id }) => ofBooking(bookingId, `#${proposeFormId(id)}`)}
      />
      <ChargeGroup
        heading="Not agreed, or not answered in time: waive, or propose again"
        icon="people"
        button="Decide"
        list={toDecide}
        to={charge}
        when={({ stateWords }) => stateWords ?? ""}
      />
      <ChargeGroup
        heading="The booking was cancelled since: waive what is not done"
        icon="calendar"
        button="Waive"
        list={ofCancelled}
        to={charge}
      />
      <ChargeGroup
        heading="Agreed, and on no invoice yet"
        icon="report"
        button={isOwn ? "Make invoice" : "Open"}
        list={toInvoice}
        to={isOwn ? ({ bookingId }) => `/admin/bookings/${bookingId}/invoices` : charge}
      />
      <ChargeGroup
        heading="Waiting for the customer’s answer"
        icon="clock"
        button="Open"
        list={waiting}
        to={charge}
        when={({ answerBy }) => (answerBy ? `until ${answerBy}` : "")}
      />
    </section>
  );
}

export function AllChargesTable({ all: { rows, at } }: { all: AllCharges }) {
  return (
    <>
      <Table
        className="table is-rows is-figures"
        caption="Latest first"
        columns={[
          { name: "Client", className: "is-name" },
          "What",
          { name: "State", className: "is-side" },
          { name: "Proposed", className: "is-side" },
          { name: "Amount", className: "is-number is-side" },
        ]}
        rows={rows.map((one) => ({
          id: one.id,
          cells: [
            <Who to={ofBooking(one.bookingId)} name={one.who || UNNAMED} code={one.reference} />,
            <span className="wrap-anywhere">{one.description}</span>,
            <Badge colour={COLOURS[one.standing]}>{one.stateWords}</Badge>,
            one.proposed,
            one.amount,
          ],
        }))}
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
        Do you agree to this charge? If you press “I agree”, you agree to pay {charge.amount}. Please answer
        by {charge.answerBy}.
      </p>
      <PostForm className="actions no-print" id={form.id}>
        <input type="hidden" name="charge" value={charge.id} />
        <Button name="intent" value="agree">
          I agree
        </Button>
        <Button look="quiet" name="intent" value="refuse">
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
  const { standing, decided } = charge;
  const answered = ANSWERED[standing];
  return (
    <Card heading={charge.amount} className="stack">
      <Facts
        rows={[
          ["For", <span className="wrap-anywhere">{charge.description}</span>],
          charge.reason === "" ? null : ["Note", <span className="wrap-anywhere">{charge.reason}</span>],
          [
            "State",
            <Badge colour={COLOURS[standing]}>
              {answered ? `${answered}${decided ? `, ${decided}` : ""}` : STANDINGS[standing]}
            </Badge>,
          ],
        ]}
      />
      {standing === "proposed" && mayAnswer ? <AnswerForm charge={charge} /> : null}
      {standing === "expired" ? (
        <p>The time to answer ended on {charge.answerBy}. Please call us if you still want to answer.</p>
      ) : null}
    </Card>
  );
}
