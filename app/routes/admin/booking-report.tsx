import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { answerStaffReportPage, readStaffReportPage } from "#app/features/report/staff-report-page.server.ts";
import { hasShownDraft, readingState } from "#app/features/report-writing/reading/to-read.server.ts";
import { movedSinceSent } from "#app/features/report-writing/open-draft.server.ts";
import { ReadingNote } from "#app/features/report-writing/reading/to-read.tsx";
import { afterRelease, mayComplete } from "#app/features/staff/booking/after-release.server.ts";
import { HoldsCard } from "#app/features/report/holds-card.tsx";
import { RecipientsCard } from "#app/features/report/recipients-card.tsx";
import { BUTTONS_FORM } from "#app/features/report/report-words.ts";
import { VersionCard } from "#app/features/report/version-card.tsx";
import { ErrorSummary } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/booking-report";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireStaff(context, request);
  const page = await readStaffReportPage(
    deps,
    await requireBookingRow(deps, params.bookingId),
    movedSinceSent,
  );
  if (page.person) await recordStaffView(deps, by, "booking.viewed", ["booking", page.id]);
  const reading = await readingState(deps, page.id);
  const isDraftShown = page.refusal === null && (await hasShownDraft(deps, page.id));
  const completes = page.person !== null && (await mayComplete(deps, page.id));
  return {
    page: { ...page, mayComplete: completes },
    reading,
    isDraftShown,
    said: answerStaffReportPage.said(request),
  };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  const form = await request.formData();
  return answerStaffReportPage({
    ...{ deps, by, booking, form, page: `/admin/bookings/${booking.id}/report` },
    movedSinceSent,
    afterRelease: (inside, id, isCompleted) => afterRelease(inside, id, { ...by, isCompleted }),
  });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function BookingReport({
  loaderData: { page, reading, isDraftShown, ...shown },
}: Route.ComponentProps) {
  const said = useSaid(shown.said);
  const addedKey = useKeyOf(said);
  const buttons = useStepForm({ id: BUTTONS_FORM, toastTitle: "Nothing was changed" });
  return (
    <Page
      title={`Report of booking ${page.reference}`}
      back={{ label: "Back to the booking", to: `/admin/bookings/${page.id}` }}
    >
      <Done text={said} />
      <ErrorSummary form={buttons} />
      {page.refusal ? (
        <Alert tone="bad">
          <p>{page.refusal}</p>
        </Alert>
      ) : null}
      {page.reports.length === 0 ? (
        <p>
          No report yet. The assessor uploads it on the page of the visit, and it waits here for your review.
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
      <HoldsCard key={`hold ${addedKey}`} page={page} />
      <RecipientsCard key={`recipient ${addedKey}`} page={page} />
    </Page>
  );
}
