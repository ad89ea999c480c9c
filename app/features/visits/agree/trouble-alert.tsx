import type { ReactNode } from "react";
import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Times } from "#app/ui/times.tsx";
import { seenText } from "#app/features/visits/plan/addresses.ts";
import type { Trouble } from "./settle-visit.server.ts";

type AlertsProps = { trouble: Trouble; booking: { id: string; version: number } };

/** Staff are told what is to settle about the visit to come, until it is changed or they say that it may stay. */
export const TroubleAlerts = ({ trouble, booking }: AlertsProps) => (
  <>
    {trouble.ofAssessor.length > 0 ? <AssessorAlert trouble={trouble} bookingId={booking.id} /> : null}
    {trouble.ofPlace.length > 0 ? <PlaceAlert trouble={trouble} booking={booking} /> : null}
  </>
);

type SettleProps = {
  visitId: string;
  problems: readonly { key: string; maySettle: boolean }[];
  children: ReactNode;
};

/** The button that says of these problems that they may stay; nothing when none of them may. */
function SettleForm({ visitId, problems, children }: SettleProps) {
  const settling = problems.filter(({ maySettle }) => maySettle);
  if (settling.length === 0) return null;
  return (
    <PostForm action={`/admin/visits/${visitId}/settle`} className="no-print mt-3">
      {settling.map(({ key }) => (
        <input key={key} type="hidden" name="problems" value={key} />
      ))}
      <Button look="quiet">{children}</Button>
    </PostForm>
  );
}

function AssessorAlert({ trouble, bookingId }: { trouble: Trouble; bookingId: string }) {
  const { visitId, when, assessor, ofAssessor, handOver } = trouble;
  const page = `/admin/bookings/${bookingId}/visit`;
  return (
    <Alert tone="bad" heading={`${assessor} cannot come to this visit`}>
      <p>
        <Times>{when}</Times>
      </p>
      <ul className="list-disc pl-5">
        {ofAssessor.map(({ key, words }) => (
          <li key={key}>{words}</li>
        ))}
      </ul>
      <p className="no-print flex flex-wrap gap-x-5 gap-y-2">
        <Link to={`${page}/reassign`}>Reassign the visit</Link>
        <Link to={`${page}/move`}>Move the visit</Link>
        <Link to={handOver}>Hand over all visits of that day</Link>
      </p>
      <SettleForm visitId={visitId} problems={ofAssessor}>
        It may stay as it is
      </SettleForm>
    </Alert>
  );
}

function PlaceAlert({ trouble, booking }: AlertsProps) {
  const { visitId, when, place, ofPlace } = trouble;
  const isOther = ofPlace.some(({ maySettle }) => maySettle);
  return (
    <Alert
      tone={isOther ? "bad" : "warning"}
      heading={ofPlace.some(({ address }) => address !== null) ? "Use the new address?" : "Check the address"}
    >
      <p>
        The visit on <Times>{when}</Times> is agreed for: {place || "no address yet"}.
      </p>
      <ul className="list-disc pl-5">
        {ofPlace.map((problem) => (
          <li key={problem.key}>
            {problem.words}
            {problem.isWhole ? (
              <UseForm trouble={trouble} version={booking.version} value={problem.addressKey} />
            ) : null}
          </li>
        ))}
      </ul>
      <p className="no-print">
        <Link to={`/admin/bookings/${booking.id}/visit/move`}>Enter another address</Link>
      </p>
      <SettleForm visitId={visitId} problems={ofPlace}>
        Keep the agreed address
      </SettleForm>
    </Alert>
  );
}

const UseForm = ({ trouble, version, value }: { trouble: Trouble; version: number; value: string }) => (
  <PostForm action={`/admin/visits/${trouble.visitId}/address`} className="no-print my-2">
    <input type="hidden" name="address" value={value} />
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="addressesSeen" value={seenText(trouble.addressKeys)} />
    <label className="option">
      <input type="checkbox" name="notify" defaultChecked /> Tell the referrer by email
    </label>
    <Button look="quiet">Use this address</Button>
  </PostForm>
);
