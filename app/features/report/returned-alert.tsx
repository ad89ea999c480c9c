import { Alert } from "#app/ui/alert.tsx";

/** The office's reasons and note on a report that came back. */
export function ReturnedAlert({ reasons, note }: { reasons: string; note: string }) {
  return (
    <Alert tone="warning" heading="The office returned your report">
      {reasons ? <p>Reasons: {reasons}</p> : null}
      <p className="whitespace-pre-line">{note}</p>
    </Alert>
  );
}
