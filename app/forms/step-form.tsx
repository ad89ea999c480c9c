import type { ReactNode } from "react";
import { Form, type FormProps } from "react-router";
import { ErrorSummary } from "./error-summary.tsx";
import type { Field, StepFormState } from "./use-step-form.ts";

type StepFormProps = Omit<FormProps, "id"> & {
  form: StepFormState;
  fields: Record<string, Field>;
  children: ReactNode;
};

/**
 * A POST form that the server validates: the error summary stands above it, the browser's own bubbles are off, and after a
 * refusal the page's title starts with "Error: " (see `pageTitle`).
 */
export function StepForm({ form, fields, children, ...native }: StepFormProps) {
  return (
    <div className="min-w-0">
      <ErrorSummary form={form} fields={fields} />
      <Form method="post" noValidate {...native} id={form.id}>
        {/* The first submit button is the one that Enter presses: without this it would be Back. */}
        <button hidden tabIndex={-1} />
        {children}
      </Form>
    </div>
  );
}

/** `<title>`'s text: with "Error: " in front after a refused POST (DESIGN section 8). */
export function pageTitle(title: string, siteName: string, isRefused = false): string {
  return `${isRefused ? "Error: " : ""}${title} – ${siteName}`;
}
