import { formatInstant } from "#app/platform/dates.ts";
import type { BookingFile } from "./read-booking-file.server.ts";

export function BookingHistory({ history }: { history: BookingFile["history"] }) {
  if (history.length === 0) return <p className="note">Nothing has been recorded yet.</p>;
  return (
    <ol className="stack">
      {history.map((entry) => (
        <li key={entry.id}>
          <strong>{entry.what}</strong>
          {entry.fields ? `: ${entry.fields}` : null}
          {entry.changes.length > 0 ? (
            <ul className="list-disc pl-5">
              {entry.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          ) : null}
          {entry.note ? <p>{entry.note}</p> : null}
          <p className="note">
            <time dateTime={entry.at}>{formatInstant(entry.at)}</time>, {entry.who}
          </p>
        </li>
      ))}
    </ol>
  );
}
