import { useRef, type FormEvent, type MouseEvent } from "react";
import { Form, useRouteLoaderData, type FormProps } from "react-router";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { removeToast } from "#app/ui/toast.ts";
import { keyToSend, noteSent } from "./unsent.ts";

/** The second click of a double click is ignored: another button may be under the pointer by then. */
function ignoreSecondClick(event: MouseEvent<HTMLFormElement>): void {
  if (event.detail > 1 && (event.target as Element).closest("button")) event.preventDefault();
}

/** A POST form with a form key: the server answers it once (`once.server.ts`). */
export function PostForm({ onSubmit, children, ...native }: Omit<FormProps, "method">) {
  const formKey = useRouteLoaderData<{ formKey: string }>("root")?.formKey;
  const field = useRef<HTMLInputElement>(null);

  function startSending(event: FormEvent<HTMLFormElement>) {
    removeToast();
    field.current!.value = keyToSend(formKey);
    noteSent(event.currentTarget);
    onSubmit?.(event);
  }

  return (
    <Form method="post" onClickCapture={ignoreSecondClick} onSubmit={startSending} {...native}>
      <input type="hidden" name={FORM_KEY} value={formKey} ref={field} />
      {children}
    </Form>
  );
}
