import { SelectField } from "#app/forms/choice-fields.tsx";
import { PasswordField } from "#app/forms/password-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { Button } from "#app/ui/button.tsx";
import type { NewUserFields, EditUserSchema } from "./user-rules.ts";
import { VisitsAtStake } from "#app/features/assessors/named-visits.tsx";
import { useState } from "react";
import { Form, useFetcher } from "react-router";
import { Dialog } from "#app/ui/dialog.tsx";
import type { UserListItem } from "#app/features/accounts/session/queries.server.ts";

type RoleChoice = { id: string; name: string; description: string };

type UserFormProps = {
  roles: RoleChoice[];
  /** The role that is chosen already. */
  roleId?: string | undefined;
  reply: unknown;
  /** The dialog's fetcher key: the answer comes back without leaving the page. */
  fetcherKey?: string;
};

export function UserForm({ roles, roleId, reply, fetcherKey }: UserFormProps) {
  const saved = roleId ? { roleId } : undefined;
  const form = useStepForm<NewUserFields>({
    id: "user-form",
    reply,
    saved,
    toastTitle: "Failed to create user",
  });
  const target = fetcherKey ? { navigate: false as const, fetcherKey } : {};
  return (
    <StepForm form={form} action="/admin/users/new" {...target}>
      <TextField field={fieldOf(form, "email")} label="Email" type="email" autoComplete="off" />
      <TextField field={fieldOf(form, "firstName")} label="First name" isOptional autoComplete="off" />
      <TextField field={fieldOf(form, "lastName")} label="Last name" isOptional autoComplete="off" />
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
      <Submit>Create User</Submit>
    </StepForm>
  );
}

const FETCHER_KEY = "add-user";

export function AddUser({ roles }: { roles: RoleChoice[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const fetcher = useFetcher({ key: FETCHER_KEY });
  return (
    <>
      <Form
        action="/admin/users/new"
        onSubmit={(event) => {
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        <Button>Add User</Button>
      </Form>
      {isOpen ? (
        <Dialog heading="Create New Admin User" isOpen closeLabel="Cancel" onClose={() => setIsOpen(false)}>
          <UserForm roles={roles} reply={fetcher.data} fetcherKey={FETCHER_KEY} />
        </Dialog>
      ) : null}
    </>
  );
}

type EditUserProps = { user: UserListItem; roles: RoleChoice[] };

export function EditUserForm({ user, roles }: EditUserProps) {
  const form = useStepForm<typeof EditUserSchema>({
    id: "edit-user",
    saved: { firstName: user.firstName ?? "", lastName: user.lastName ?? "", roleId: user.roleId },
  });
  return (
    <StepForm form={form} autoComplete="off">
      <VersionField form={form} version={user.version} />
      <TextField field={fieldOf(form, "firstName")} label="First name" autoComplete="off" />
      <TextField field={fieldOf(form, "lastName")} label="Last name" autoComplete="off" />
      {roles.length > 0 ? (
        <SelectField
          field={fieldOf(form, "roleId")}
          label="Role"
          hint="A new role applies at once, on every device where they are signed in."
          options={roles.map((role) => ({ value: role.id, label: role.name }))}
        />
      ) : null}
      <VisitsAtStake />
      <Button intent="edit">Save</Button>
    </StepForm>
  );
}
