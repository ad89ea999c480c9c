import { useActionData } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  answerBookingPage,
  saidOnBookingPage,
} from "#app/features/staff/booking/answer-booking-page.server.ts";
import { makerNow } from "#app/features/billing/makers.server.ts";
import { InvoiceCard } from "#app/features/staff/booking/invoice-card.tsx";
import { BookingActions, FreshLink } from "#app/features/staff/booking/booking-actions.tsx";
import {
  BookingHistory,
  BookingLinks,
  BookingWarnings,
  ContactLog,
  JobsCard,
  WhatHappened,
} from "#app/features/staff/booking/booking-cards.tsx";
import {
  BookingFacts,
  BookingNext,
  EditLink,
  GivenWithBooking,
} from "#app/features/staff/booking/booking-file.tsx";
import { readBookingFile, type BookingFile } from "#app/features/staff/booking/read-booking-file.server.ts";
import { billingRows } from "#app/features/booking/money/billing.ts";
import { NeedsBox } from "#app/features/visits/person/needs-box.tsx";
import { readTrouble } from "#app/features/visits/agree/settle-visit.server.ts";
import { TroubleAlerts } from "#app/features/visits/agree/trouble-alert.tsx";
import { readVisitRecords } from "#app/features/visits/outcome/staff-records.server.ts";
import { UnsafeVisits, VisitRecordsCard } from "#app/features/visits/outcome/visit-records.tsx";
import { VisitCard } from "#app/features/visits/staff-pages/visits-card.tsx";
import { countConcernEntries } from "#app/features/safeguarding/concerns.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking";
import type { BookingRequest } from "#app/features/booking/record/requests.server.ts";
import { ANSWER_WORDS, requestWords } from "#app/features/booking/record/request-words.ts";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Beside } from "#app/ui/desk.tsx";
import { Fold } from "#app/ui/fold.tsx";
import type { RequestAnswerSchema } from "#app/features/staff/booking/booking-forms.ts";

const HEADINGS = { date: "The referrer asks for another date", cancel: "The referrer asks to cancel" };

/** The referrer's requests that wait for an answer. */
function OpenRequests({ file, isLocked }: { file: BookingFile; isLocked: boolean }) {
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
          <ButtonLink
            look="quiet"
            to={`/admin/bookings/${file.booking.id}/visit/move${day ? `?day=${day}` : ""}`}
          >
            Move the visit
          </ButtonLink>
        ) : (
          <Button look={kind === "cancel" ? "danger" : "quiet"} intent="request-accept">
            {kind === "cancel" ? "Accept and cancel the booking" : "Accept the new date"}
          </Button>
        )}
        <Button look="quiet" intent="request-decline">
          Decline
        </Button>
      </div>
    </StepForm>
  );
}

/** Requests that were answered or taken back, newest first. */
function AnsweredRequests({ requests }: Pick<BookingFile, "requests">) {
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

/** The page's view with all that happened, what was sent, and how the booking came. */
function HistoryPart({ file }: { file: BookingFile }) {
  const { isErased, jobs } = file;
  return (
    <Page title={`History of booking ${file.booking.bookingReference}`} heading={null}>
      <Beside
        aside={
          <>
            {isErased ? null : <ContactLog {...file} />}
            {isErased ? null : <AnsweredRequests requests={file.requests} />}
            {isErased && jobs.length === 0 ? null : <JobsCard {...file} />}
            <GivenWithBooking file={file} />
          </>
        }
      >
        <BookingHistory {...file} />
      </Beside>
    </Page>
  );
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, user } = await requireStaff(context, request);
  const url = new URL(request.url);
  const file = await readBookingFile(deps, params.bookingId, url);
  const concernCount = user.seesConcerns ? await countConcernEntries(deps, file.booking.id) : null;
  const trouble = await readTrouble(deps, params.bookingId);
  const canInvoice = user.handlesMoney && (file.invoice?.maker ?? makerNow(deps)) === "own";
  const records = await readVisitRecords(deps, params.bookingId);
  const isHistory = url.searchParams.get("view") === "history";
  return { file, concernCount, trouble, canInvoice, records, isHistory, done: saidOnBookingPage(request) };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  return answerBookingPage({ deps, by, bookingId: params.bookingId, form: await request.formData() });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function BookingPage({ loaderData }: Route.ComponentProps) {
  const { file, concernCount, records, trouble, canInvoice } = loaderData;
  const said = useSaid(loaderData.done);
  // After a refusal the forms stay, with what was typed: somebody may have restricted the booking since.
  const isRefused = useActionData() !== undefined;
  const isLocked = file.isRestricted && !isRefused;
  const { booking } = file;
  if (loaderData.isHistory) return <HistoryPart file={file} />;
  const openNotes = records.notes.filter(({ read, mayTell }) => !read || mayTell);
  return (
    <Page title={`Booking ${booking.bookingReference}`} heading={null}>
      <BookingNext file={file} />
      <Done text={said} />
      {file.isErased ? null : <OpenRequests file={file} isLocked={isLocked} />}
      <BookingWarnings file={file} />
      {trouble ? (
        <TroubleAlerts trouble={trouble} booking={{ id: booking.id, version: file.version }} />
      ) : null}
      <UnsafeVisits reports={records.reports} />
      <NeedsBox needs={records.needs} earlier={records.earlier} />
      <Beside aside={isLocked ? null : <BookingActions file={file} />}>
        {file.isErased ? null : <VisitCard bookingId={booking.id} isLocked={isLocked} {...file} />}
        <VisitRecordsCard records={{ ...records, reports: [], notes: openNotes }} />
        <BookingFacts file={file}>
          <InvoiceCard
            bookingId={booking.id}
            invoice={file.invoice}
            handlesMoney={canInvoice}
            billing={billingRows(booking)}
            action={<EditLink file={file} name="Edit billing details" />}
          />
        </BookingFacts>
        <WhatHappened file={file} />
        {isLocked || file.isErased ? null : <FreshLink bookingId={booking.id} />}
      </Beside>
      <BookingLinks file={file} concernCount={concernCount} hasOutcome={records.reports.length > 0} />
    </Page>
  );
}
