import type { BadgeColour } from "#app/ui/badge.tsx";

/** How far each report is, in the order in which staff deal with them. Derived from visits, versions, holds,
 * deliveries and mails; a booking's report is in one of them. */
export const REPORT_STAGES = {
  late: "Late",
  due: "Due",
  writing: "Being written",
  review: "In review",
  held: "On hold",
  unsent: "Not sent yet",
  sent: "Sent",
  "not-received": "Not received",
  finished: "Received or ended",
} as const;

export type ReportStage = keyof typeof REPORT_STAGES;
/** All but `finished`: the reports on which somebody still works, or waits. */
export type OpenStage = Exclude<ReportStage, "finished">;

const KEYS = Object.keys(REPORT_STAGES) as ReportStage[];
export const OPEN_STAGES = KEYS.filter((stage): stage is OpenStage => stage !== "finished");

export const REPORT_STAGE_COLOURS: Record<ReportStage, BadgeColour> = {
  late: "red",
  due: "yellow",
  writing: "blue",
  review: "yellow",
  held: "yellow",
  unsent: "red",
  sent: "green",
  "not-received": "red",
  finished: "grey",
};

/** The filter of the list: one stage, all open ones, or those that wait to be read again. */
export type ReportFilter = ReportStage | "open" | "again";

export const REPORT_FILTERS: Record<ReportFilter, string> = {
  open: "All open",
  ...REPORT_STAGES,
  again: "To read again",
};

/** The list with this filter alone. */
export const reportsPath = (show: ReportFilter) => `/admin/reports?show=${show}`;
