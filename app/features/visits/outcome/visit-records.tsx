import { PostForm } from "#app/forms/post-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import type { VisitRecords } from "./staff-records.server.ts";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { Times } from "#app/ui/times.tsx";

type Report = VisitRecords["reports"][number];
type NoteProps = { note: VisitRecords["notes"][number] };

/** The assessors' reports and notes on staff's page of a booking. Nothing when there are none. */
export function VisitRecordsCard({ records }: { records: VisitRecords }) {
  const { reports, notes } = records;
  if (reports.length === 0 && notes.length === 0) return null;
  return (
    <Card id="notes" heading="From the assessor" className="stack">
      {reports.map((report) => (
        <ReportPart key={report.visitId} report={report} />
      ))}
      {notes.map((note) => (
        <Note key={note.id} note={note} />
      ))}
    </Card>
  );
}

/** A note to the office, with what is still to be done about it. */
const Note = ({ note: { id, visitId, words, note, by, read, told, mayTell } }: NoteProps) => (
  <div>
    {words ? <strong>{words}</strong> : null} {read ? null : <Badge colour="yellow">Not read yet</Badge>}
    {note === "" ? null : <p className="whitespace-pre-line">{note}</p>}
    <p className="note">{[by, read, told].filter(Boolean).join(". ")}</p>
    {read && !mayTell ? null : (
      <PostForm action={`/admin/visits/${visitId}/notes`} className="actions no-print">
        <input type="hidden" name="noteId" value={id} />
        {read ? null : (
          <Button look="quiet" isSmall intent="read">
            Read
          </Button>
        )}
        {mayTell ? (
          <Button look="quiet" isSmall intent="tell-referrer">
            Tell the referrer
          </Button>
        ) : null}
      </PostForm>
    )}
  </div>
);

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
export const UnsafeVisits = ({ reports }: Pick<VisitRecords, "reports">) =>
  reports
    .filter(({ isUnsafe }) => isUnsafe)
    .map(({ visitId, when, history, phone }) => (
      <Alert key={visitId} tone="bad" heading="Urgent: the assessor was not safe">
        <p>
          The visit on <Times>{when}</Times> was not held, because it was unsafe. Call the assessor, and
          decide with your safeguarding lead what has to be reported.
        </p>
        {phone ? (
          <p>
            The assessor: <PhoneLink number={phone} />
          </p>
        ) : null}
        <Facts rows={history[0]!.rows} />
        <PostForm action={`/admin/visits/${visitId}/dealt-with`} className="mt-3">
          <Button look="quiet">I have dealt with this</Button>
        </PostForm>
      </Alert>
    ));
