import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { sellerOf } from "#app/features/billing/own/content.ts";
import { lockSeries, takeNumber } from "#app/features/billing/own/number-series.server.ts";
import { enqueueMails } from "#app/features/outbox/enqueue-mail.server.ts";
import { MAX_PIECE } from "#app/kit/pieces.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { formatMonth, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { divideRounded } from "#app/platform/money.ts";
import { moneyOf, NO_MONEY } from "./money-details.server.ts";
import { isSelfBilled } from "./self-billing.ts";
import { lastDayOf } from "./months.ts";
import { byAssessor, readOpenPay, seenOf } from "./open-pay.server.ts";
import { lastClosedMonth, sealedStatement, statementNumber } from "./statements.server.ts";

export type CloseProblem = "not-over" | "later-closed" | "changed" | "nothing";

type Close = ActedByRequest & {
  month: string;
  /** `seenOf` what the page showed. */
  seen: string;
};

/** Closes a month: one statement for each assessor with something to be paid, and a mail about it. A month that is
 * closed stays as it is, and closing it again does nothing. */
export async function closeMonth(deps: Deps, { month, seen, ...by }: Close): Promise<CloseProblem | null> {
  return transact(deps, async (inside): Promise<CloseProblem | null> => {
    // One month at a time: two would take the same lines.
    await lockSeries(inside.db, "PAY");
    const last = await lastClosedMonth(inside);
    const isClosed = await inside.db
      .selectFrom("pay_months")
      .select("month")
      .where("month", "=", month)
      .executeTakeFirst();
    if (isClosed) return null;
    if (last !== null && last > month) return "later-closed";
    const today = londonDate(deps.clock.now());
    const until = lastDayOf(month);
    if (until >= today) return "not-over";
    const open = await readOpenPay(inside, { until });
    if (seenOf(open) !== seen) return "changed";
    const paid = byAssessor(open.ready).filter(({ isCarried }) => !isCarried);
    if (paid.length === 0) return "nothing";
    const now = deps.clock.now().toISOString();
    await inside.db
      .insertInto("pay_months")
      .values({ month, closed_by: by.actor.id, closed_at: now })
      .execute();
    await makeStatements(inside, { month, today, paid });
    await recordAudit(inside, by, "pay.month-closed", ["pay", month], { note: formatMonth(month) });
    return null;
  });
}

type ToMake = { month: string; today: IsoDate; paid: ReturnType<typeof byAssessor> };

async function makeStatements(inside: Deps, { month, today, paid }: ToMake): Promise<void> {
  const ids = paid.map(({ assessorId }) => assessorId);
  const [assessors, money] = [await assessorsById(inside, ids), await moneyOf(inside, ids)];
  const practice = sellerOf(inside.settings.current().company, today);
  for (const { assessorId, lines } of paid) {
    const assessor = assessors.get(assessorId)!;
    const details = money.get(assessorId) ?? NO_MONEY;
    const isInvoice = isSelfBilled(details, today, practice.vatNumber);
    const vatOf = (pence: number) => (isInvoice ? divideRounded(pence * details.vatRate, 100) : 0);
    const id = inside.ids.uuid();
    const rows = lines.map((line) => ({
      id: inside.ids.uuid(),
      statement_id: id,
      line_key: line.key,
      visit_id: line.visitId,
      kind: line.kind,
      detail: line.detail,
      reference: line.reference,
      due_on: line.dueOn,
      net_pence: line.pence,
      vat_pence: vatOf(line.pence),
      is_adjustment: line.isAdjustment ? (1 as const) : (0 as const),
    }));
    const number = await takeNumber(inside.db, "PAY", 1);
    const content = {
      assessor: { name: assessor.name, address: details.address, vatNumber: details.vatNumber },
      practice,
      vatRate: isInvoice ? details.vatRate : null,
    };
    await inside.db
      .insertInto("pay_statements")
      .values({
        id,
        assessor_id: assessorId,
        month,
        number,
        is_self_billed: isInvoice ? 1 : 0,
        paid_on: null,
        net_pence: rows.reduce((sum, row) => sum + row.net_pence, 0),
        vat_pence: rows.reduce((sum, row) => sum + row.vat_pence, 0),
        content_sealed: sealedStatement.encrypt(inside.secrets, id, content),
      })
      .execute();
    // A row has eleven values, and a statement may have a year's lines.
    for (let start = 0; start < rows.length; start += MAX_PIECE)
      await inside.db
        .insertInto("pay_lines")
        .values(rows.slice(start, start + MAX_PIECE))
        .execute();
    if (!assessor.isActive) continue;
    await enqueueMails(inside, [
      {
        topic: "pay-statement",
        to: assessor.email,
        dedupeKey: `pay-statement:${id}`,
        payload: { number: statementNumber(number), month, path: `/assessor/pay/${id}` },
      },
    ]);
  }
}

type Paid = ActedByRequest & { month: string; on: IsoDate };

/** Records that the statements of a month were paid. Those that were recorded before keep their day. */
export async function markPaid(deps: Deps, { month, on, ...by }: Paid): Promise<void> {
  await transact(deps, async (inside) => {
    const changed = await inside.db
      .updateTable("pay_statements")
      .set({ paid_on: on })
      .where("month", "=", month)
      .where("paid_on", "is", null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    await recordAudit(inside, by, "pay.paid", ["pay", month], { note: formatMonth(month) });
  });
}
