import { useId, type ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { DeskIcon, type DeskIconName } from "./desk-icon.tsx";

/** The parts of which pages of staff and assessors are made. Each is plain HTML; docs/design.md says when to use it. */

/** Name of the page's subject, what identifies it, and its buttons, at most one of them filled. `isOfSubject`: it is
 * above the pages of one subject, and each of them has a heading of its own. */
export function PageHead(props: {
  heading: ReactNode;
  isOfSubject?: boolean;
  sub?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="page-head">
      {props.isOfSubject ? <p className="page-subject">{props.heading}</p> : <h1>{props.heading}</h1>}
      {props.sub ? <div className="page-sub">{props.sub}</div> : null}
      {props.actions ? <div className="page-actions no-print">{props.actions}</div> : null}
    </div>
  );
}

type StepsProps = { steps: { name: string; note?: string; isDone: boolean; isCurrent: boolean }[] };

/** How far the subject of the page is. */
export function Steps({ steps }: StepsProps) {
  return (
    <ol className="desk-steps">
      {steps.map(({ name, note, isDone, isCurrent }) => (
        <li
          key={name}
          className={isDone ? "is-done" : undefined}
          aria-current={isCurrent ? "step" : undefined}
        >
          <span>
            {name}
            {isDone ? <span className="sr-only"> (done)</span> : null}
          </span>
          <small>{note}</small>
        </li>
      ))}
    </ol>
  );
}

export type Tab = {
  label: string;
  to: string;
  count?: number | string;
  isExact?: boolean;
  isCurrent?: boolean | undefined;
};

/** The pages of one subject: links, each to an address of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tabs no-print" aria-label={label}>
      {tabs.map(({ label, to, count, isExact = false, isCurrent }) => (
        <NavLink key={to} to={to} end={isExact} aria-current={isCurrent === false ? "false" : "page"}>
          {label}
          {count ? (
            <>
              {" "}
              <span className="tab-count">{count}</span>
            </>
          ) : null}
        </NavLink>
      ))}
    </nav>
  );
}

export type Chip = { label: string; to: string; count?: number; isCurrent: boolean };

/** Filters of a list as links, with how many each would show. */
export function Chips({ label, chips }: { label: string; chips: Chip[] }) {
  return (
    <nav className="chips no-print" aria-label={label}>
      {chips.map(({ label, to, count, isCurrent }) => (
        <Link
          key={label}
          to={to}
          className="chip"
          discover="none"
          aria-current={isCurrent ? "true" : undefined}
          preventScrollReset
        >
          {count === undefined ? label : `${label} ${count}`}
        </Link>
      ))}
    </nav>
  );
}

type QueueGroupProps = {
  heading: string;
  count: number;
  isLate?: boolean;
  /** A link to all of the group. */
  action?: ReactNode;
  note?: ReactNode;
  /** Links to further pages of it. */
  pages?: ReactNode;
  children: ReactNode;
};

/** A list of things to do under one heading. */
export function QueueGroup({
  heading,
  count,
  isLate = false,
  action,
  note,
  pages,
  children,
}: QueueGroupProps) {
  const id = useId();
  return (
    <section className="queue-group" aria-labelledby={id}>
      <div className={isLate ? "queue-head is-late" : "queue-head"}>
        <h3 id={id}>
          {heading} · {count}
        </h3>
        {action}
      </div>
      {note ? <p className="note queue-note">{note}</p> : null}
      <ul>{children}</ul>
      {pages ? <div className="queue-note">{pages}</div> : null}
    </section>
  );
}

type QueueRowProps = {
  id?: string | undefined;
  icon: DeskIconName;
  /** The thing to do, as a verb. */
  title: ReactNode;
  /** For whom: the person first, then what identifies them. */
  detail: ReactNode;
  /** Since when, or until when. */
  when?: ReactNode;
  isLate?: boolean;
  /** The button that does it. */
  action: ReactNode;
};

/** A thing to do, for whom, since when, and the button that does it. */
export function QueueRow({ id, icon, title, detail, when, isLate = false, action }: QueueRowProps) {
  return (
    <li id={id} className={isLate ? "queue-row is-late" : "queue-row"}>
      <span className="queue-icon">
        <DeskIcon name={icon} />
      </span>
      <div className="queue-what">
        <b>{title}</b>
        <p>{detail}</p>
      </div>
      {when ? <span className="queue-when">{when}</span> : null}
      <div className="queue-act">{action}</div>
    </li>
  );
}

/** The next thing to do with the subject of the page, and its button. */
export function NextStep(props: {
  icon: DeskIconName;
  heading: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="next-step" role="status">
      <DeskIcon name={props.icon} />
      <div>
        <b>{props.heading}</b>
        {props.children}
      </div>
      {props.action}
    </div>
  );
}

/** A page in two columns: what it is about, and beside it what one looks at now and then. */
export function Beside({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="beside">
      <div className="beside-main">{children}</div>
      <div className="beside-aside">{aside}</div>
    </div>
  );
}

/** `course`: values of equal periods, the latest last; its words are in the note. */
export type Figure = { name: ReactNode; value: ReactNode; note?: ReactNode; course?: readonly number[] };

/** A line of how a figure went. */
function Course({ values }: { values: readonly number[] }) {
  const highest = Math.max(1, ...values);
  const points = values.map(
    (value, index) => `${(index * 84) / (values.length - 1)},${Math.round(26 - (value / highest) * 24)}`,
  );
  return (
    <svg className="course" viewBox="0 0 84 28" aria-hidden="true">
      <polyline points={points.join(" ")} />
    </svg>
  );
}

/** Figures in one row. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className="figure-row">
      {figures.map(({ name, value, note, course }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>
            {value}
            {course ? <Course values={course} /> : null}
          </dd>
          {note ? <dd className="figure-note">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

/** Words for what is late: red, never a filled pill. */
export const Late = ({ children }: { children: ReactNode }) => (
  <span className="is-late-words">{children}</span>
);

/** Actions that are seldom needed, behind three dots. */
export function Rare({ label = "More actions", children }: { label?: string; children: ReactNode }) {
  return (
    <details className="rare no-print">
      <summary className="button is-quiet" aria-label={label}>
        •••
      </summary>
      <div className="rare-sheet card">{children}</div>
    </details>
  );
}
