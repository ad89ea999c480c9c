import { stringify } from "csv-stringify/sync";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { formatShortDate } from "#app/platform/dates.ts";
import { toPounds } from "#app/platform/money.ts";
import { moneyOf } from "./money-details.server.ts";
import { lineWords } from "./rule-kinds.ts";
import { linesOfStatements, listStatements } from "./statements.server.ts";

const inPounds = (pence: number) => toPounds(pence).toFixed(2);

const toCsv = (rows: string[][]) =>
  stringify(rows, { bom: true, escape_formulas: true, record_delimiter: "windows" });

/** The letters that banks take in a name (Bacs): capitals, digits and `. & / -`. */
const MAX_ACCOUNT_NAME = 18;
const LETTERS: Record<string, string> = {
  Ø: "O",
  Æ: "AE",
  Œ: "OE",
  Ł: "L",
  Đ: "D",
  Ð: "D",
  Þ: "TH",
  ẞ: "SS",
};

/** A name as a file for a bank has it: without accents and apostrophes, and cut to the length that a bank takes. */
export const nameForBank = (name: string) =>
  name
    .toUpperCase()
    .replace(/[ØÆŒŁĐÐÞẞ]/g, (letter) => LETTERS[letter]!)
    .normalize("NFKD")
    .replace(/[\p{M}'’‘ʼ`"]/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/[^A-Z0-9.&/-]+/g, " ")
    .replace(/^[^A-Z0-9]+/, "")
    .slice(0, MAX_ACCOUNT_NAME)
    .trim();

/** The statements of a month for the bank's bulk payment: who has no bank account here is left out, and the page says
 * so. Nobody assessed is named. */
export async function bankCsv(deps: Deps, month: string, by: ActedByRequest): Promise<string> {
  const statements = (await listStatements(deps, { month })).toReversed();
  const money = await moneyOf(
    deps,
    statements.map(({ assessorId }) => assessorId),
  );
  await recordAudit(deps.db, deps, by, "pay.bank-file", ["pay", month]);
  const rows = statements.flatMap(({ assessorId, totalPence, number }) => {
    const details = money.get(assessorId);
    if (!details?.accountNumber) return [];
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
  await recordAudit(deps.db, deps, by, "pay.exported", ["pay", month]);
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
