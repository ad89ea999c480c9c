import { Alert } from "#app/ui/alert.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { knownFrom, type PersonNeed } from "./needs.ts";

/** The needs of a person, first wherever the person is shown. `earlier` is a reference, when these are
 * from another booking. */
export function NeedsBox({ needs, earlier }: { needs: readonly PersonNeed[]; earlier?: string | null }) {
  if (needs.length === 0) return null;
  return (
    <Alert tone="warning" heading="Communication needs" className="needs">
      <Facts rows={needs.map(({ label, text }) => [label, <span dir="auto">{text}</span>])} />
      {earlier ? <p>{knownFrom(earlier)}</p> : null}
    </Alert>
  );
}
