import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { VisitsAtStake } from "#app/features/assessors/named-visits.tsx";
import { atStakeInWords, seenIn } from "#app/features/assessors/visits-at-stake.ts";
import type { BookingRules } from "#app/features/catalogue/booking-rules.ts";
import { visitsOnClosing } from "#app/features/visits/plan/ask-first.server.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { readSettings, saveGroup, fieldByField } from "#app/features/settings-screens/save-group.server.ts";
import { CHECKED_TEXTS, outdatedChecks } from "#app/features/settings/checked-texts.ts";
import { asFormValues, isPageName, schemaOn, SETTINGS_PAGES } from "#app/features/settings/pages.ts";
import {
  SettingsFields,
  SettingsForm,
  SettingsFrame,
} from "#app/features/settings-screens/settings-parts.tsx";
import { readSettingsPage } from "#app/features/settings-screens/read-settings-page.server.ts";
import type { SettingsGroups } from "#app/features/settings/values.ts";
import { textsThisMonth } from "#app/features/texts/text-handler.server.ts";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { formatLongDate, londonDate } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/group";

const NOTHING_SAVED = "Nothing was saved. Please check the form.";
const NO_XERO =
  "Xero cannot make invoices yet: whoever runs the server sets its keys first (XERO_CLIENT_ID, XERO_CLIENT_SECRET).";

function requirePage({ textSender }: Pick<Deps, "textSender">, group: string) {
  if (!isPageName(group) || (group === "texts" && !textSender)) throw data(null, { status: 404 });
  return { group, page: SETTINGS_PAGES[group] };
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const { group, page } = requirePage(deps, params.group);
  const { title, lead, fields } = page;
  return {
    ...(await readSettingsPage(deps, request, { group, changesOf: fieldByField(page) })),
    group,
    title,
    lead,
    fields,
    saved: asFormValues(page, deps.settings.current()[group]),
    textsSent: group === "texts" ? await textsThisMonth(deps) : null,
    outdated: group === "checks" ? outdatedChecks(deps.settings.current().checks) : [],
  };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const signedIn = await requireAdministrator(context, request);
  const { group, page } = requirePage(signedIn.deps, params.group);
  const today = londonDate(signedIn.deps.clock.now());
  const read = readSettings(await request.formData(), schemaOn(page, today));
  if (!read.ok) return data(read.reply, { status: 400 });
  if (group === "invoices" && !signedIn.deps.accounting) {
    const { maker } = read.value as SettingsGroups["invoices"];
    if (maker === "xero")
      return data(refuseForm(read.form, NOTHING_SAVED, { maker: [NO_XERO] }), { status: 400 });
  }
  if (group === "rules") {
    const { closedDays } = read.value as BookingRules;
    const atStake = await visitsOnClosing(signedIn.deps, closedDays, seenIn(read.form));
    if (atStake) {
      const { summary, ...more } = atStakeInWords(atStake);
      return data({ ...refuseForm(read.form, summary), ...more }, { status: 409 });
    }
  }
  return saveGroup(signedIn, read.form, { group, value: read.value }, fieldByField(page));
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function SettingsGroupPage({ loaderData }: Route.ComponentProps) {
  const { group, fields, saved, outdated, textsSent } = loaderData;
  const form = useStepForm({ id: group, saved });
  return (
    <SettingsFrame {...loaderData}>
      {outdated.map((text) => (
        <Alert key={text} tone="warning">
          <p>
            {CHECKED_TEXTS[text].name}: the words were changed on{" "}
            {formatLongDate(CHECKED_TEXTS[text].changedOn)}, after they were checked. Please have them checked
            again.
          </p>
        </Alert>
      ))}
      {textsSent === null ? null : <p>Texts sent this month: {textsSent}</p>}
      <SettingsForm {...loaderData} form={form}>
        <Card>
          <SettingsFields form={form} specs={fields} />
          <VisitsAtStake />
        </Card>
      </SettingsForm>
    </SettingsFrame>
  );
}
