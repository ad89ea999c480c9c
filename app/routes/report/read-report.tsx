import { data } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { readShownDraft } from "#app/features/report-writing/draft-shown.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { BUTTONS_FORM, READING_NOTE, readPath } from "#app/features/report-writing/reading/comment-words.ts";
import {
  answerReadingPage,
  readReadingPage,
  requireReading,
  type ReadingPage,
} from "#app/features/report-writing/reading/reading-page.server.ts";
import {
  AuthorLooks,
  FinishCard,
  ReportWithComments,
  UnsavedWords,
} from "#app/features/report-writing/reading/reading-page.tsx";
import { REPORT_COLOURS, REPORT_STATES } from "#app/features/report/report-words.ts";
import { ErrorSummary } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/read-report";
import { PrintedReport } from "#app/features/report-writing/printed-report.tsx";

/** A draft at which its author lets the office look. */
function DraftToLookAt({ draft }: { draft: Awaited<ReturnType<typeof readShownDraft>> }) {
  const { bookingId, reference, refusal, author, savedAt, looks, tree } = draft;
  const title = `Draft of the report of ${reference}`;
  return (
    <Page
      title={title}
      heading={title}
      back={{ label: "Back to the report", to: `/admin/bookings/${bookingId}/report` }}
    >
      {refusal ? (
        <Alert tone="warning" text={refusal} />
      ) : (
        <p className="note">
          {author} is still writing it, and lets the office look. Last saved {formatInstant(savedAt)}.
        </p>
      )}
      <AuthorLooks looks={looks} />
      {tree ? (
        <article>
          <PrintedReport tree={tree} isInPage />
        </article>
      ) : null}
    </Page>
  );
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  if (params.version === "draft") {
    const { deps, by } = await requireStaff(context, request);
    const booking = await findBooking(deps.db, params.bookingId);
    if (!booking) throw data(null, { status: 404 });
    const draft = await readShownDraft(deps, booking);
    if (draft.tree) await recordStaffView(deps, by, "report.viewed", ["booking", booking.id], "Draft");
    return { draft, page: null, isAssessor: false, said: undefined };
  }
  const { deps, user, by, booking, report } = await requireReading({ request, params, context });
  const page = await readReadingPage(deps, { booking, report, readerId: user.userId });
  if (page.refusal === null)
    await recordStaffView(deps, by, "report.viewed", ["booking", booking.id], `Version ${report.version}`);
  return { draft: null, page, isAssessor: user.kind === "assessor", said: answerReadingPage.said(request) };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const form = await request.clone().formData();
  const { deps, by, booking, report } = await requireReading({ request, params, context });
  const { version } = report;
  const page = readPath(booking.id, version);
  return answerReadingPage({ deps, by, form, page, bookingId: booking.id, version });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function ReadReport({ loaderData: { draft, page, ...shown } }: Route.ComponentProps) {
  return draft ? <DraftToLookAt draft={draft} /> : <ReportToRead page={page} {...shown} />;
}

type ReportToReadProps = { page: ReadingPage; isAssessor: boolean; said: string | undefined };

function ReportToRead({ page, isAssessor, said }: ReportToReadProps) {
  const buttons = useStepForm({ id: BUTTONS_FORM });
  const { bookingId, reference, version, state, author, declaredAt, refusal } = page;
  return (
    <Page
      title={`Read report ${version} of ${reference}`}
      back={
        isAssessor
          ? { label: "Back to your visits", to: "/assessor" }
          : { label: "Back to the report", to: `/admin/bookings/${bookingId}/report` }
      }
    >
      <Done text={useSaid(said)} />
      <ErrorSummary form={buttons} />
      <UnsavedWords field="text" isShown={() => page.mayComment} />
      {refusal ? (
        <Alert tone="warning" text={refusal} />
      ) : (
        <>
          <p>
            By {author}, sent for review {formatInstant(declaredAt)}{" "}
            <Badge colour={REPORT_COLOURS[state]}>{REPORT_STATES[state]}</Badge>
          </p>
          <p className="lead no-print">{READING_NOTE}</p>
          <p className="note no-print">
            The author reads your comments. They are in no file that is sent, and are deleted some time after
            the release. Whether a court could ask for them is a question for a lawyer: write what you would
            say to the author’s face.
          </p>
          <article>
            <p className="text-lg font-bold">{page.title}</p>
            <ReportWithComments page={page} />
          </article>
          <AuthorLooks looks={page.looks} />
          <FinishCard page={page} />
        </>
      )}
    </Page>
  );
}
