import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { actorOf, findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import { ClientFields } from "#app/features/before-booking/wizard/client-fields.tsx";
import { confirmBooking } from "#app/features/before-booking/wizard/confirm-booking.server.ts";
import {
  BookingDetails,
  ConfirmButton,
  ConsentFields,
  PaymentChoice,
  PriceSummary,
  ReferrerDetails,
  PriceChangeAlert,
  SubmissionFailure,
  Change,
} from "#app/features/before-booking/wizard/confirmation-fields.tsx";
import { PRICE_LIST } from "#app/features/before-booking/wizard/price-change.ts";
import { readBookingFor } from "#app/features/before-booking/wizard/booking-for.server.ts";
import { requireDraftStep } from "#app/features/before-booking/wizard/draft-guards.server.ts";
import { grantBooked } from "#app/features/booking/record/guards.server.ts";
import {
  readConfirmationPage,
  type ConfirmationPage,
} from "#app/features/before-booking/wizard/confirmation-page.server.ts";
import {
  StepActions,
  WizardStep,
  StepNoticeAlert,
} from "#app/features/before-booking/wizard/wizard-step.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { isUnsent } from "#app/forms/unsent.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { fieldOf, useStepForm, type FormState, type Field } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/confirmation";
import type { ConfirmationForm } from "#app/features/booking/fields/schema.ts";
import { UNSAVED_DETAILS } from "#app/features/booking/fields/steps.ts";
import { START_REQUEST_WORDING } from "#app/features/booking/fields/consents.ts";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";
import { TextArea } from "#app/forms/text-fields.tsx";
import { priceText } from "#app/features/catalogue/pricing.ts";
import { Button } from "#app/ui/button.tsx";
import { More } from "#app/ui/more.tsx";

type Props = { page: ConfirmationPage; otherField: Field<string> };

function SelectedAssessments(props: Props) {
  const { page } = props;
  return (
    <Card heading="Selected assessments" action={<Change step="assessments" what="selected assessments" />}>
      <ul>
        {page.rows.map((row) => (
          <li key={row.id} className="choice is-row">
            {row.isRemoved ? (
              <RemovedAssessment row={row} />
            ) : (
              <>
                <span>
                  {row.name}
                  {row.id === "other" && page.otherDetails ? (
                    <span className="note block whitespace-pre-line">{page.otherDetails}</span>
                  ) : null}
                </span>
                <span className="price">{priceText(row.pricePence)}</span>
                <RowButton intent={`remove:${row.id}`} verb="Remove" name={`Remove ${row.name}`} />
              </>
            )}
          </li>
        ))}
      </ul>
      <AddAssessment key={page.addable.length} {...props} />
    </Card>
  );
}

function RowButton({ intent, verb, name }: { intent: string; verb: string; name: string }) {
  return (
    <button className="link-button justify-self-start" name="intent" value={intent} aria-label={name}>
      {verb}
    </button>
  );
}

/** Nothing takes the place of the Remove button: the second click of a double click must do nothing. */
function RemovedAssessment({ row: { id, name } }: { row: ConfirmationPage["rows"][number] }) {
  return (
    <>
      <span role="status">
        <s>{name}</s> <span className="note block">Removed.</span>
      </span>
      {id === "other" ? (
        <span />
      ) : (
        <button className="link-button" name="intent" value={`add:${id}`} aria-label={`Undo: keep ${name}`}>
          Undo
        </button>
      )}
      <span className="link-button invisible justify-self-start" aria-hidden="true">
        Remove
      </span>
    </>
  );
}

function AddAssessment({ page, otherField }: Props) {
  if (page.addable.length === 0) return null;
  const others = page.addable.filter(({ id }) => id !== "other");
  return (
    <More
      text="Add Another Assessment"
      heading="Add Another Assessment"
      className="mt-3"
      buttonClass="button is-quiet is-small"
      isOpenAtFirst={Boolean(otherField.errors?.length)}
    >
      <ul>
        {others.map(({ id, name, pricePence }) => (
          <li key={id} className="choice is-row">
            <span>{name}</span>
            <span className="price">{priceText(pricePence)}</span>
            <RowButton intent={`add:${id}`} verb="Add" name={`Add ${name}`} />
          </li>
        ))}
      </ul>
      {page.addable.length > others.length ? (
        <div className="mt-4">
          <TextArea
            field={otherField}
            label="Other: what needs to be assessed?"
            hint="At most 100 words. We agree a price with you first."
            isAboutPerson
            isWide
          />
          <Button look="quiet" isSmall name="intent" value="add:other">
            Add Other
          </Button>
        </div>
      ) : null}
    </More>
  );
}

type ConsumerTermsProps = {
  form: FormState<ConfirmationForm>;
  page: ConfirmationPage & { lastDayToCancel: string };
};

/** Beside Confirm Booking, for a private person: what they agree to pay, and how they may cancel. */
function ConsumerTerms({ form, page }: ConsumerTermsProps) {
  const { price, preferredDate, lastDayToCancel } = page;
  const isSoon = preferredDate !== null && preferredDate <= lastDayToCancel;
  return (
    <Card heading="Before you confirm">
      <p>
        {price.totalPence > 0 ? (
          <>
            With Confirm Booking you agree to pay <strong>{formatPounds(price.totalPence)}</strong>.
          </>
        ) : (
          "The price is on request: you pay nothing until you have agreed a price with us."
        )}
      </p>
      <p className="mb-4">
        You may change your mind: until {formatLongDate(lastDayToCancel)} you can cancel without giving a
        reason.{" "}
        <a href="/right-to-cancel" target="_blank" rel="noreferrer">
          Your right to cancel and its form (opens in a new tab)
        </a>
      </p>
      <Checkbox
        field={fieldOf(form, "startRequested")}
        label={START_REQUEST_WORDING}
        hint={
          isSoon
            ? "Your preferred date is within these days, so we need this to come then. You can also tell us later."
            : "Only needed if you would like us to come before that day."
        }
      />
    </Card>
  );
}

/** On a phone the person's fields are open once they say something, or something is refused. */
const isClientOpen = (form: FormState<ConfirmationForm>, saved: object) =>
  form.summary !== undefined ||
  Object.entries(saved).some(
    ([name, value]) => name.startsWith("client") && name !== "clientCountryCode" && Boolean(value),
  );

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const draft = await requireDraftStep(scope, request, "confirmation");
  const booksFor = await readBookingFor(scope.deps, request, draft);
  return { ...(await readConfirmationPage(scope.deps, draft, request)), booksFor };
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const { deps, requestId, clientAddress } = scope;
  const draft = await requireDraftStep(scope, request, "confirmation");
  const actor = actorOf(await findPrincipal(deps, request));
  const by = { actor, requestId, clientAddress };
  const outcome = await confirmBooking(deps, draft, await request.formData(), by);
  if (outcome.kind === "go") return redirect(outcome.to, 303);
  if (outcome.kind !== "booked") {
    const { kind, status, reply } = outcome;
    return data({ ...reply, isFailure: kind === "failed", isConflict: status === 409 }, status);
  }
  const headers = await grantBooked(deps, request, outcome.booking);
  return redirect(`/booking/submitted/${outcome.booking.id}`, { status: 303, headers });
}

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function ConfirmationStep({ loaderData: page, actionData: reply }: Route.ComponentProps) {
  const saved = { ...UNSAVED_DETAILS, ...page.saved };
  const form = useStepForm<ConfirmationForm>({ id: "confirmation", saved });
  const isFailure = isUnsent(reply) ? reply.initialValue.intent === undefined : reply?.isFailure;
  const isConflict = !isUnsent(reply) && reply?.isConflict;
  const isSaved = page.notice === "saved";
  return (
    <WizardStep
      step="confirmation"
      page={{ ...page, notice: isSaved ? null : page.notice }}
      form={form}
      lead="Please check everything. You can still change it, and nothing is booked until you confirm."
    >
      {page.booksFor ? (
        <Alert
          tone={page.booksFor.isLost ? "warning" : "info"}
          heading={page.booksFor.heading}
          className="mb-6"
        >
          {page.booksFor.words}
        </Alert>
      ) : null}
      {page.priceChange ? <PriceChangeAlert change={page.priceChange} /> : null}
      {isFailure ? <SubmissionFailure reply={reply} /> : null}
      <StepForm
        // A new key makes the controls show what another tab has saved.
        key={isConflict || page.notice === "changed" ? `version ${page.version}` : "first"}
        form={form}
        action={page.action}
        className="document"
        enterIntent="save"
      >
        <input type="hidden" name="terms" value={page.terms} />
        <VersionField form={form} version={page.version} />
        <input type="hidden" name={PRICE_LIST} value={page.priceList} />
        <ReferrerDetails page={page} />
        <SelectedAssessments page={page} otherField={fieldOf(form, "otherAssessmentDetails")} />
        <div className="document-pair">
          <PriceSummary page={page} />
          <BookingDetails page={page} />
        </div>
        <Card id="client" heading="The person to be assessed (optional)">
          {isSaved ? <StepNoticeAlert notice="saved" /> : null}
          <p className="hint mb-4">You can leave all of this for later: the referral forms ask for it too.</p>
          <details className="more is-phone-fold" open={isClientOpen(form, saved)}>
            <summary>Enter it now</summary>
            <ClientFields form={form} />
          </details>
        </Card>
        <Card heading="Payment and consents">
          <PaymentChoice field={fieldOf(form, "paymentMethod")} page={page} />
          <ConsentFields form={form} />
        </Card>
        {page.lastDayToCancel === null ? null : (
          <ConsumerTerms form={form} page={{ ...page, lastDayToCancel: page.lastDayToCancel }} />
        )}
        <StepActions>
          <ConfirmButton />
        </StepActions>
      </StepForm>
    </WizardStep>
  );
}
