import type { FormEvent, ReactNode } from "react";
import type { FormProps } from "react-router";
import { showToast } from "#app/ui/toast.ts";
import { PostForm } from "./post-form.tsx";
import { queryOf } from "./typed.ts";
import { controlId, type FormState, type StepFormState } from "./use-step-form.ts";

type StepFormProps = Omit<FormProps, "id"> & {
  form: StepFormState;
  /** The `intent` that Enter sends; without it, that of the main button. Null: the form has no field in which
   * Enter sends it. */
  enterIntent?: string | null;
  children: ReactNode;
};

/** A little below the server's limit, for what the pressed button adds. */
const MAX_BYTES = 63 * 1024;

/** Does not send what the server would refuse as too long: its error page would replace what was typed. */
function refuseTooLong(event: FormEvent<HTMLFormElement>): void {
  if (queryOf(event.currentTarget).toString().length <= MAX_BYTES) return;
  event.preventDefault();
  showToast({
    title: "Validation Error",
    description: "That is more than we can accept. Please shorten what you wrote and try again.",
    variant: "destructive",
  });
}

export function StepForm({
  form,
  enterIntent,
  onSubmit = refuseTooLong,
  children,
  ...native
}: StepFormProps) {
  const { handlers } = form;
  return (
    <div className="min-w-0">
      <ErrorSummary form={form} />
      <PostForm
        noValidate
        {...native}
        id={form.id}
        onBlur={handlers.onBlur}
        onSubmit={(event) => {
          handlers.onSubmit(event);
          onSubmit(event);
        }}
      >
        {/* Enter presses the first submit button, which would be Back. Safari ignores one that is not rendered. */}
        {enterIntent === null ? null : (
          <button
            className="sr-only"
            tabIndex={-1}
            aria-hidden="true"
            name={enterIntent && "intent"}
            value={enterIntent}
          />
        )}
        {children}
      </PostForm>
    </div>
  );
}

/** The summary sentence and a link to each wrong field. Focused when the page loads without JavaScript. */
export function ErrorSummary({ form }: { form: FormState }) {
  if (!form.summary) return null;
  const links = Object.entries(form.errors)
    .filter(([name]) => name !== "")
    .map(([name, messages]) => ({ href: `#${controlId(form, name)}`, message: messages[0] }));
  const only = links.length === 1 && links[0]!.message === form.summary ? links[0] : null;
  return (
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus>
      <h2>{only ? <a href={only.href}>{form.summary}</a> : form.summary}</h2>
      {links.length > 0 && !only ? (
        <ul>
          {links.map(({ href, message }) => (
            <li key={href}>
              <a href={href}>{message}</a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
