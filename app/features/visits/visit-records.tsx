import { PostForm } from "#app/forms/post-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import type { VisitRecords } from "./staff-records.server.ts";
import { Times } from "#app/ui/times.tsx";

type Report = VisitRecords["reports"][number];

/** The assessors' reports and notes on staff's page of a booking. Nothing when there are none. */
export function VisitRecordsCard({ records }: { records: VisitRecords }) {
  const { reports, notes } = records;
  if (reports.length === 0 && notes.length === 0) return null;
  return (
    <Card heading="From the assessor" className="stack">
      {reports.map((report) => (
        <ReportPart key={report.visitId} report={report} />
      ))}
      {notes.map(({ id, note, by }) => (
        <div key={id}>
          <p className="whitespace-pre-line">{note}</p>
          <p className="note">{by}</p>
        </div>
      ))}
    </Card>
  );
}

function ReportPart({ report: { when, history } }: { report: Report }) {
  const [latest, ...former] = history;
  return (
    <section aria-label={`Visit on ${when}`}>
      <h3>
        Visit on <Times>{when}</Times>
      </h3>
      <ReportFacts {...latest!} />
      {former.length > 0 ? (
        <details>
          <summary>Before it was corrected</summary>
          {former.map((one) => (
            <ReportFacts key={one.number} {...one} />
          ))}
        </details>
      ) : null}
    </section>
  );
}

const ReportFacts = ({ rows, by }: Report["history"][number]) => (
  <>
    <Facts rows={rows.map(([name, value]) => [name, <span className="whitespace-pre-line">{value}</span>])} />
    <p className="note">{by}</p>
  </>
);

/** Staff's urgent card: an assessor was not safe. It stays until somebody has taken care. */
export function UnsafeVisits({ reports }: Pick<VisitRecords, "reports">) {
  return reports
    .filter(({ isUnsafe }) => isUnsafe)
    .map(({ visitId, when, history }) => (
      <Alert key={visitId} tone="bad" heading="Urgent: the assessor was not safe">
        <p>
          The visit on <Times>{when}</Times> was not held, because it was unsafe. Call the assessor, and
          decide with your safeguarding lead what has to be reported.
        </p>
        <Facts rows={history[0]!.rows} />
        <PostForm action={`/admin/visits/${visitId}/dealt-with`} className="mt-3">
          <Button look="quiet">I have dealt with this</Button>
        </PostForm>
      </Alert>
    ));
}
