import { SelectField } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import type { UserListItem } from "#app/features/accounts/queries.server.ts";
import type { RoleChoice } from "./user-form.tsx";
import type { EditUserSchema } from "./edit-user-schema.ts";

type EditUserFormProps = {
  user: UserListItem;
  /** Empty where the role cannot be changed. */
  roles: RoleChoice[];
  reply: unknown;
};

export function EditUserForm({ user, roles, reply }: EditUserFormProps) {
  const form = useStepForm<typeof EditUserSchema>({
    id: "edit-user",
    reply,
    saved: {
      firstName: user.firstName ?? "",
      lastName: user.lastName ?? "",
      roleId: user.roleId,
    },
    toastTitle: "Not saved",
  });
  return (
    <StepForm form={form}>
      <TextField field={fieldOf(form, "firstName")} label="First name" autoComplete="off" />
      <TextField field={fieldOf(form, "lastName")} label="Last name" autoComplete="off" />
      {roles.length > 0 ? (
        <SelectField
          field={fieldOf(form, "roleId")}
          label="Role"
          hint="A new role counts at once, also where they are signed in now."
          options={roles.map((role) => ({ value: role.id, label: role.name }))}
        />
      ) : null}
      <Button name="intent" value="edit">
        Save
      </Button>
    </StepForm>
  );
}
