import { expect, test } from "vitest";
import { STEP_FIELDS } from "#app/features/booking/fields/fields.ts";
import { isText, listFields } from "#app/features/booking/fields/field-values.ts";
import { stepHref } from "#app/features/booking/fields/steps.ts";
import { createSharedPages } from "#app/platform/http/shared-pages.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createDraft } from "#tests/setup/drafts.ts";
import { readConfirmationPage } from "./confirmation-page.server.ts";

test("what is kept of step 5 for the next visitor has nothing that this one typed", async () => {
  const deps = createTestDeps();
  const { confirmation: _, ...earlier } = STEP_FIELDS;
  const typed = Object.values(earlier)
    .flatMap((group) => listFields<typeof group>(group))
    .filter((field) => isText(field) && !field.options)
    .map(({ name }) => [name, `Typed-${name}`] as const);
  const { draft } = await createDraft(deps, {
    ...Object.fromEntries(typed),
    referrerRelationship: "Carer",
    referrerProfessionalCapacity: "Professional capacity",
    selectedAssessments: ["Other"],
  });
  const request = new Request(new URL(stepHref("confirmation", draft.id), deps.env.APP_ORIGIN));
  const page = readConfirmationPage(deps, draft, request);
  expect(JSON.stringify(page)).toContain("Typed-referrerOrganisation");
  expect(JSON.stringify(createSharedPages()([], [page], [])!.loaded)).not.toContain("Typed-");
});
