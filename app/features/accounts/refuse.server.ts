import { data } from "react-router";
import { refuseForm } from "#app/forms/read-form.server.ts";
import type { Limited } from "./caller.ts";
import type { PasswordProblem } from "./passwords/new-password.server.ts";
import { waitMessage } from "./sign-in/messages.ts";

type Options = { status?: number; field?: string; formId?: string };

export function refuse(form: FormData, message: string, { status = 400, field, formId }: Options = {}) {
  return data(refuseForm(form, message, field ? { [field]: [message] } : {}, { formId }), { status });
}

export function refusePassword(form: FormData, { field, message }: PasswordProblem) {
  return refuse(form, message, { field });
}

export function refuseTry(form: FormData, { retryAfterSeconds }: Limited, formId?: string) {
  return refuse(form, waitMessage(retryAfterSeconds), { status: 429, formId });
}
