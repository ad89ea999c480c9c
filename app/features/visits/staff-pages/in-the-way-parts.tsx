import { Link } from "react-router";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import { seenAs, type InTheWay } from "#app/features/visits/plan/in-the-way.ts";
import type { Decisions } from "#app/features/visits/agree/visit-schemas.ts";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";

type Props = { bookingId: string; way: InTheWay };

/** The referrer's open requests, before a form about the visit. */
export function OpenRequestAlerts({ bookingId, way: { isCancelRequested, askedDate, planFor } }: Props) {
  const answer = (kind: "cancel" | "date") => (
    <Link to={`/admin/bookings/${bookingId}#request-${kind}-form`}>Answer the request</Link>
  );
  return (
    <>
      {isCancelRequested ? (
        <Alert tone="warning" heading="The referrer asks for the booking to be cancelled">
          <p>No visit can be agreed or moved before you have answered. {answer("cancel")}</p>
        </Alert>
      ) : null}
      {askedDate ? (
        <Alert
          tone="warning"
          heading={`The referrer asks for ${requestWords({ kind: "date", day: askedDate.day })}`}
        >
          <p>
            A visit on that day answers the request.{" "}
            {planFor ? <Link to={`?day=${planFor}`}>Plan the visit for that day</Link> : null}{" "}
            {answer("date")}
          </p>
        </Alert>
      ) : null}
    </>
  );
}

export function RightToCancel({ way: { mayCancelUntil } }: Pick<Props, "way">) {
  if (!mayCancelUntil) return null;
  return (
    <Alert tone="warning" heading="The referrer may still cancel">
      <p>
        They booked as a private person and can cancel without a reason until {formatLongDate(mayCancelUntil)}
        . A visit until then needs that they asked us to start.
      </p>
    </Alert>
  );
}

/** The decisions about what is in the way, inside the form. */
export function DecisionFields({ form, way }: { form: FormState<Decisions>; way: InTheWay }) {
  const { mayCancelUntil, askedDate } = way;
  return (
    <>
      {mayCancelUntil ? (
        <Checkbox
          field={fieldOf(form, "startRequested")}
          label="The referrer asked us to start"
          hint={`For a visit until ${formatLongDate(mayCancelUntil)}. They know that they pay for what we have done if they cancel after that. Your name and the time are recorded, and the email about the visit says so.`}
        />
      ) : null}
      {askedDate ? (
        <>
          <input type="hidden" name="requestSeen" value={seenAs(askedDate)} />
          <Checkbox
            field={fieldOf(form, "answerRequest")}
            label="Answer the request for another date with this visit"
            hint="A visit on the requested day does so in any case. Otherwise the request stays open."
          />
        </>
      ) : null}
    </>
  );
}
