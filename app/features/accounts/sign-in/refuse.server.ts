import { data } from "react-router";
import { refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import type { Limited } from "#app/features/accounts/record/caller.ts";
import { waitMessage } from "#app/features/accounts/record/messages.ts";
import type { PasswordProblem } from "#app/features/accounts/password/new-password.server.ts";

export type PageAnswer = Response | ReturnType<typeof data<FormReply>>;

type Options = { status?: number; field?: string; formId?: string };

export function refuse(form: FormData, message: string, { status = 400, field, formId }: Options = {}) {
  return data(refuseForm(form, message, field ? { [field]: [message] } : {}, { formId }), { status });
}

/** `title` is that of the toast, where the form's own does not fit. */
export function refusePassword(form: FormData, { field, message }: PasswordProblem, title?: string) {
  const reply = refuseForm(form, message, { [field]: [message] });
  return data<FormReply>(title ? { ...reply, title } : reply, { status: 400 });
}

export function refuseTry(form: FormData, { retryAfterSeconds }: Limited, formId?: string) {
  return refuse(form, waitMessage(retryAfterSeconds), { status: 429, formId });
}
