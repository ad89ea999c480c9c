import { data } from "react-router";
import { tellOfAnotherPerson } from "#app/features/contributions/part-mails.server.ts";
import { requireStepToSave } from "#app/features/referral/guards.server.ts";
import { saveSectionForm } from "#app/features/referral/section-page.server.ts";
import { answerAutosave } from "#app/kit/sections/sections.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/autosave";

export const action = formLimit(LONG_FORM, async (args: Route.ActionArgs) => {
  const granted = await requireStepToSave(args);
  if (granted.step.kind !== "section") throw data(null, { status: 404 });
  const { section } = granted.step;
  const result = await saveSectionForm(granted.scope, granted, section, await args.request.formData());
  if (section === "personalDetails") await tellOfAnotherPerson(granted.deps, granted.booking.id);
  return answerAutosave(result);
});
