import { Link } from "react-router";
import { PROGRESS_LABELS } from "#app/features/referral/journey.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import type { BookingFile } from "./read-booking-file.server.ts";

type ReferralCardProps = { bookingId: string; referral: BookingFile["referral"] };

export function ReferralCard({ bookingId, referral }: ReferralCardProps) {
  const { submittedAt, isChangedSince, steps, completeCount, sectionCount } = referral;
  return (
    <Card heading="Referral forms" className="stack">
      <p>
        {submittedAt ? `Submitted ${formatInstant(submittedAt)}` : "Not submitted yet"}
        {isChangedSince ? ", and changed since" : ""}. {completeCount} of {sectionCount} sections complete.
      </p>
      <Facts
        rows={steps.map(
          (step) => step.kind === "section" && [step.title, PROGRESS_LABELS[step.progress ?? "not-started"]],
        )}
      />
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <Link to={`/referral-form/${bookingId}`}>Open the referral forms</Link>
        <Link to={`/referral-form/${bookingId}/print`}>Print view</Link>
      </p>
    </Card>
  );
}
