import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { lookAgainToAsk } from "#app/features/follow-ups/ask-at-release.server.ts";
import { planFollowUp } from "#app/features/follow-ups/follow-ups.server.ts";
import {
  answerStaffReportPage,
  readStaffReportPage,
  type StaffReportPage,
} from "#app/features/report/staff-report-page.server.ts";
import { hasShownDraft, readingState } from "#app/features/report-writing/reading/to-read.server.ts";
import { hasAfterLetter } from "#app/features/report-writing/after-letter.server.ts";
import { movedSinceSent } from "#app/features/report-writing/open-draft.server.ts";
import { ReadingNote } from "#app/features/report-writing/reading/to-read.tsx";
import { afterRelease, mayComplete } from "#app/features/staff/booking/after-release.server.ts";
import { BUTTONS_FORM, HOLD_REASONS, RECIPIENT_ROLES } from "#app/features/report/report-words.ts";
import { VersionCard } from "#app/features/report/version-card.tsx";
import { DeclaredForm } from "#app/forms/declared-form.tsx";
import { ErrorSummary } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/booking-report";
import { ButtonForm } from "#app/forms/submit.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Card } from "#app/ui/card.tsx";

function RecipientsCard({ page: { recipients, refusal, forms } }: { page: StaffReportPage }) {
  return (
    <Card heading="Recipients" className="stack">
      <ul className="stack">
        {recipients.map(({ id, role, name, email }) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 break-words">
              {name}{" "}
              <span className="note">
                ({RECIPIENT_ROLES[role]}, {email})
              </span>
            </span>
            {id !== "referrer" && refusal === null ? (
              <ButtonForm fields={{ recipientId: id }} value="remove-recipient" aria-label={`Remove ${name}`}>
                Remove
              </ButtonForm>
            ) : null}
          </li>
        ))}
      </ul>
      {refusal === null ? <DeclaredForm shown={forms.recipient!} saved={{ role: "solicitor" }} /> : null}
    </Card>
  );
}

function HoldsCard({ page: { holds, refusal, forms } }: { page: StaffReportPage }) {
  return (
    <Card heading="Reasons to hold the report" className="stack">
      {holds.map((hold) => (
        <Alert key={hold.id} tone="warning">
          <p>
            <strong>{HOLD_REASONS[hold.reason]}</strong>, since {formatInstant(hold.placedAt)}. Nobody outside
            can open the report.
          </p>
          {hold.note ? <p className="whitespace-pre-line">{hold.note}</p> : null}
          {refusal === null ? (
            <ButtonForm fields={{ holdId: hold.id }} value="lift-hold">
              Lift the hold
            </ButtonForm>
          ) : null}
        </Alert>
      ))}
      {refusal === null ? <DeclaredForm shown={forms.hold!} /> : null}
    </Card>
  );
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const row = await requireBookingRow(deps, params.bookingId);
  const page = await readStaffReportPage(deps, row, movedSinceSent);
  const reading = await readingState(deps, page.id);
  const isDraftShown = page.refusal === null && (await hasShownDraft(deps, page.id));
  const hasLetter = await hasAfterLetter(deps, row);
  const completes = page.person !== null && (await mayComplete(deps, page.id));
  return {
    page: {
      ...page,
      mayComplete: completes,
      lookAgain: await lookAgainToAsk(deps, row),
      forms: answerStaffReportPage.shown,
    },
    reading,
    isDraftShown,
    hasLetter,
    said: answerStaffReportPage.said(request),
  };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  const form = await request.formData();
  return answerStaffReportPage({
    deps,
    by,
    booking,
    form,
    page: `/admin/bookings/${booking.id}/report`,
    movedSinceSent,
    async afterRelease(inside, bookingId, { isCompleted, lookAgainOn, isAgreed }) {
      await planFollowUp(inside, { bookingId, dueOn: lookAgainOn, isAgreed, by });
      await afterRelease(inside, bookingId, { ...by, isCompleted });
    },
  });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function BookingReport({
  loaderData: { page, reading, isDraftShown, hasLetter, ...shown },
}: Route.ComponentProps) {
  const said = useSaid(shown.said);
  const addedKey = useKeyOf(said);
  const buttons = useStepForm({ id: BUTTONS_FORM });
  return (
    <Page title={`Report of booking ${page.reference}`}>
      <Done text={said} />
      <ErrorSummary form={buttons} />
      {page.refusal ? <Alert tone="warning" text={page.refusal} /> : null}
      {page.reports.length === 0 ? (
        <p>
          No report yet. The assessor uploads it on the page of the visit, and it waits here for your review.
        </p>
      ) : null}
      {page.reports.some(({ state }) => state === "released" || state === "withdrawn") ? (
        <p>
          <Link to={`/admin/bookings/${page.id}/questions`}>Questions of its recipients</Link>
        </p>
      ) : null}
      {isDraftShown ? (
        <p>
          The assessor is writing a report, and lets you look at it:{" "}
          <Link to={`/admin/bookings/${page.id}/report/read/draft`}>Look at the draft</Link>
        </p>
      ) : null}
      {page.reports.map((report) => (
        <VersionCard
          key={report.id}
          page={page}
          report={report}
          reading={
            <ReadingNote bookingId={page.id} version={report.version} state={reading[report.version]} />
          }
        />
      ))}
      {hasLetter ? (
        <p>
          <Link to={`/admin/bookings/${page.id}/letter/after`}>Letter to the person after the visit</Link>
        </p>
      ) : null}
      <HoldsCard key={`hold ${addedKey}`} page={page} />
      <RecipientsCard key={`recipient ${addedKey}`} page={page} />
      {page.refusal === null
        ? Object.values(page.forms)
            .filter(({ heading }) => heading)
            .map((shown) => (
              <Card key={`${shown.intent} ${addedKey}`} heading={shown.heading}>
                <DeclaredForm shown={shown} saved={page.saved} />
              </Card>
            ))
        : null}
    </Page>
  );
}
