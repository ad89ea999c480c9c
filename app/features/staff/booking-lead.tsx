import {
  clientName,
  locationWords,
  longDateOr,
  referrerName,
  totalWords,
} from "#app/features/booking/booking-summary.ts";
import { StatusBadge } from "#app/features/booking/status-badge.tsx";
import { Badge } from "#app/ui/badge.tsx";
import type { BookingFile } from "./read-booking-file.server.ts";

/** Who, what, when and what to do next, before everything else. */
export function BookingLead({ file }: { file: BookingFile }) {
  const { booking, promise } = file;
  const { referrerOrganization, referrerCustomRole, referrerRelationship } = booking;
  return (
    <section className="card booking-lead" aria-label="At a glance">
      <dl>
        <div>
          <dt>Who</dt>
          <dd>
            <strong>{clientName(booking)}</strong>
          </dd>
          <dd>
            booked by {referrerName(booking)}, {referrerCustomRole ?? referrerRelationship}
            {referrerOrganization ? ` at ${referrerOrganization}` : null}
          </dd>
        </div>
        <div>
          <dt>What</dt>
          <dd>
            <strong>{booking.selectedAssessments.join(", ")}</strong>
          </dd>
          <dd>{totalWords(booking)}</dd>
        </div>
        <div>
          <dt>When</dt>
          <dd>
            <strong>{longDateOr(booking.preferredDate, "No date yet")}</strong>
          </dd>
          <dd>{locationWords(booking)}</dd>
        </div>
        <div>
          <dt>Next</dt>
          <dd>
            <strong>{file.next}</strong>
          </dd>
          <dd>
            <StatusBadge status={file.status} />{" "}
            {promise ? <Badge colour={promise.isOverdue ? "red" : "yellow"}>{promise.text}</Badge> : null}
          </dd>
          {file.isRestricted ? null : (
            <dd className="lg:hidden">
              <a href="#status-form">Change status</a>
            </dd>
          )}
        </div>
      </dl>
    </section>
  );
}
