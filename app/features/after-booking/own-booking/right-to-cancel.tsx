import { Link } from "react-router";
import { formatLongDate } from "#app/platform/dates.ts";
import { Card } from "#app/ui/card.tsx";
import type { ConsumerRights } from "#app/features/booking/fields/consumer.ts";

type Props = { bookingId: string; rights: ConsumerRights };

/** A private person's right to cancel, on the pages of their booking. */
export function RightToCancel({ bookingId, rights: { lastDay, isStartRequested, isOver } }: Props) {
  if (isOver) return null;
  return (
    <Card heading="Your right to cancel">
      <p>
        You booked as a private person. Until {formatLongDate(lastDay)} you can cancel without giving a
        reason.
      </p>
      {isStartRequested ? (
        <p className="mt-2">
          You asked us to start before then. If you cancel after we have started, you pay for what we have
          done. Once the assessment is complete, you can no longer cancel.
        </p>
      ) : (
        <p className="mt-2">
          You have not asked us to start before then.{" "}
          <Link to={`/booking/${bookingId}/early-start`}>Ask us to start earlier</Link>
        </p>
      )}
      <p className="mt-2">
        <Link to={`/booking/${bookingId}/cancel`}>Cancel online</Link>, or use the{" "}
        <a href="/right-to-cancel">cancellation form</a>.
      </p>
    </Card>
  );
}
