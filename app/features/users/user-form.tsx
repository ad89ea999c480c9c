import { SelectField } from "#app/forms/choice-fields.tsx";
import { PasswordField } from "#app/forms/password-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import type { NewUserFields } from "./new-user.ts";

export type RoleChoice = { id: string; name: string; description: string };

type UserFormProps = {
  roles: RoleChoice[];
  reply: unknown;
  /** The dialog's fetcher key: the answer comes back without leaving the page. */
  fetcherKey?: string;
};

/** The form of the Add User dialog and of its page without JavaScript. */
export function UserForm({ roles, reply, fetcherKey }: UserFormProps) {
  const form = useStepForm<NewUserFields>({
    id: "user-form",
    reply,
    toastTitle: (reply as { title?: string } | undefined)?.title ?? null,
  });
  const target = fetcherKey ? { navigate: false as const, fetcherKey } : {};
  return (
    <StepForm form={form} action="/admin/users/new" {...target}>
      <TextField field={fieldOf(form, "email")} label="Email" type="email" autoComplete="off" />
      <TextField field={fieldOf(form, "firstName")} label="First name (optional)" autoComplete="off" />
      <TextField field={fieldOf(form, "lastName")} label="Last name (optional)" autoComplete="off" />
      <PasswordField
        field={fieldOf(form, "password")}
        label="Temporary password"
        hint="At least 8 characters, with a capital letter, a small letter, a number and a symbol. It is mailed to the new user, who changes it after the first login."
        autoComplete="new-password"
      />
      <SelectField
        field={fieldOf(form, "roleId")}
        label="Role"
        emptyLabel="Choose a role"
        hint={roles.map((role) => `${role.name}: ${role.description}.`).join(" ")}
        options={roles.map((role) => ({ value: role.id, label: role.name }))}
      />
      <Button>Create User</Button>
    </StepForm>
  );
}
