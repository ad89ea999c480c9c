import type { FormEvent, ReactNode } from "react";
import type { FormProps } from "react-router";
import { showToast } from "#app/ui/toast.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { PostForm } from "./post-form.tsx";
import type { StepFormState } from "./use-step-form.ts";

type StepFormProps = Omit<FormProps, "id"> & {
  form: StepFormState;
  /** What Enter means, as the value of `intent`; without it, what the form's main button means. */
  enterIntent?: string;
  children: ReactNode;
};

/** A little under what the server takes, for what the pressed button adds. */
const MOST_BYTES = 63 * 1024;

/** With JavaScript, what the server would not read is not sent: its answer would take the place of what was typed. */
function keepTyped(event: FormEvent<HTMLFormElement>): void {
  const form = event.currentTarget;
  if (form.enctype === "multipart/form-data") return;
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  if (new URLSearchParams(typed).toString().length <= MOST_BYTES) return;
  event.preventDefault();
  showToast({
    title: "Validation Error",
    description: "That is more than we can accept. Please shorten what you wrote and try again.",
    variant: "destructive",
  });
}

/**
 * A POST form that the server validates: the error summary stands above it, and the browser's own bubbles are off.
 */
export function StepForm({ form, enterIntent, onSubmit = keepTyped, children, ...native }: StepFormProps) {
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
        {/* Enter presses the first submit button: without this one, Back. Safari takes none that is not rendered. */}
        <button
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
          name={enterIntent && "intent"}
          value={enterIntent}
        />
        {children}
      </PostForm>
    </div>
  );
}
