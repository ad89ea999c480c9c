import { Form } from "react-router";
import { formatInstant } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import type { DeviceItem, SessionItem } from "#app/features/accounts/queries.server.ts";

function RowButton({ intent, id, text, about }: { intent: string; id: string; text: string; about: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <Button look="quiet" isSmall name="intent" value={intent} aria-label={`${text}: ${about}`}>
        {text}
      </Button>
    </Form>
  );
}

/** One's open sessions; all but this one can be ended here. */
export function SessionsTable({ sessions }: { sessions: SessionItem[] }) {
  return (
    <table className="table is-stacked">
      <caption>Where you are signed in</caption>
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col">Signed in</th>
          <th scope="col">Last active</th>
          <th scope="col">
            <span className="sr-only">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <td data-label="Device">{session.deviceLabel}</td>
            <td data-label="Signed in">{formatInstant(session.createdAt)}</td>
            <td data-label="Last active">{formatInstant(session.lastSeenAt)}</td>
            <td>
              {session.isCurrent ? (
                "This session"
              ) : (
                <RowButton intent="end-session" id={session.id} text="End" about={session.deviceLabel} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Devices in which no code is e-mailed. */
export function DevicesTable({ devices }: { devices: DeviceItem[] }) {
  return (
    <table className="table is-stacked">
      <caption>Trusted devices: signing in there needs no e-mailed code</caption>
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col">Last used</th>
          <th scope="col">Trusted until</th>
          <th scope="col">
            <span className="sr-only">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {devices.map((device) => (
          <tr key={device.id}>
            <td data-label="Device">{device.deviceLabel}</td>
            <td data-label="Last used">{formatInstant(device.lastUsedAt)}</td>
            <td data-label="Trusted until">{formatInstant(device.expiresAt)}</td>
            <td>
              <RowButton intent="forget-device" id={device.id} text="Remove" about={device.deviceLabel} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
