import { data } from "react-router";
import { refuseForm } from "#app/forms/read-form.server.ts";
import type { PasswordProblem } from "./new-password.server.ts";

/** The form again, with what is wrong with the new password at its control. */
export function refusePassword(form: FormData, { field, message }: PasswordProblem) {
  return data(refuseForm(form, message, { [field]: [message] }), { status: 400 });
}
