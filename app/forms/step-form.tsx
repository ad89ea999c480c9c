import type { FormEvent, ReactNode } from "react";
import type { FormProps } from "react-router";
import { showToast } from "#app/ui/toast.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { PostForm } from "./post-form.tsx";
import { queryOf } from "./typed.ts";
import type { StepFormState } from "./use-step-form.ts";

type StepFormProps = Omit<FormProps, "id"> & {
  form: StepFormState;
  /** The `intent` that Enter sends; without it, that of the main button. */
  enterIntent?: string;
  children: ReactNode;
};

/** A little below the server's limit, for what the pressed button adds. */
const MOST_BYTES = 63 * 1024;

/** Does not send what the server would refuse as too long: its error page would replace what was typed. */
function refuseTooLong(event: FormEvent<HTMLFormElement>): void {
  const form = event.currentTarget;
  if (form.enctype === "multipart/form-data") return;
  if (queryOf(form).toString().length <= MOST_BYTES) return;
  event.preventDefault();
  showToast({
    title: "Validation Error",
    description: "That is more than we can accept. Please shorten what you wrote and try again.",
    variant: "destructive",
  });
}

/** A POST form with the server's messages above it and without the browser's own. */
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
