import { Link, useActionData } from "react-router";
import { Times } from "#app/ui/times.tsx";
import { SEEN, type AtStake, type AtStakeReply } from "./visits-at-stake.ts";

/** Names the visits that are at stake inside the form, so that the next press of its button saves. `formId` where a
 * page has several forms. */
export function VisitsAtStake({ formId }: { formId?: string }) {
  const reply = useActionData<AtStakeReply>();
  if (!reply?.atStake || (formId !== undefined && reply.formId !== formId)) return null;
  return <NamedVisits atStake={reply.atStake} />;
}

export const NamedVisits = ({ atStake: { visits, isOwn, handOver } }: { atStake: AtStake }) => (
  <div className="alert is-warning field is-wide">
    <p>
      {isOwn
        ? "These visits stay yours until the office gives them to somebody else. The office is told at once."
        : "These visits stay with their assessor, and on the dashboard, until they are handed over or settled."}
    </p>
    <ul className="list-disc pl-5">
      {visits.map(({ id, reference, person, when, assessor, why, page }) => (
        <li key={id}>
          {person} <Link to={page}>{reference}</Link>, <Times>{when}</Times>
          {assessor ? `, ${assessor}` : ""}
          {why ? `: ${why}` : ""}
          <input type="hidden" name={SEEN} value={id} />
        </li>
      ))}
    </ul>
    {handOver ? (
      <p>
        <Link to={handOver}>Hand over these visits first</Link>
      </p>
    ) : null}
  </div>
);
