import { useRef, type FormEvent, type MouseEvent } from "react";
import { Form, useLocation, useRouteLoaderData, type FormProps } from "react-router";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { removeToast } from "#app/ui/toast.ts";
import { noteSent } from "./unsent.ts";

/** The second click of a double click is ignored: another button may be under the pointer by then. */
function ignoreSecondClick(event: MouseEvent<HTMLFormElement>): void {
  const button = (event.target as Element).closest("button");
  if (event.detail > 1 && button?.type === "submit") event.preventDefault();
}

/** The visit that this document was loaded for. Its forms send their key as it came, as before the scripts ran. */
const LOADED_VISIT =
  typeof document === "undefined"
    ? null
    : ((window.history.state as { key?: string } | null)?.key ?? "default");

/** A POST form with a form key: the server answers it once (`answer-once.server.ts`). */
export function PostForm({ onSubmit, children, ...native }: Omit<FormProps, "method">) {
  const formKey = useRouteLoaderData<{ formKey: string }>("root")?.formKey;
  const { key: visit } = useLocation();
  const field = useRef<HTMLInputElement>(null);

  function startSending(event: FormEvent<HTMLFormElement>) {
    removeToast();
    const suffix = visit === LOADED_VISIT ? "" : `.${visit}`;
    if (field.current && formKey) field.current.value = formKey + suffix;
    noteSent(event.currentTarget);
    onSubmit?.(event);
  }

  return (
    <Form method="post" onClickCapture={ignoreSecondClick} onSubmit={startSending} {...native}>
      {formKey ? <input type="hidden" name={FORM_KEY} value={formKey} ref={field} /> : null}
      {children}
    </Form>
  );
}
