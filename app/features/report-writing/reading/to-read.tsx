import { Link } from "react-router";
import { Pages } from "#app/kit/pages-nav.tsx";
import { formatInstantDay } from "#app/platform/dates.ts";
import { Card } from "#app/ui/card.tsx";
import { readPath } from "./comment-words.ts";
import type { ReadingState, ReportsToRead } from "./to-read.server.ts";

/** Reports that wait for a second reader, for an assessor who may be that. */
export function ToReadCard({ rows, at }: ReportsToRead) {
  if (at.count === 0) return null;
  return (
    <Card heading="Reports to read">
      <ul className="grid gap-3">
        {rows.map(({ bookingId, reference, version, sentAt }) => (
          <li key={`${bookingId} ${version}`}>
            <Link to={readPath(bookingId, version)}>
              Read report {version} of {reference}
            </Link>{" "}
            <span className="note">sent for review on {formatInstantDay(sentAt)}</span>
          </li>
        ))}
      </ul>
      <Pages at={at} of="reports to read" />
    </Card>
  );
}

type ReadingNoteProps = { bookingId: string; version: number; state: ReadingState[string] | undefined };

/** How the reading of a version stands, with the way to it; nothing for an uploaded file. */
export function ReadingNote({ bookingId, version, state }: ReadingNoteProps) {
  if (!state) return null;
  const { readBy, openCount } = state;
  return (
    <p>
      <Link to={readPath(bookingId, version)}>Read report {version}</Link>
      <span className="note">
        {" "}
        {readBy.length > 0 ? `Read by ${readBy.join(", ")}.` : "Nobody has said yet that they have read it."}
        {openCount > 0 ? ` ${openCount} ${openCount === 1 ? "comment is" : "comments are"} open.` : null}
      </span>
    </p>
  );
}
