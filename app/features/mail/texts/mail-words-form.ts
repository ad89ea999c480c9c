import { z } from "zod";
import { line, lines } from "#app/features/settings/form-values.ts";
import { MOST_CHARACTERS, wordingProblems, type EditableTopic } from "./originals.ts";

export function mailWordsForm(topic: EditableTopic) {
  return z
    .object({
      subject: line(200, { isRequired: "Enter a subject." }),
      body: lines(MOST_CHARACTERS).refine((text) => text !== "", "Enter a text."),
    })
    .superRefine((words, issues) => {
      const problems = wordingProblems(topic, words);
      for (const field of ["subject", "body"] as const)
        for (const message of problems[field]) issues.addIssue({ code: "custom", path: [field], message });
    });
}
