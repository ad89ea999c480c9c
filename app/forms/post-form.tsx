import { useRef, type FormEvent, type MouseEvent } from "react";
import { Form, useLocation, useRouteLoaderData, type FormProps, type Location } from "react-router";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { removeToast } from "#app/ui/toast.ts";
import { noteSent, unansweredKey } from "./unsent.ts";

/** The second click of a double click is ignored: another button may be under the pointer by then. */
function ignoreSecondClick(event: MouseEvent<HTMLFormElement>): void {
  const button = (event.target as Element).closest("button");
  if (event.detail > 1 && button?.type === "submit") event.preventDefault();
}

/** The visit at which this document first sent a form: with its key as it came, as before the scripts ran. */
let firstVisit: string | undefined;

/** Where it last sent one, and how often that was elsewhere before. To come back to a visit is to be elsewhere: the same
 * can be sent again there. */
let place: Location | undefined;
let moves = 0;

/** A POST form with a form key: the server answers it once (`answer-once.server.ts`). */
export function PostForm({ onSubmit, children, ...native }: Omit<FormProps, "method">) {
  const formKey = useRouteLoaderData<{ formKey: string }>("root")?.formKey;
  const location = useLocation();
  const field = useRef<HTMLInputElement>(null);

  function startSending(event: FormEvent<HTMLFormElement>) {
    removeToast();
    firstVisit ??= location.key;
    if (place && place !== location) moves += 1;
    place = location;
    const visit = location.key === firstVisit ? "" : `.${location.key}`;
    const key = unansweredKey() ?? `${formKey}${visit}${moves ? `~${moves}` : ""}`;
    if (field.current) field.current.value = key;
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
