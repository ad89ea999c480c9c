import { data, redirect } from "react-router";
import { createUser } from "#app/features/accounts/users/create-user.server.ts";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { USER_MESSAGES, type NewUserProblem } from "#app/features/accounts/users/user-rules.ts";
import { listStaffRoles } from "#app/features/accounts/session/queries.server.ts";
import { UserForm } from "#app/features/accounts/users/user-form.tsx";
import { cleanNamed } from "#app/platform/clean-line.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/user-new";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const roles = await listStaffRoles(deps);
  const asked = new URL(request.url).searchParams.get("role");
  return { roles, roleId: roles.find(({ id }) => id === asked)?.id };
}

const FAILED: NewUserProblem = {
  title: USER_MESSAGES.failedTitle,
  text: USER_MESSAGES.failed,
  field: "email",
};

function refuse(form: FormData, problem: NewUserProblem, status = 400) {
  const reply = refuseForm(form, problem.text, { [problem.field]: [problem.text] });
  return data({ ...reply, title: problem.title }, { status });
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAdministrator(context, request);
  const form = await request.formData();
  const text = (name: string) => cleanNamed(name, String(form.get(name) ?? ""));
  const fields = {
    email: text("email"),
    firstName: text("firstName"),
    lastName: text("lastName"),
    password: text("password"),
    roleId: text("roleId"),
  };
  const outcome = await createUser(deps, fields, by).catch((error: unknown) => {
    deps.log.error("user not created", { requestId: by.requestId, ...describeError(error) });
    return null;
  });
  if (!outcome) return refuse(form, FAILED, 500);
  if (outcome.kind === "invalid") return refuse(form, outcome.problem);
  throw redirect("/admin/users?done=created");
});

export default function NewUserPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page title="Create New Admin User" back={{ label: "Back to Users", to: "/admin/users" }}>
      <UserForm roles={loaderData.roles} roleId={loaderData.roleId} reply={actionData} />
    </Page>
  );
}
