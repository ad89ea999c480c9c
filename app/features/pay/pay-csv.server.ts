import { stringify } from "csv-stringify/sync";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { formatShortDate } from "#app/platform/dates.ts";
import { toPounds } from "#app/platform/money.ts";
import { moneyOf } from "./money-details.server.ts";
import { nameForBank } from "./pay-schemas.ts";
import { lineWords } from "./rule-kinds.ts";
import { linesOfStatements, listStatements } from "./statements.server.ts";

const inPounds = (pence: number) => toPounds(pence).toFixed(2);

const toCsv = (rows: string[][]) =>
  stringify(rows, { bom: true, escape_formulas: true, record_delimiter: "windows" });

/** The statements of a month for the bank's bulk payment: who has no bank account here is left out, and the page says
 * so. Nobody assessed is named. */
export async function bankCsv(deps: Deps, month: string, by: ActedByRequest): Promise<string> {
  const statements = (await listStatements(deps, { month })).toReversed();
  const money = await moneyOf(
    deps,
    statements.map(({ assessorId }) => assessorId),
  );
  await recordAudit(deps, by, "pay.bank-file", ["pay", month]);
  const rows = statements.flatMap(({ assessorId, totalPence, number }) => {
    const details = money.get(assessorId);
    if (!details?.accountNumber || totalPence === 0) return [];
    return [
      [
        nameForBank(details.accountName),
        details.sortCode,
        details.accountNumber,
        inPounds(totalPence),
        number,
      ],
    ];
  });
  // No cell begins like a formula: a bank would take its escape for a letter.
  return stringify([["Name", "Sort Code", "Account Number", "Amount (GBP)", "Reference"], ...rows], {
    ...{ bom: false, record_delimiter: "windows" },
  });
}

/** Every line of a month's statements, for the accountant. */
export async function linesCsv(deps: Deps, month: string, by: ActedByRequest): Promise<string> {
  const statements = (await listStatements(deps, { month })).toReversed();
  const lines = await linesOfStatements(
    deps,
    statements.map(({ id }) => id),
  );
  await recordAudit(deps, by, "pay.exported", ["pay", month]);
  const head = ["Statement", "Assessor", "Booking", "What", "Due", "Net (GBP)", "VAT (GBP)", "Total (GBP)"];
  const rows = statements.flatMap(({ id, number, content }) =>
    (lines.get(id) ?? []).map((line) => [
      ...[number, content.assessor.name, line.reference],
      lineWords({ ...line, isAdjustment: line.is_adjustment === 1 }),
      formatShortDate(line.due_on),
      ...[line.net_pence, line.vat_pence, line.net_pence + line.vat_pence].map(inPounds),
    ]),
  );
  return toCsv([[...head, "Self-billed"], ...rows.map((row) => [...row, selfBilled(statements, row[0]!)])]);
}

const selfBilled = (statements: readonly { number: string; isSelfBilled: boolean }[], number: string) =>
  statements.find((one) => one.number === number)!.isSelfBilled ? "Yes" : "No";
