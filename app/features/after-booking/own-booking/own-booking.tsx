import type { Field } from "#app/forms/use-step-form.ts";
import { TextArea } from "#app/forms/text-fields.tsx";
import type { ConsumerRights } from "#app/features/booking/fields/consumer.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Link } from "react-router";
import { ANSWER_WORDS, requestWords } from "#app/features/booking/record/request-words.ts";
import { formatInstant, formatLongDate } from "#app/platform/dates.ts";
import { Card } from "#app/ui/card.tsx";
import type { OwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";

type Props = { bookingId: string; own: OwnBooking };

/** Everything that a referrer can do about a booking without calling. */
export function OwnBookingLinks({ bookingId, own }: Props) {
  const at = (page: string) => `/booking/${bookingId}/${page}`;
  const billing = own.hasBilling ? "Change the billing details" : "Add a PO number or billing details";
  const links = [
    ...(own.canAsk
      ? [
          ["another-date", "Ask for another date"],
          ["contact-details", "Correct your contact details"],
          ["cancel", own.mayCancel ? "Cancel your booking" : "Ask to cancel"],
        ]
      : []),
    ...(own.hasBilling === null ? [] : [["billing", billing]]),
    ["book-again", "Book again for the same person"],
  ];
  return (
    <Card heading="Change or keep this booking" className="no-print">
      <ul className="grid gap-2">
        {links.map(([page = "", words]) => (
          <li key={page}>
            <Link to={at(page)}>{words}</Link>
          </li>
        ))}
        <li>
          <a href={at("everything.txt")}>Download everything about this booking</a>
        </li>
        <li>
          <Link to={`/booking/confirmation/${bookingId}`}>See the confirmation</Link>
        </li>
      </ul>
    </Card>
  );
}

/** A private person's right to cancel, on the pages of their booking. */
export function RightToCancel({
  bookingId,
  rights: { lastDay, isStartRequested, isOver },
}: {
  bookingId: string;
  rights: ConsumerRights;
}) {
  if (isOver) return null;
  return (
    <Card heading="Your right to cancel">
      <p>
        You booked as a private person. Until {formatLongDate(lastDay)} you can cancel without giving a
        reason.
      </p>
      {isStartRequested ? (
        <p className="mt-2">
          You asked us to start before then. If you cancel after we have started, you pay for what we have
          done. Once the assessment is complete, you can no longer cancel.
        </p>
      ) : (
        <p className="mt-2">
          You have not asked us to start before then.{" "}
          <Link to={`/booking/${bookingId}/early-start`}>Ask us to start earlier</Link>
        </p>
      )}
      <p className="mt-2">
        <Link to={`/booking/${bookingId}/cancel`}>Cancel online</Link>, or use the{" "}
        <a href="/right-to-cancel">cancellation form</a>.
      </p>
    </Card>
  );
}

export function OwnRequests({ own: { requests } }: Pick<Props, "own">) {
  if (requests.length === 0) return null;
  return (
    <Card heading="Your requests">
      <ul className="stack">
        {requests.map((request) => (
          <li key={request.id}>
            <strong>
              {request.answeredAs ? ANSWER_WORDS[request.answeredAs] : "Waiting for our answer"}
            </strong>
            : you asked for {requestWords(request)}.
            {request.answer ? <p className="whitespace-pre-line">We wrote: {request.answer}</p> : null}
            <p className="note">{formatInstant(request.answeredAt ?? request.madeAt)}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export const BackToBooking = ({ id }: { id: string }) => (
  <ButtonLink look="quiet" to={`/booking/${id}`}>
    Back to the booking
  </ButtonLink>
);

/** A field for remarks on a request. */
export const RequestNote = ({ field, hint }: { field: Field<string>; hint: string }) => (
  <TextArea
    field={field}
    label="Anything we should know"
    hint={hint}
    rows={3}
    isAboutPerson
    isOptional
    isWide
  />
);

/** In place of a form about a booking that is over. */
export function BookingIsOver({ bookingId }: { bookingId: string }) {
  return (
    <p>
      This booking is cancelled or completed, so it cannot be changed here. Please call us.{" "}
      <Link to={`/booking/${bookingId}`}>Back to the booking</Link>
    </p>
  );
}
