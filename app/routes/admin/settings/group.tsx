import { Fragment } from "react";
import { data } from "react-router";
import { requireAdministrator } from "#app/features/accounts/guards.server.ts";
import { answerSettings } from "#app/features/settings/answer-settings.server.ts";
import { fieldByField } from "#app/features/settings/history.server.ts";
import { asFormValues, inWords, settingsPage } from "#app/features/settings/pages.ts";
import { SettingsFrame } from "#app/features/settings/settings-frame.tsx";
import { SettingsField, type SettingsReply } from "#app/features/settings/settings-parts.tsx";
import { readSettingsPage } from "#app/features/staff/settings-page.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/group";

function requirePage(slug: string) {
  const page = settingsPage(slug);
  if (!page) throw data(null, { status: 404 });
  return page;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const page = requirePage(params.group);
  const words = (name: string, value: unknown) => inWords(page, name, value);
  const shown = await readSettingsPage(deps, request, page.group, fieldByField(words));
  return {
    ...shown,
    group: page.group,
    title: page.title,
    lead: page.lead,
    fields: page.fields,
    saved: asFormValues(page, deps.settings.current()[page.group]),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { scope, user } = await requireAdministrator(context, request);
  return answerSettings(scope, requirePage(params.group), request, user.userId);
}

export default function SettingsGroupPage({ loaderData, actionData }: Route.ComponentProps) {
  const { group, fields } = loaderData;
  const reply = actionData as SettingsReply | undefined;
  const form = useStepForm({ id: group, saved: loaderData.saved, reply });
  return (
    <SettingsFrame {...loaderData} reply={reply}>
      <StepForm form={form} className="stack">
        <input type="hidden" name="baseVersion" value={reply?.version ?? loaderData.version} />
        <div>
          {fields.map((spec) => (
            <Fragment key={spec.name}>
              {spec.heading ? <h2 className="mt-6 mb-3">{spec.heading}</h2> : null}
              <SettingsField form={form} spec={spec} />
            </Fragment>
          ))}
        </div>
        {loaderData.isLocked ? null : (
          <div className="actions">
            <Button>Save</Button>
          </div>
        )}
      </StepForm>
    </SettingsFrame>
  );
}
