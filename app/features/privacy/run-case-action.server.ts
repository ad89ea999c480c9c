import type { z } from "zod";
import type { Author } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { CaseSchema } from "./case-schema.ts";
import { erasePerson } from "./erase-person.server.ts";
import { liftRestriction, placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import type { PrivacyCase } from "./subject.server.ts";

type CaseOutcome = "restricted" | "held" | "lifted" | "erased" | "refused";

/** `refused` when a legal hold forbids an erasure. */
export async function runCaseAction(
  deps: Pick<Deps, "db" | "env" | "clock" | "ids" | "secrets">,
  privacyCase: PrivacyCase,
  form: z.infer<typeof CaseSchema>,
  by: Author,
): Promise<CaseOutcome> {
  switch (form.intent) {
    case "lift":
      await liftRestriction(deps, { ...by, restrictionId: form.restrictionId, caseId: privacyCase.row.id });
      return "lifted";
    case "erase": {
      const result = await erasePerson(deps, privacyCase, { ...by, reason: form.reason });
      return result.ok ? "erased" : "refused";
    }
    case "restriction":
    case "legal-hold":
      await placeRestriction(deps, { ...by, kind: form.intent, case: privacyCase.row, reason: form.reason });
      return form.intent === "restriction" ? "restricted" : "held";
  }
}
