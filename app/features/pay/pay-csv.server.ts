import { valuesOf } from "#app/platform/values-of.ts";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { csvFile, linesOf } from "#app/kit/csv.server.ts";
import { formatShortDate } from "#app/platform/dates.ts";
import type { ListColumn } from "#app/ui/list.tsx";
import { moneyOf } from "./money-details.server.ts";
import { nameForBank } from "./pay-schemas.ts";
import { lineWords } from "./rule-kinds.ts";
import { linesOfStatements, listStatements } from "./statements.server.ts";

/** The statements of a month for the bank's bulk payment: who has no bank account here is left out, and the page says
 * so. Nobody assessed is named. */
export async function bankFile(deps: Deps, month: string, by: ActedByRequest): Promise<Response> {
  const statements = (await listStatements(deps, { month })).toReversed();
  const money = await moneyOf(deps, valuesOf(statements, "assessorId"));
  await recordAudit(deps, by, "pay.bank-file", ["pay", month]);
  const rows = statements.flatMap(({ assessorId, totalPence, number }) => {
    const details = money.get(assessorId);
    if (!details?.accountNumber || totalPence === 0) return [];
    const { accountName, sortCode, accountNumber } = details;
    return [[nameForBank(accountName), sortCode, accountNumber, { pence: totalPence }, number]];
  });
  const head = ["Name", "Sort Code", "Account Number", "Amount (GBP)", "Reference"];
  // No cell begins like a formula: a bank would take its escape for a letter, as it would the mark.
  return csvFile(`pay-${month}-bank.csv`, [head, ...rows], "");
}

type StatementLine = Awaited<ReturnType<typeof listStatements>>[number] & {
  line: NonNullable<ReturnType<Awaited<ReturnType<typeof linesOfStatements>>["get"]>>[number];
};

const LINE_COLUMNS: ListColumn<StatementLine>[] = [
  { name: "Statement", csv: ({ number }) => number },
  { name: "Assessor", csv: ({ content }) => content.assessor.name },
  { name: "Booking", csv: ({ line }) => line.reference },
  { name: "What", csv: ({ line }) => lineWords({ ...line, isAdjustment: line.is_adjustment === 1 }) },
  { name: "Due", csv: ({ line }) => formatShortDate(line.due_on) },
  { name: "Net", pence: ({ line }) => line.net_pence },
  { name: "VAT", pence: ({ line }) => line.vat_pence },
  { name: "Total", pence: ({ line }) => line.net_pence + line.vat_pence },
  { name: "Self-billed", csv: ({ isSelfBilled }) => (isSelfBilled ? "Yes" : "No") },
];

/** Every line of a month's statements, for the accountant. */
export async function linesFile(deps: Deps, month: string, by: ActedByRequest): Promise<Response> {
  const statements = (await listStatements(deps, { month })).toReversed();
  const lines = await linesOfStatements(deps, valuesOf(statements, "id"));
  await recordAudit(deps, by, "pay.exported", ["pay", month]);
  const rows = statements.flatMap((statement) =>
    (lines.get(statement.id) ?? []).map((line) => ({ ...statement, line })),
  );
  return csvFile(`pay-${month}-lines.csv`, linesOf(LINE_COLUMNS, rows));
}
