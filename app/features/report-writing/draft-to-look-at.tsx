import { formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import type { readShownDraft } from "./draft-shown.server.ts";
import { AuthorLooks } from "./reading/reading-page.tsx";
import { PrintedReport } from "./printed-report.tsx";

/** A draft at which its author lets the office look. */
export function DraftToLookAt({ draft }: { draft: Awaited<ReturnType<typeof readShownDraft>> }) {
  const { bookingId, reference, refusal, author, savedAt, looks, tree } = draft;
  const title = `Draft of the report of ${reference}`;
  return (
    <Page
      title={title}
      heading={title}
      back={{ label: "Back to the report", to: `/admin/bookings/${bookingId}/report` }}
    >
      {refusal ? (
        <Alert tone="bad">
          <p>{refusal}</p>
        </Alert>
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
