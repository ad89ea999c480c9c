import { Link, useActionData } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { FormReply } from "#app/forms/read-form.server.ts";
import { Times } from "#app/ui/times.tsx";

/** A visit to come whose assessor cannot come once the form is saved. */
export type VisitAtStake = {
  id: string;
  reference: string;
  when: string;
  assessor: string;
  /** Why the assessor cannot come, in words; empty where the page says it. */
  why: string;
  /** The page of the visit that the reader may open. */
  page: string;
};

export type AtStake = {
  visits: VisitAtStake[];
  /** The reader is the assessor of all of them. */
  isOwn: boolean;
  /** The page on which staff give these visits to somebody else; null for an assessor, and for visits of several. */
  handOver: string | null;
};

/** The reply to a form that was not saved yet, because visits are at stake. */
export type AtStakeReply = FormReply & { atStake?: AtStake };

/** Saves only if every visit that would lose its assessor is among `seen`, which the form named. Else nothing is saved. */
export type AskFirst = <Result>(
  seen: readonly string[],
  work: (inside: Deps) => Promise<Result>,
) => Promise<{ ok: true; result: Result } | { ok: false; atStake: AtStake }>;

const SEEN = "visitsSeen";

/** The ids of the visits that a form named to its sender. */
export const seenIn = (form: FormData) => form.getAll(SEEN).map(String);

/** `1 visit`, `3 visits` */
const visitsInWords = (count: number) => (count === 1 ? "1 visit to come" : `${count} visits to come`);

/** The sentence above the form. */
export function atStakeSentence({ visits, isOwn }: AtStake): string {
  const count = visitsInWords(visits.length);
  const what = isOwn
    ? `you have ${count} that you could not keep`
    : `${count} could not take place as agreed`;
  return `Nothing was saved yet: ${what}. See below, and press the button again to save anyway.`;
}

/** Names the visits that are at stake inside the form, so that the next press of its button saves. `formId` where a page has several forms. */
export function VisitsAtStake({ formId }: { formId?: string }) {
  const reply = useActionData<AtStakeReply>();
  if (!reply?.atStake || (formId !== undefined && reply.formId !== formId)) return null;
  return <NamedVisits atStake={reply.atStake} />;
}

export function NamedVisits({ atStake: { visits, isOwn, handOver } }: { atStake: AtStake }) {
  return (
    <div className="alert is-warning field is-wide">
      <p>
        {isOwn
          ? "They stay yours until the office gives them to somebody else. The office is told at once."
          : "They stay with their assessor, and on the dashboard, until they are handed over or settled."}
      </p>
      <ul className="list-disc pl-5">
        {visits.map(({ id, reference, when, assessor, why, page }) => (
          <li key={id}>
            <Link to={page}>{reference}</Link>, <Times>{when}</Times>
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
}
