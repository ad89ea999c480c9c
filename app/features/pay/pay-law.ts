/** The law of a closed month: its lines are the sum of its statements, and a statement is more than nothing. */

export type ClosedStatement = { id: string; netPence: number; vatPence: number };
export type StatementLine = { statementId: string; netPence: number; vatPence: number };

/** Ids of the statements whose lines do not add up to them; empty when all do. */
export function statementFaults(
  statements: readonly ClosedStatement[],
  lines: readonly StatementLine[],
): string[] {
  const linesOf = Map.groupBy(lines, ({ statementId }) => statementId);
  return statements
    .filter(({ id, netPence, vatPence }) => {
      const own = linesOf.get(id) ?? [];
      const net = own.reduce((sum, line) => sum + line.netPence, 0);
      const vat = own.reduce((sum, line) => sum + line.vatPence, 0);
      return net !== netPence || vat !== vatPence || netPence <= 0;
    })
    .map(({ id }) => id);
}
