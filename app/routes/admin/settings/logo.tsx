import { useState } from "react";
import { data } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { cleanFileName } from "#app/features/documents/store-document.server.ts";
import { saveGroup } from "#app/features/settings-screens/save-group.server.ts";
import { readLogo } from "#app/features/settings-screens/draw-logo.server.ts";
import { SettingsForm, SettingsFrame } from "#app/features/settings-screens/settings-parts.tsx";
import { logoHref } from "#app/features/settings/site.ts";
import { LOGO_TOO_LARGE, MAX_LOGO_BYTES, type Logo } from "#app/features/settings/values.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { TextField } from "#app/forms/text-fields.tsx";
import { readSettingsPage } from "#app/features/settings-screens/read-settings-page.server.ts";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { formLimit, formWithFile } from "#app/platform/http/form-limit.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/logo";

const inWords = ({ hash }: Logo) => (hash ? `Picture ${hash.slice(0, 8)}` : "(none)");

const pictureHistory = (before: Logo, after: Logo) =>
  before.hash === after.hash ? [] : [{ field: "Picture", from: inWords(before), to: inWords(after) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const page = await readSettingsPage(deps, request, { group: "logo", changesOf: pictureHistory });
  const { png, hash, width, height } = deps.settings.current().logo;
  return { ...page, logo: png ? { src: logoHref({ hash }), width, height } : null };
}

export const action = formLimit(
  { fileBytes: MAX_LOGO_BYTES },
  once(async ({ request, context }: Route.ActionArgs) => {
    const signedIn = await requireAdministrator(context, request);
    const form = await formWithFile(signedIn.scope, request);
    const value = await readLogo(form);
    if (typeof value === "string") {
      const file = form.get("logo");
      const message = file instanceof File && file.name ? `${cleanFileName(file.name)}: ${value}` : value;
      const reply = refuseForm(form, "Nothing was saved. Please check the file.", { logo: [message] });
      return data(reply, { status: 400 });
    }
    return saveGroup(signedIn, form, { group: "logo", value }, pictureHistory);
  }),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function LogoPage({ loaderData }: Route.ComponentProps) {
  const form = useStepForm<{ logo: string }>({ id: "logo" });
  const [isTooLarge, setIsTooLarge] = useState(false);
  const field = fieldOf(form, "logo");
  const { logo, isLocked } = loaderData;
  const remove = logo && !isLocked && (
    <Button look="quiet" intent="remove">
      Remove the logo
    </Button>
  );
  return (
    <SettingsFrame
      {...loaderData}
      title="Logo"
      lead="The picture beside your name, in the header of every page."
    >
      <SettingsForm {...loaderData} form={form} encType="multipart/form-data" buttons={remove}>
        {logo ? <img {...logo} alt="Your logo as it is now" /> : null}
        <TextField
          field={isTooLarge ? { ...field, errors: [LOGO_TOO_LARGE] } : field}
          label="Picture"
          hint="A PNG or SVG file of at most 100 KB. The header shows it at most 72 pixels high."
          type="file"
          accept="image/png,image/svg+xml"
          onChange={({ target }) => {
            const isLarge = (target.files?.[0]?.size ?? 0) > MAX_LOGO_BYTES;
            setIsTooLarge(isLarge);
            if (isLarge) target.value = "";
          }}
        />
      </SettingsForm>
    </SettingsFrame>
  );
}
