import { z } from "zod";
import { poundsProblem, readPounds } from "#app/platform/money.ts";

/** Typed pounds as whole pence, in a transform. */
export function penceOf(typed: string, context: z.RefinementCtx): number {
  const pence = readPounds(typed);
  if (pence !== null) return pence;
  context.addIssue({ code: "custom", message: poundsProblem(typed) });
  return z.NEVER;
}

/** A field for an amount in pounds, which gives whole pence. */
export const typedPounds = (error: string) => z.string({ error }).transform(penceOf);
