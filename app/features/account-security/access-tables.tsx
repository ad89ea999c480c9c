import type { ReactNode } from "react";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import type { DeviceItem, SessionItem } from "#app/features/accounts/queries.server.ts";

function RowButton({ intent, id, text, about }: { intent: string; id: string; text: string; about: string }) {
  return (
    <PostForm>
      <input type="hidden" name="id" value={id} />
      <Button look="quiet" isSmall name="intent" value={intent} aria-label={`${text}: ${about}`}>
        {text}
      </Button>
    </PostForm>
  );
}

type AccessTableProps = {
  caption: string;
  /** Without the last column, which holds the buttons. */
  headings: string[];
  rows: { id: string; cells: string[]; action: ReactNode }[];
};

function AccessTable({ caption, headings, rows }: AccessTableProps) {
  return (
    <table className="table is-stacked">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th scope="col" key={heading}>
              {heading}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells, action }) => (
          <tr key={id}>
            {cells.map((cell, index) => (
              <td key={headings[index]} data-label={headings[index]}>
                {cell}
              </td>
            ))}
            <td>{action}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function SessionsTable({ sessions }: { sessions: SessionItem[] }) {
  return (
    <AccessTable
      caption="Where you are signed in"
      headings={["Device", "Signed in", "Last active"]}
      rows={sessions.map(({ id, deviceLabel, createdAt, lastSeenAt, isCurrent }) => ({
        id,
        cells: [deviceLabel, formatInstant(createdAt), formatInstant(lastSeenAt)],
        action: isCurrent ? (
          "This session"
        ) : (
          <RowButton intent="end-session" id={id} text="End" about={deviceLabel} />
        ),
      }))}
    />
  );
}

export function DevicesTable({ devices }: { devices: DeviceItem[] }) {
  return (
    <AccessTable
      caption="Trusted devices: signing in there needs no e-mailed code"
      headings={["Device", "Last used", "Trusted until"]}
      rows={devices.map(({ id, deviceLabel, lastUsedAt, expiresAt }) => ({
        id,
        cells: [deviceLabel, formatInstant(lastUsedAt), formatInstant(expiresAt)],
        action: <RowButton intent="forget-device" id={id} text="Remove" about={deviceLabel} />,
      }))}
    />
  );
}
