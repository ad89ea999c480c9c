import type { Personal } from "#app/features/data-protection/personal.ts";
import { deleteOldLooseFiles } from "./loose-files.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { reviewedReports } from "./samples.server.ts";
import { linkMails } from "./link-mails.server.ts";
import { HOLD_REASONS } from "./report-words.ts";
import { deliveriesOf, everyHoldOf, recipientsOf } from "./report-rows.server.ts";

/** A booking's reports for the export of a person's data. */
export async function reportData(deps: Pick<Deps, "db" | "secrets">, bookingId: string) {
  const reports = await reviewedReports(deps, bookingId);
  const ids = reports.map(({ id }) => id);
  const deliveries = await deliveriesOf(deps, ids);
  const mails = await linkMails(deps, deliveries);
  return {
    reports: reports.map(({ id, details: { returnNote, withdrawReason, ...texts }, ...report }) => ({
      version: report.version,
      kind: report.kind,
      state: report.state,
      ...texts,
      decisions: report.decisions,
      checkCode: report.checkCode,
      declaredAt: report.declared_at,
      reviewedAt: report.reviewed_at,
      returnedWith: returnNote,
      returnedBecause: report.reasons,
      readAgain: report.again?.found,
      withdrawnAt: report.withdrawn_at,
      withdrawnBecause: withdrawReason,
      deliveries: deliveries
        .filter(({ report_id }) => report_id === id)
        .map(({ id: deliveryId, role, name, email, releasedTo, receivedBy, ...at }) => ({
          role,
          name,
          email,
          releasedTo,
          receivedBy,
          releasedAt: at.created_at,
          sentAt: mails.get(deliveryId)?.sentAt ?? null,
          linkEndedAt: at.ended_at,
          downloadedAt: at.downloaded_at,
          receivedAt: at.received_at,
        })),
    })),
    reportRecipients: (await recipientsOf(deps, bookingId)).map(({ role, name, email }) => ({
      role,
      name,
      email,
    })),
    reportHolds: (await everyHoldOf(deps, bookingId)).map(({ reason, note, placed_at, lifted_at }) => ({
      reason: HOLD_REASONS[reason],
      note,
      placedAt: placed_at,
      liftedAt: lifted_at,
    })),
  };
}

const DAY_MS = 86_400_000;

export const personal: Personal = {
  exportBooking: reportData,
  purge: (deps, { now, kept }) =>
    deleteOldLooseFiles(deps, {
      before: new Date(now.getTime() - DAY_MS).toISOString(),
      exceptBookingIds: kept.bookingIds,
    }),
};
