import type { BookingRequest } from "#app/features/booking/record/requests.server.ts";
import { ANSWER_WORDS, requestWords } from "#app/features/booking/record/request-words.ts";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Fold } from "#app/ui/fold.tsx";
import type { RequestAnswerSchema } from "./booking-forms.ts";
import type { BookingFile } from "./read-booking-file.server.ts";

const HEADINGS = { date: "The referrer asks for another date", cancel: "The referrer asks to cancel" };

/** The referrer's requests that wait for an answer. */
export function OpenRequests({ file, isLocked }: { file: BookingFile; isLocked: boolean }) {
  if (isLocked) return null;
  return file.requests
    .filter(({ answered_at }) => answered_at === null)
    .map((request) => (
      <Card key={request.id} heading={HEADINGS[request.kind]}>
        <RequestForm request={request} file={file} />
      </Card>
    ));
}

function RequestForm({ request, file }: { request: BookingRequest; file: BookingFile }) {
  const { id, kind, day, version, created_at, note } = request;
  const { upcoming } = file.visits;
  const { rights } = file;
  // The visit keeps its day until it is moved: only then can the date be accepted.
  const isVisitFirst = kind === "date" && upcoming !== null && upcoming.day !== day;
  const isEarly =
    kind === "date" &&
    day !== null &&
    rights &&
    !rights.isOver &&
    !rights.isStartRequested &&
    day <= rights.lastDay;
  const form = useStepForm<typeof RequestAnswerSchema>({ id: `request-${kind}-form` });
  return (
    <StepForm form={form} enterIntent="request-stay">
      <p>
        <strong>Asks for {requestWords(request)}.</strong>
      </p>
      {note ? <p className="whitespace-pre-line">{note}</p> : null}
      <p className="note mb-4">{formatInstant(created_at)}</p>
      <input type="hidden" name="asked" value={id} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="version" value={version} />
      <TextArea
        field={fieldOf(form, "note")}
        label="Answer to the referrer"
        isOptional
        hint="Goes into the email. Please leave out the client's name and anything about their health."
        rows={2}
      />
      {isEarly || fieldOf(form, "startRequested").errors ? (
        <Checkbox field={fieldOf(form, "startRequested")} label="The referrer asked us to start" />
      ) : null}
      <div className="actions">
        {isVisitFirst ? (
          <ButtonLink to={`/admin/bookings/${file.booking.id}/visit/move${day ? `?day=${day}` : ""}`}>
            Move the visit
          </ButtonLink>
        ) : (
          <Button name="intent" value="request-accept">
            {kind === "cancel" ? "Accept and cancel the booking" : "Accept the new date"}
          </Button>
        )}
        <Button look="quiet" name="intent" value="request-decline">
          Decline
        </Button>
      </div>
    </StepForm>
  );
}

/** Requests that were answered or taken back, newest first. */
export function AnsweredRequests({ requests }: Pick<BookingFile, "requests">) {
  const answered = requests.filter(({ answered_at }) => answered_at !== null);
  if (answered.length === 0) return null;
  return (
    <Fold heading="Answered requests">
      <ol className="stack">
        {answered.map((request) => (
          <li key={request.id}>
            <strong>{ANSWER_WORDS[request.answered_as!]}</strong>: {requestWords(request)}
            {request.note ? <p className="whitespace-pre-line">{request.note}</p> : null}
            {request.answer ? <p className="whitespace-pre-line">Answer: {request.answer}</p> : null}
            <p className="note">
              {formatInstant(request.answered_at!)}, {request.who ?? "the referrer"}
            </p>
          </li>
        ))}
      </ol>
    </Fold>
  );
}
