import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Times } from "#app/ui/times.tsx";
import type { Trouble } from "./settle-visit.server.ts";

/** Staff are told why the assessor of the visit to come cannot come, until somebody else has it or they say that
 * it may stay. */
export function TroubleAlert({ trouble, bookingId }: { trouble: Trouble; bookingId: string }) {
  const { visitId, when, assessor, problems, handOver } = trouble;
  const settling = problems.filter(({ maySettle }) => maySettle);
  const page = `/admin/bookings/${bookingId}/visit`;
  return (
    <Alert tone="bad" heading={`${assessor} cannot come to this visit`}>
      <p>
        <Times>{when}</Times>
      </p>
      <ul className="list-disc pl-5">
        {problems.map(({ key, words }) => (
          <li key={key}>{words}</li>
        ))}
      </ul>
      <p className="no-print flex flex-wrap gap-x-5 gap-y-2">
        <Link to={`${page}/reassign`}>Reassign the visit</Link>
        <Link to={`${page}/move`}>Move the visit</Link>
        <Link to={handOver}>Hand over all visits of that day</Link>
      </p>
      {settling.length > 0 ? (
        <PostForm action={`/admin/visits/${visitId}/settle`} className="no-print mt-3">
          {settling.map(({ key }) => (
            <input key={key} type="hidden" name="problems" value={key} />
          ))}
          <Button look="quiet">It may stay as it is</Button>
        </PostForm>
      ) : null}
    </Alert>
  );
}
