import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";

/** Empty where it is not known. */
export type MoneyDetails = {
  accountName: string;
  /** Six digits. */
  sortCode: string;
  /** Eight digits. */
  accountNumber: string;
  vatNumber: string;
  /** Several lines: a self-billed invoice has it. */
  address: string;
};

export type AssessorMoney = MoneyDetails & {
  /** Per cent. */
  vatRate: number;
  selfBillingFrom: IsoDate | null;
  selfBillingUntil: IsoDate | null;
  /** 0 before anything was saved. */
  version: number;
};

const sealedDetails = sealedJsonColumn<MoneyDetails>("assessor_money", "details_sealed");

export const NO_MONEY: AssessorMoney = {
  accountName: "",
  sortCode: "",
  accountNumber: "",
  vatNumber: "",
  address: "",
  vatRate: 20,
  selfBillingFrom: null,
  selfBillingUntil: null,
  version: 0,
};

/** Bank accounts and VAT by user id. */
export async function moneyOf(
  { db, secrets }: { db: Executor; secrets: Secrets },
  userIds: readonly string[],
) {
  const rows = await byIds(userIds, (piece) =>
    db.selectFrom("assessor_money").selectAll().where("user_id", "in", piece).execute(),
  );
  return new Map(
    rows.map(({ user_id, details_sealed, version, ...row }): [string, AssessorMoney] => [
      user_id,
      {
        ...sealedDetails.decrypt(secrets, user_id, details_sealed),
        vatRate: row.vat_rate,
        version,
        selfBillingFrom: row.self_billing_from,
        selfBillingUntil: row.self_billing_until,
      },
    ]),
  );
}

type Save = ActedByRequest & { userId: string; money: AssessorMoney };

/** `version` is that of the page; another one is refused. */
export async function saveMoney(deps: Deps, { userId, money, ...by }: Save): Promise<"changed-since" | null> {
  return transact(deps, async (inside) => {
    const before = (await moneyOf(inside, [userId])).get(userId) ?? NO_MONEY;
    if (before.version !== money.version) return "changed-since";
    const { vatRate, selfBillingFrom, selfBillingUntil, version, ...details } = money;
    const row = {
      details_sealed: sealedDetails.encrypt(deps.secrets, userId, details),
      vat_rate: vatRate,
      version: version + 1,
      self_billing_from: selfBillingFrom,
      self_billing_until: selfBillingUntil,
    };
    await inside.db
      .insertInto("assessor_money")
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute();
    const changedFields = Object.keys(details).filter(
      (name) => details[name as keyof MoneyDetails] !== before[name as keyof MoneyDetails],
    );
    await recordAudit(inside, by, "pay.details-changed", ["user", userId], { changedFields });
    return null;
  });
}
