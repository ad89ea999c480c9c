import { isVatNumber, plainVatNumber, UK_VAT_NUMBER } from "#app/features/settings/vat-number.ts";
import { z } from "zod";
import { isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { poundsProblem, readPounds } from "#app/platform/money.ts";
import { MODES } from "#app/features/assessors/profile.ts";
import { NOT_HELD_REASONS } from "#app/features/visits/record/outcome.ts";
import { typedPounds } from "#app/forms/typed-pounds.ts";
import { optionsOf } from "#app/forms/choice-fields.tsx";
import { declare, declareChoice, fieldsOf } from "#app/forms/declared-fields.ts";
import { EXPENSE_KINDS, readMiles, type ExpenseKind } from "./claims.ts";
import { DUE_WHEN, RULE_KINDS } from "./rule-kinds.ts";

const keysOf = <Key extends string>(labels: Record<Key, unknown>) => Object.keys(labels) as [Key, ...Key[]];

const day = (error: string) =>
  z.string({ error }).trim().refine(isIsoDate, { error: "Enter a date that exists." });

const optionalDay = day("").optional();

const line = (max: number) =>
  z.string().trim().max(max, `Please keep this to ${max} characters.`).default("");

/** A select whose empty option means all. */
const orAll = <Value extends string>(label: string, labels: Readonly<Record<Value, string>>) => ({
  ...declare("select", true)(label, z.enum(keysOf(labels), { error: "Choose from the list." }).optional()),
  options: [{ value: "", label: "All" }, ...optionsOf(labels)],
});

export const RULE = fieldsOf({
  kind: declareChoice("What the rule is for", RULE_KINDS, {
    kind: "select",
    error: "Choose what the rule is for.",
  }),
  assessment: declare("select", true)("Assessment", line(100), { hint: "For decisions" }),
  mode: orAll("Way of meeting", MODES),
  notHeldReason: orAll("Why a visit was not held", NOT_HELD_REASONS),
  amount: declare("pounds", true)("Amount without VAT, in pounds", line(20), {
    hint: "Such as 250 or 80.50; for a mile 0.45",
  }),
  percent: declare("number", true)("Or a share of the price without VAT, in per cent", line(4), {
    hint: "For decisions, such as 45",
  }),
  dueWhen: declareChoice("A decision’s fee is due", DUE_WHEN, {
    kind: "select",
    error: "Choose when the fee is due.",
  }),
  validFrom: declare("day")("Valid from", day("Enter the day from which the rule is valid."), {
    hint: "For visits that are agreed from this day on. An earlier day than today makes adjustments in the next month.",
  }),
});

/** A rule as it is typed: an amount in pounds, or a share in per cent. */
export const RuleSchema = RULE.schema.transform(({ amount, percent, assessment, ...rule }, context) => {
  const problem = (path: string, message: string) => {
    context.addIssue({ code: "custom", path: [path], message });
    return z.NEVER;
  };
  const isDecision = rule.kind === "decision" || rule.kind === "further";
  if (amount !== "" && percent !== "") return problem("percent", "Enter an amount or a share, not both.");
  if (amount === "" && percent === "") return problem("amount", "Enter an amount, or a share below.");
  const pence = amount === "" ? null : readPounds(amount, 0);
  if (amount !== "" && pence === null) return problem("amount", poundsProblem(amount));
  if (percent !== "" && !isDecision) return problem("percent", "Only decisions have a price to share.");
  if (percent !== "" && !/^(100|[1-9]?\d)%?$/.test(percent))
    return problem("percent", "Enter a whole number from 0 to 100.");
  return {
    kind: rule.kind,
    dueWhen: rule.dueWhen,
    validFrom: rule.validFrom,
    mode: rule.mode ?? null,
    assessmentId: isDecision && assessment !== "" ? assessment : null,
    reason: rule.kind === "not-held" ? (rule.notHeldReason ?? null) : null,
    pence,
    percent: percent === "" ? null : Number(percent.replace("%", "")),
  };
});

const digits = (count: number, error: string) =>
  line(20)
    // People copy them with points, dashes of any kind and slashes between.
    .transform((typed) => typed.normalize("NFKC").replaceAll(/[\s\p{Pd}\u2212./_·:]/gu, ""))
    .refine((typed) => typed === "" || (typed.length === count && /^\d+$/.test(typed)), error);

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

const DETAILS = {
  accountName: declare("line", true)("Name of the account", line(60)),
  sortCode: declare("number", true)("Sort code", digits(6, "Enter six digits, such as 20-00-00.")),
  accountNumber: declare("number", true)("Account number", digits(8, "Enter eight digits.")),
  vatNumber: declare("line", true)(
    "VAT number",
    line(24)
      .transform(plainVatNumber)
      .refine(
        (number) => number === "" || isVatNumber(number),
        `${UK_VAT_NUMBER} One of another country begins with its letters, such as IE6388047V.`,
      ),
  ),
  vatRate: declare("number")(
    "VAT rate, in per cent",
    z.coerce
      .number({ error: "Enter a whole number, such as 20." })
      .int("Enter a whole number, such as 20.")
      .min(0, "Enter 0 or more.")
      .max(50, "Enter at most 50.")
      .default(20),
  ),
  address: declare("lines", true)("Address for invoices", line(300), { rows: 3 }),
  selfBillingFrom: declare("day", true)("Self-billing agreed from", optionalDay, {
    hint: "Only with a written agreement: then statements are the assessor’s VAT invoices.",
  }),
  selfBillingUntil: declare("day", true)("Self-billing agreed until", optionalDay, {
    hint: "Usually 12 months, or the length of the contract. Review it then. A new VAT number needs a new agreement.",
  }),
};

export const DETAILS_FIELDS = fieldsOf(DETAILS).fields;

export const DetailsSchema = fieldsOf({
  ...DETAILS,
  version: declare("hidden")("", z.coerce.number().int().catch(0)),
}).schema.superRefine((details, context) => {
  const want = (path: keyof typeof details, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  const bank = [details.accountName, details.sortCode, details.accountNumber];
  if (bank.some((part) => part !== "") && bank.includes(""))
    want("accountName", "Enter the name, sort code and number of the account, or none of them.");
  else if (bank[0] !== "" && nameForBank(details.accountName) === "")
    want("accountName", "Enter the name as the bank has it, in letters from A to Z.");
  if (!details.selfBillingFrom) return;
  if (!details.selfBillingUntil)
    want(
      "selfBillingUntil",
      "Enter the last day of the agreement: 12 months, or the end of the contract. Then review it.",
    );
  if (details.vatNumber === "") want("vatNumber", "Self-billing needs the assessor’s VAT number.");
  if (details.address === "") want("address", "A self-billed invoice needs the assessor’s address.");
  if (details.selfBillingUntil && details.selfBillingUntil < details.selfBillingFrom)
    want("selfBillingUntil", "The end is before the start.");
});

export const CloseSchema = z.object({
  month: z.string({ error: "Please load the page again." }).max(7),
  seen: z.string({ error: "Please load the page again." }).max(40),
});

export const paidSchema = (today: IsoDate) =>
  z.object({
    month: z.string({ error: "Please load the page again." }).max(7),
    paidOn: day("Enter the day.").refine((on) => on <= today, "Enter today or an earlier day."),
  });

const words = (error: string) =>
  z.string({ error }).trim().max(1000, "Please keep this to 1,000 characters.");

export const DisputeSchema = z.object({
  line: z.string({ error: "Choose the line." }).max(200),
  text: words("Say what is wrong."),
});

export const AnswerSchema = z.object({
  dispute: z.string({ error: "Please load the page again." }).max(64),
  answer: words("Write an answer. The assessor reads it."),
});

const MAX_EXPENSE_PENCE = 1_000_00;

/** Ticked where the assessor was asked whether to claim it beside the one that is there. */
const again = z
  .literal("on")
  .optional()
  .transform((ticked) => ticked === "on");

const district = line(8).transform((typed) => typed.toUpperCase());

export const MilesSchema = z.object({
  miles: z.string({ error: "Enter the miles." }).transform((typed, context) => {
    const tenths = readMiles(typed);
    if (tenths !== null) return tenths;
    context.addIssue({ code: "custom", message: "Enter miles below 1,000, such as 12 or 12.4." });
    return z.NEVER;
  }),
  from: district,
  to: district,
  again,
});

/** An expense without its receipt, which is read while it arrives. */
export const ExpenseSchema = z.object({
  kind: z.enum(keysOf<ExpenseKind>(EXPENSE_KINDS), { error: "Choose what it was for." }),
  amount: typedPounds("Enter the amount.").refine(
    (pence) => pence <= MAX_EXPENSE_PENCE,
    "Enter at most £1,000.",
  ),
  note: line(500),
  again,
});

const claim = z.string({ error: "Please load the page again." }).max(64);

export const WithdrawSchema = z.object({ claim });

export const DecideSchema = z
  .object({
    claim,
    decision: z.enum(["approve", "refuse", "reopen"], { error: "Approve or refuse it." }),
    reason: line(1000),
  })
  .refine(({ decision, reason }) => decision !== "refuse" || reason !== "", {
    path: ["reason"],
    error: "Say why. The assessor reads it.",
  });
