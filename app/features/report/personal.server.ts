import { DERIVED, type Personal } from "#app/features/data-protection/personal.ts";
import { reportData } from "./erase-reports.server.ts";
import { deleteOldLooseFiles } from "./loose-files.server.ts";

const DAY_MS = 86_400_000;

export const personal: Personal = {
  activity: "assessment",
  tables: {
    reports: {
      ...{ key: "booking_id", keptFor: "booking", goesWithBooking: true },
      notExported: { file_hash: DERIVED },
    },
    report_recipients: { key: "booking_id", keptFor: "booking", goesWithBooking: true },
    report_deliveries: { key: "report_id", keptFor: "booking", goesWithBooking: true },
    review_findings: { key: "report_id", keptFor: "booking", goesWithBooking: true },
    review_samples: { key: "report_id", keptFor: "booking", goesWithBooking: true },
    report_holds: { key: "booking_id", keptFor: "booking", goesWithBooking: true },
  },
  exportBooking: reportData,
  purge: (deps, { now, kept }) =>
    deleteOldLooseFiles(deps, {
      before: new Date(now.getTime() - DAY_MS).toISOString(),
      exceptBookingIds: kept.bookingIds,
    }),
};
