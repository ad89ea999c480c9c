/** Why staff are asked before a booking is confirmed. */
export type DateProblem = "date-missing" | "date-past";

export function isDateProblem(problem: unknown): problem is DateProblem {
  return problem === "date-missing" || problem === "date-past";
}

/** The button that confirms all the same. */
export const DATE_ACCEPTED: Record<DateProblem, string> = {
  "date-missing": "Confirm without a date",
  "date-past": "Confirm with the past date",
};
