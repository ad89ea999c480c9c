import { matcherOf, type Line, type Match, type Payable } from "#app/features/billing/bank/match.ts";

/** The match of each line, in the order of their days, by its id. */
export function matchLines(lines: readonly Line[], payables: readonly Payable[]): Map<string, Match> {
  const match = matcherOf(payables);
  const ordered = lines.toSorted((a, b) => a.day.localeCompare(b.day) || a.id.localeCompare(b.id));
  return new Map(ordered.map((line) => [line.id, match(line)]));
}
