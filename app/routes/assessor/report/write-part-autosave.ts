import { requirePart } from "#app/features/report-writing/guards.server.ts";
import { savePartForm } from "#app/features/report-writing/part-page.server.ts";
import { answerAutosave } from "#app/kit/sections/sections.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/write-part-autosave";

export const action = formLimit(LONG_FORM, async ({ request, params, context }: Route.ActionArgs) => {
  const form = await request.formData();
  const { scope, by, opened, key } = await requirePart({ request, params, context });
  return answerAutosave(await savePartForm({ ...scope, by, opened }, key, form, { isConfirmed: false }));
});
