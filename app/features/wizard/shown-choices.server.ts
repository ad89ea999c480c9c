import { createHash } from "node:crypto";
import { confirmationPage } from "./confirmation-page.ts";
import type { Answers } from "#app/features/booking/steps.ts";

/** A short hash of what step 5 shows, prices included: only what was shown can be confirmed. */
export function shownChoices(answers: Answers): string {
  const { addable: _, rows: _rows, ...shown } = confirmationPage(answers);
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 16);
}
