/** The form whose refusals stand above the findings: their buttons have no field. */
export const FINDINGS_FORM = "findings-buttons";

/** The address of a draft's task list, or of one of its pages. */
export const writePath = (visitId: string, section = "") =>
  `/assessor/visits/${visitId}/report/write${section && `/${section}`}`;
