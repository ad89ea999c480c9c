/** The law of a closed month: its lines are the sum of its statements, a statement is more than nothing, and miles and
 * expenses were approved before they were paid. */

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

/** Ids of the statements with miles or an expense that nobody approved, by the keys of their lines. */
export function claimFaults(
  lines: readonly { statementId: string; key: string; visitId: string | null }[],
  approvedKeys: ReadonlySet<string>,
): string[] {
  const wrong = lines.filter(
    // The claims of a visit go with it.
    ({ key, visitId }) => visitId !== null && /:claim-[^:]+$/.test(key) && !approvedKeys.has(key),
  );
  return [...new Set(wrong.map(({ statementId }) => statementId))];
}
