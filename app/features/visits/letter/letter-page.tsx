import "#app/styles/letter.css";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "#app/ui/classes.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { PlaceDoubts } from "#app/features/visits/plan/place-doubts.tsx";
import type { OpenedLetter } from "./open-letter.server.ts";

/** Line drawings for a letter in easy read: a grid of 32, one stroke. */
const PICTURES: Readonly<Record<string, string>> = {
  person: "M16 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM4 29c0-7 5-11 12-11s12 4 12 11Z",
  clock: "M16 29a13 13 0 1 0 0-26 13 13 0 0 0 0 26ZM16 8v8l6 4",
  house: "M3 16 16 4l13 12M7 13v15h18V13M13 28v-8h6v8",
  screen: "M3 5h26v17H3ZM11 28h10M16 22v6M16 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM10 20c0-4 2-6 6-6s6 2 6 6",
  phone: "M8 3h5l3 8-4 3c1 3 3 5 6 6l3-4 8 3v5c0 3-2 5-5 5C14 28 4 18 3 8c0-3 2-5 5-5Z",
  question: "M16 29a13 13 0 1 0 0-26 13 13 0 0 0 0 26ZM11 12c0-7 10-6 10-1 0 4-5 4-5 8M16 23v1",
  together:
    "M10 13a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM1 29c0-8 3-12 9-12s9 4 9 12ZM23 14a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM20 18c7-2 11 2 11 11h-8",
  stop: "M11 3h10l8 8v10l-8 8H11l-8-8V11ZM10 16h12",
  paper: "M6 3h14l6 6v20H6ZM20 3v6h6M11 15h10M11 20h10M11 25h6",
  unhappy: "M16 29a13 13 0 1 0 0-26 13 13 0 0 0 0 26ZM11 12v2M21 12v2M10 23c3-5 9-5 12 0",
};

/** The words beside a picture say the same. */
const LetterPicture = ({ name }: { name: string }) => (
  <svg
    className="letter-picture"
    viewBox="0 0 32 32"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PICTURES[name]} />
  </svg>
);

/** The letter itself: what is on paper. */
export function LetterOnPaper({ kind, letter }: Pick<OpenedLetter, "kind" | "letter">) {
  const isEasy = kind.style === "easy-read";
  return (
    <article
      className={classes("letter", isEasy && "is-easy", kind.isLarge && "is-large-print")}
      lang={kind.language}
    >
      <h1>{letter.title}</h1>
      <p>
        <bdi>{letter.dear}</bdi>
      </p>
      <p>{letter.opening}</p>
      <dl className="letter-facts">
        {letter.rows.map(({ picture, label, value }) => (
          <div key={label} className="letter-line">
            {isEasy ? <LetterPicture name={picture} /> : null}
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {letter.parts.map(({ picture, heading, text }) => (
        <section key={heading} className="letter-line">
          {isEasy ? <LetterPicture name={picture} /> : null}
          <h2>{heading}</h2>
          <p>{text}</p>
        </section>
      ))}
    </article>
  );
}

/** The kinds of a letter, each a link to its page. */
export const LetterKinds = ({ kinds }: Pick<OpenedLetter, "kinds">) => (
  <nav className="no-print" aria-label="Kinds of letter">
    <ul className="flex flex-wrap gap-x-5 gap-y-2">
      {kinds.map(({ name, search, isShown }) => (
        <li key={search}>
          <Link to={search} replace preventScrollReset aria-current={isShown ? "true" : undefined}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

type LetterPageProps = { opened: OpenedLetter; back: ReactNode; children?: ReactNode };

/** The letter to the person on a page to print: only the letter is on paper. */
export function LetterPage({ opened, back, children }: LetterPageProps) {
  const { kind, kinds, letter, reference } = opened;
  return (
    <div className="stack">
      <PageTitle title={`Letter for ${reference}`} />
      <div className="actions no-print">
        <PrintButton>Print</PrintButton>
        {back}
      </div>
      <PlaceDoubts doubts={opened.placeDoubts} className="no-print" />
      <LetterKinds kinds={kinds} />
      <LetterOnPaper kind={kind} letter={letter} />
      {children}
    </div>
  );
}
