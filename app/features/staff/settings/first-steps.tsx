import { Link } from "react-router";

type Step = { title: string; about: string; to: string | null };

/** The steps that a new practice takes first, and has not taken. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <section aria-labelledby="first-steps" className="card">
      <h2 id="first-steps">Before your first booking</h2>
      <ol className="first-steps">
        {steps.map(({ title, about, to }) => (
          <li key={title}>
            <Link to={to ?? "/admin/setup"}>{title}</Link>
            <p className="note">{about}</p>
          </li>
        ))}
      </ol>
      <p>
        <Link to="/admin/setup">See the first steps</Link>, those that are done included.
      </p>
    </section>
  );
}
