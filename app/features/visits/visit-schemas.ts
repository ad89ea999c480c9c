import { z } from "zod";

/** An assessor's answer to a question. */
export const AnswerSchema = z.object({
  intent: z.enum(["accept", "decline"], { error: "Press Accept or Decline." }),
  questionId: z.string({ error: "This question is not there any more." }).max(64),
  reason: z.string().trim().max(500, "Please keep this to 500 characters.").default(""),
});
