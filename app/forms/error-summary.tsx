import type { Field, StepFormState } from "./use-step-form.ts";

type ErrorSummaryProps = { form: StepFormState; fields: Record<string, Field> };

/**
 * What is wrong with the form, first thing on the page: the summary sentence, and a link to each field (DESIGN decision 13).
 * It takes the focus when the page loads without JavaScript; with it the first wrong field does.
 */
export function ErrorSummary({ form, fields }: ErrorSummaryProps) {
  if (!form.summary) return null;
  const entries = Object.entries(form.errors).filter(([name]) => name !== "");
  return (
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus>
      <h2>{form.summary}</h2>
      {entries.length > 0 ? (
        <ul>
          {entries.map(([name, messages]) => (
            <li key={name}>
              <a href={`#${fields[name]?.id ?? form.id}`}>{messages[0]}</a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
