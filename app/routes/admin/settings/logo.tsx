import { data, redirect } from "react-router";
import { requireAdministrator } from "#app/features/accounts/guards.server.ts";
import { saveGroup } from "#app/features/settings/answer-settings.server.ts";
import { drawLogo } from "#app/features/settings/draw-logo.server.ts";
import { SettingsFrame } from "#app/features/settings/settings-frame.tsx";
import type { SettingsReply } from "#app/features/settings/settings-parts.tsx";
import { logoHref } from "#app/features/settings/site.ts";
import type { Logo } from "#app/features/settings/values.ts";
import { FieldShell, fieldParts } from "#app/forms/field.tsx";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { readSettingsPage } from "#app/features/staff/settings-page.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/logo";

const inWords = ({ hash }: Logo) => (hash ? `Picture ${hash.slice(0, 8)}` : "(none)");

const pictureHistory = (before: Logo, after: Logo) =>
  before.hash === after.hash ? [] : [{ field: "Picture", from: inWords(before), to: inWords(after) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const page = await readSettingsPage(deps, request, "logo", pictureHistory);
  const { logo } = deps.settings.current();
  return {
    ...page,
    logo: logo.png ? { href: logoHref(logo), width: logo.width, height: logo.height } : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { scope, user } = await requireAdministrator(context, request);
  const form = await request.formData();
  const refuse = (message: string) =>
    data(
      refuseForm(form, "Nothing was saved. Please check the file.", { logo: [message] }) as SettingsReply,
      {
        status: 400,
      },
    );
  const file = form.get("logo");
  const isRemoval = form.get("intent") === "remove";
  if (!isRemoval && (!(file instanceof File) || file.size === 0))
    return refuse("Choose a PNG or an SVG file.");
  const value = isRemoval
    ? { png: "", hash: "", width: 0, height: 0 }
    : await drawLogo(new Uint8Array(await (file as File).arrayBuffer()));
  if (typeof value === "string") return refuse(value);
  const refusal = await saveGroup(
    scope,
    form,
    { group: "logo", value, actorId: user.userId },
    pictureHistory,
  );
  return refusal ?? redirect("/admin/settings/logo?done=saved", 303);
}

export default function LogoPage({ loaderData, actionData }: Route.ComponentProps) {
  const reply = actionData as SettingsReply | undefined;
  const form = useStepForm<{ logo: string }>({ id: "logo", reply });
  const { logo, isLocked, version } = loaderData;
  const field = fieldOf(form, "logo");
  const hint = "A PNG or SVG file of at most 100 KB. It is drawn anew, at most 72 pixels high.";
  const parts = fieldParts(field, hint);
  return (
    <SettingsFrame
      {...loaderData}
      title="Logo"
      lead="The picture beside your name, in the header of every page."
      reply={reply}
    >
      <StepForm form={form} encType="multipart/form-data" className="stack">
        <input type="hidden" name="baseVersion" value={reply?.version ?? version} />
        {logo ? (
          <img src={logo.href} width={logo.width} height={logo.height} alt="Your logo as it is now" />
        ) : null}
        <FieldShell
          field={field}
          label="Picture"
          hint={hint}
          parts={parts}
          control={
            <input
              type="file"
              id={field.id}
              name="logo"
              accept="image/png,image/svg+xml"
              className="input"
              {...parts.aria}
            />
          }
        />
        {isLocked ? null : (
          <div className="actions">
            <Button>Save</Button>
            {logo ? (
              <Button look="quiet" name="intent" value="remove">
                Remove the logo
              </Button>
            ) : null}
          </div>
        )}
      </StepForm>
    </SettingsFrame>
  );
}
