import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { tellOfAnotherPerson } from "#app/features/contributions/part-mails.server.ts";
import { requireStepToSave } from "#app/features/referral/guards.server.ts";
import { saveSectionForm } from "#app/features/referral/section-page.server.ts";
import { answerAutosave } from "#app/kit/sections/sections.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/autosave";

export const action = formLimit(LONG_FORM, async ({ request, params, context }: Route.ActionArgs) => {
  const scope = context.get(requestScope);
  const granted = await requireStepToSave(scope, request, params);
  if (granted.step.kind !== "section") throw data(null, { status: 404 });
  const form = await request.formData();
  const result = await saveSectionForm(scope, granted, granted.step.section, form);
  const { deps } = scope;
  if (granted.step.section === "personalDetails") await tellOfAnotherPerson(deps, granted.booking.id);
  return answerAutosave(result);
});
