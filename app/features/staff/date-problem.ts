export type DateProblem = "date-missing" | "date-past";

export function isDateProblem(problem: unknown): problem is DateProblem {
  return problem === "date-missing" || problem === "date-past";
}

export const DATE_ACCEPTED: Record<DateProblem, string> = {
  "date-missing": "Confirm without a date",
  "date-past": "Confirm with the past date",
};
