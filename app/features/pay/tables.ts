import { ACCOUNTS, STAFF, personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import type { NotHeldReason } from "#app/features/visits/record/outcome.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import type { Flag } from "#app/platform/tables.ts";
import type { Generated } from "kysely";
import type { ClaimKind, ClaimState } from "./claims.ts";
import type { DueWhen, LineKind, RuleKind } from "./rule-kinds.ts";

/** `PayRule`. Append-only: a later rule of the same kind replaces it from its day on. */
export type PayRuleRow = {
  id: string;
  assessor_id: string | null;
  kind: RuleKind;
  assessment_id: string | null;
  mode: PricingMode | null;
  reason: NotHeldReason | null;
  pence: number | null;
  percent: number | null;
  due_when: DueWhen;
  valid_from: IsoDate;
  made_by: string | null;
  made_at: string;
};

/** The bank account of an assessor, and VAT. */
export type AssessorMoneyRow = {
  user_id: string;
  /** `MoneyDetails`. */
  details_sealed: string;
  /** Per cent. */
  vat_rate: number;
  /** London days of the agreement about self-billing, both included; null without one. */
  self_billing_from: IsoDate | null;
  self_billing_until: IsoDate | null;
  version: number;
};

/** A closed month never changes: what becomes known later is an adjustment in a later one. */
export type PayMonthRow = { month: string; closed_by: string | null; closed_at: string };

export type PayStatementRow = {
  id: string;
  assessor_id: string;
  /** UNIQUE with the assessor. */
  month: string;
  /** UNIQUE, without gaps. */
  number: number;
  is_self_billed: Flag;
  net_pence: number;
  vat_pence: number;
  /** `StatementContent`. */
  content_sealed: string;
  /** London day on which staff say that it was paid. */
  paid_on: IsoDate | null;
};

/** A line of a statement. Sums of a key over all statements are what was closed of it. */
export type PayLineRow = {
  id: string;
  statement_id: string;
  line_key: string;
  visit_id: string | null;
  kind: LineKind;
  /** The rest of what it says: miles and rate, or the kind of expense. Nothing about a person. */
  detail: Generated<string>;
  /** The booking's. */
  reference: string;
  due_on: IsoDate;
  net_pence: number;
  vat_pence: number;
  is_adjustment: Flag;
};

/** An assessor says that a line is wrong. Until staff answer, no month takes the line. */
export type PayDisputeRow = {
  id: string;
  assessor_id: string;
  line_key: string;
  reference: string;
  text_sealed: string;
  raised_at: string;
  answer_sealed: string | null;
  answered_by: string | null;
  answered_at: string | null;
};

/** Miles or an expense of a visit, as its assessor claims them. */
export type PayClaimRow = {
  id: string;
  visit_id: string;
  assessor_id: string;
  kind: ClaimKind;
  /** Tenths of a mile; null for an expense. */
  tenths: number | null;
  /** Whole pence of an expense; miles are paid by the rule. */
  pence: number | null;
  /** The receipt. */
  document_id: string | null;
  /** `ClaimDetails`; null after an erasure. */
  details_sealed: string | null;
  /** UNIQUE: the same form makes one claim. */
  request_key: string | null;
  claimed_at: string;
  state: ClaimState;
  /** Why it was refused. */
  reason_sealed: string | null;
  decided_by: string | null;
  decided_at: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    pay_rules: PayRuleRow;
    assessor_money: AssessorMoneyRow;
    pay_months: PayMonthRow;
    pay_statements: PayStatementRow;
    pay_lines: PayLineRow;
    pay_disputes: PayDisputeRow;
    pay_claims: PayClaimRow;
  }
}

export const personal = personalTables("pay", {
  assessor_money: {
    key: "user_id",
    keptFor: "staff",
    notExported: STAFF,
    wordsStay: { details_sealed: STAFF },
  },
  pay_statements: {
    key: "assessor_id",
    keptFor: "staff",
    notExported: STAFF,
    wordsStay: { content_sealed: STAFF },
  },
  pay_lines: { key: "visit_id", keptFor: "staff", staysBecause: ACCOUNTS, notExported: STAFF },
  pay_disputes: { key: "assessor_id", notExported: STAFF },
  pay_claims: { key: "visit_id", keptFor: "staff", staysBecause: ACCOUNTS, notExported: STAFF },
});
