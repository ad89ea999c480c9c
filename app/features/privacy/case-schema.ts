import { z } from "zod";

const Reason = z
  .string({ error: "Give the reason: it is kept with the case." })
  .trim()
  .min(3, "Give the reason: it is kept with the case.")
  .max(500, "Use at most 500 characters.");

export const CaseSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("restriction"), reason: Reason }),
  z.object({ intent: z.literal("legal-hold"), reason: Reason }),
  z.object({ intent: z.literal("lift"), restrictionId: z.string().max(64) }),
  z.object({
    intent: z.literal("erase"),
    reason: Reason,
    confirmErasure: z.literal("on", { error: "Tick the box to confirm: this cannot be undone." }),
  }),
]);

export const CaseSearchSchema = z.object({
  person: z
    .string({ error: "Enter an e-mail address or a booking reference." })
    .trim()
    .min(3, "Enter an e-mail address or a booking reference.")
    .max(254, "Use at most 254 characters."),
});
