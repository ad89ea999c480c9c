/** The form that answers one finding. */
export const lookFormId = (finding: string) => `look-${finding}`;

/** The address of a draft's task list, or of one of its pages. */
export const writePath = (visitId: string, section = "") =>
  `/assessor/visits/${visitId}/report/write${section && `/${section}`}`;

/** The address of a field of a part. */
export const fieldPath = (visitId: string, part: string, field: string) =>
  `${writePath(visitId, part)}#${part}-${field}`;
