import { data } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { readSettings, saveGroup } from "#app/features/settings-screens/save-group.server.ts";
import {
  addUnseen,
  assessmentsCards,
  assessmentsForm,
  assessmentsValues,
} from "#app/features/settings-screens/offer-forms.ts";
import { assessmentsHistory } from "#app/features/settings-screens/offer-words.ts";
import {
  SettingsFields,
  SettingsForm,
  SettingsFrame,
} from "#app/features/settings-screens/settings-parts.tsx";
import { readSettingsPage } from "#app/features/settings-screens/read-settings-page.server.ts";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Card } from "#app/ui/card.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/assessments";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const page = await readSettingsPage(deps, request, { group: "assessments", changesOf: assessmentsHistory });
  const { assessments } = deps.settings.current();
  return { ...page, cards: assessmentsCards(assessments), saved: assessmentsValues(assessments) };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAdministrator(context, request);
  await deps.settings.reload();
  const { assessments } = deps.settings.current();
  const form = await request.formData();
  addUnseen(form, assessments);
  const read = readSettings(form, assessmentsForm(assessments));
  if (!read.ok) return data(read.reply, { status: 400 });
  const change = { group: "assessments", value: read.value } as const;
  return saveGroup({ deps, by }, read.form, change, assessmentsHistory);
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function AssessmentsPage({ loaderData }: Route.ComponentProps) {
  const { saved, cards } = loaderData;
  const form = useStepForm({ id: "assessments", saved });
  return (
    <SettingsFrame
      {...loaderData}
      title="Assessments"
      lead="The assessments that customers can book, in the order of the numbers. One that you no longer offer stays on earlier bookings. The price of a new one is on request until a price list names it."
    >
      <SettingsForm {...loaderData} form={form}>
        {cards.map(({ id, heading, fields }) => (
          <Card key={id} heading={heading}>
            <SettingsFields form={form} specs={fields} />
          </Card>
        ))}
      </SettingsForm>
    </SettingsFrame>
  );
}
