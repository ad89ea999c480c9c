import { controlId, type FormState } from "./use-step-form.ts";

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
