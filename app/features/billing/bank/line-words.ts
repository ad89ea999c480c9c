import { plainWords } from "./bank-values.ts";

/** The words with which banks of the United Kingdom qualify the amount of a line. */

/** `in`: it came in. `out`: it went out. `not-come`: it did not come, or not yet. `foreign`: it came in another
 * currency. `ask`: somebody has to look. */
export type Verdict = "in" | "out" | "not-come" | "foreign" | "ask";

const wordsOf = (text: string) =>
  plainWords(text)
    .replace(/[_\s]+/g, " ")
    .trim();

const CAME =
  /^(COMPLETED?|SETTLED|POSTED|CLEARED|BOOKED|SUCCESS(FUL)?|PROCESSED|EXECUTED|RECEIVED|CREDITED|RECONCILED|DONE|OK|PAID|PAID IN)$/;
const NOT_COME =
  /REVERTED|REVERSED|REVERT|DECLINED|PENDING|FAILED|FAILURE|REJECTED|RETURNED|CANCELL?ED|BLOCKED|SCHEDULED|UPCOMING|EXPIRED|BOUNCED|UNPAID|VOID|IN PROGRESS|PROCESSING|AUTHORI[SZ](ED|ATION)|NOT (COMPLETED?|SETTLED|CLEARED)|UNCLEARED|INCOMPLETE|ON HOLD|HELD|WAITING|AWAITING|CREATED|DRAFT/;

/** The state of a line, such as `COMPLETED`, `REVERTED`. */
export function readState(cell: string): Verdict {
  const words = wordsOf(cell);
  if (CAME.test(words)) return "in";
  return NOT_COME.test(words) ? "not-come" : "ask";
}

/** The currency of an amount: an empty one is the account's own. */
export function readCurrency(cell: string): Verdict {
  const words = wordsOf(cell);
  if (/^(GBP|£|GB POUNDS?|POUNDS? STERLING|STERLING|STG|POUNDS?)?$/.test(words)) return "in";
  return /^[A-Z]{3}$|^[€$¥]$/.test(words) ? "foreign" : "ask";
}

/** Whether the cell of an amount names another currency than pounds. */
export const isForeignAmount = (cell: string) =>
  /[€$¥]/.test(cell) || /(^|[\d\s.,+-])(?!GBP)[A-Z]{3}($|[\d\s.,+-])/.test(cell.trim().toUpperCase());

const IN =
  /^(CREDITS?|CR|CRE|C|CDT|CRDT|IN|INCOMING|INWARDS?|INBOUND|(MONEY|PAID|PAYMENTS?|TRANSFER|CASH|FUNDS) IN|RECEIVED?|RECEIPT|DEPOSITS?|\+)$/;
const OUT =
  /^(DEBITS?|DR|D|DBT|DBIT|OUT|OUTGOING|OUTWARDS?|OUTBOUND|(MONEY|PAID|PAYMENTS?|TRANSFER|CASH|FUNDS) OUT|SENT|PAID|WITHDRAWALS?|-)$/;

/** The direction of a line: `Credit`, `OUT`, `DR`. */
export function readDirection(cell: string): Verdict {
  const words = wordsOf(cell);
  if (IN.test(words)) return "in";
  return OUT.test(words) ? "out" : "ask";
}

/** Money that leaves the account, as far as its kind says. */
const OUT_KINDS =
  /^(D\/?D|DDR|S\/?O|STO|FPO|DEB|DPC|POS|ATM|CPT|CPM|BP|CHG|PAY|VIS|OBP|BBP|CARD|CASH|FEES?|CHARGES?|TAX|REPEATPMT)$|DIRECT DEBIT|STANDING ORDER|CARD PAYMENT|CARD SUBSCRIPTION|CONTACTLESS|CHIP AND PIN|CHIP & PIN|MOBILE WALLET|APPLE PAY|GOOGLE PAY|ONLINE PAYMENT|BILL PAYMENT|DEBIT CARD|CARD TRANSACTION|CARD PURCHASE|PURCHASE|WITHDRAWAL|CASH MACHINE|\bATM\b|\bFEE\b|\bCHARGE\b|SUBSCRIPTION|PAYMENT TO|TRANSFER TO|OUTGOING|OUTWARD|MONEY OUT|PAID OUT/;

/** Money that came back, or was taken back: no payment of a customer. */
const BACK_KINDS =
  /REFUND|REVERS|CHARGEBACK|RETURN|RECALL|UNPAID|CASHBACK|EXCHANGE|INTERNAL|POT\b|SAVING|LOAN|ADJUSTMENT/;

const IN_KINDS =
  /^(FPI|BGC|BAC|BACS|CR|CRE|C\/?R|CHQ|CHP|TFR|DEP|INT|CHAPS|FT|TRF|FP|MTU|FPS|BBR|PISP|FASTER|INTL?|IBP|GIR|DIRECTDEP|FTR|DEPOSIT|PAYMENTS?)$|CREDIT|PAYMENT|TRANSFER|DEPOSIT|BACS|CHAPS|FASTER|GIRO|CHEQUE|RECEIPT|INTEREST|TOP[ -]?UP|\bFPS?\b|INWARD|INCOMING|MONEY IN|PAID IN|ADDED|DIRECTDEP|DIVIDEND|COLLECTION|PAYOUT|MONZO/;

/** The kind of a line: `FPI`, `Direct Debit`, `CARD_PAYMENT`. Empty says nothing. */
export function readKind(cell: string): Verdict {
  const words = wordsOf(cell);
  if (words === "") return "in";
  const direction = readDirection(words);
  if (direction !== "ask") return direction;
  if (/DECLINED|PENDING|FAILED|CANCELL?ED|REJECTED|REVERTED/.test(words)) return "not-come";
  if (BACK_KINDS.test(words)) return "ask";
  if (OUT_KINDS.test(words)) return "out";
  return IN_KINDS.test(words) ? "in" : "ask";
}
