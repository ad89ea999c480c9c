import { z } from "zod";
import { declare, fieldsOf } from "#app/forms/declared-fields.ts";
import { penceOf, typedPounds } from "#app/forms/typed-pounds.ts";
import { BEGINNINGS, CHARGE_KINDS, type Beginning, type ChargeKind } from "./charge-kinds.ts";

const RELOAD = "Please load the page again.";
const MAX_TEXT = 500;

const text = (max = MAX_TEXT) =>
  z.string().trim().max(max, `Please keep this to ${max} characters.`).default("");

/** Miles or hours with at most one decimal, as tenths. */
const count = text(10).transform((typed, context) => {
  if (typed === "") return null;
  const { whole, tenth = "0" } = /^(?<whole>\d{1,3})(?:[.,](?<tenth>\d))?$/.exec(typed)?.groups ?? {};
  if (whole !== undefined) return Number(whole) * 10 + Number(tenth);
  context.addIssue({ code: "custom", message: "Enter miles or hours below 1,000, such as 12 or 2.5." });
  return z.NEVER;
});

export const ProposeSchema = z
  .object({
    kind: z.enum(Object.keys(CHARGE_KINDS) as [ChargeKind, ...ChargeKind[]], {
      error: "Choose what it is for.",
    }),
    /** Empty for a charge that follows from nothing that we know of. */
    cause: text(80),
    count,
    amount: text(20).transform((typed, context) => (typed === "" ? null : penceOf(typed, context))),
    description: text(200),
    reason: text(),
    as: z.enum(Object.keys(BEGINNINGS) as [Beginning, ...Beginning[]], { error: "Choose one of these." }),
    decision: text(),
    /** The equal charges that the page named, for another one. */
    another: text(250),
  })
  .refine(({ as, decision }) => as === "ask" || decision !== "", {
    path: ["decision"],
    error: "Say how they agreed, or why it is not charged.",
  })
  .refine(({ kind, amount, description }) => kind !== "other" || (amount !== null && description !== ""), {
    path: ["description"],
    error: "Say what it is for, and enter the amount. It is printed on the invoice.",
  });

export type Proposed = z.output<typeof ProposeSchema>;

const charge = z.string({ error: RELOAD }).max(64);

const hidden = declare("hidden")("", charge);

const words = (error: string) =>
  z.string({ error }).trim().max(MAX_TEXT, `Please keep this to ${MAX_TEXT} characters.`);

export const WAIVE = fieldsOf({
  charge: hidden,
  why: { ...declare("line")("Why", words("Say why it is waived."), { hint: "For staff" }), isWide: true },
});

export const LOWER = fieldsOf({
  charge: hidden,
  lowerAmount: declare("pounds")(
    "Agreed amount with VAT, in pounds",
    typedPounds("Enter the sum that is agreed."),
  ),
  how: {
    ...declare("line")("How it was agreed", words("Say how it was agreed."), { hint: "For staff" }),
    isWide: true,
  },
});

export const ChosenSchema = z.object({ charge });
