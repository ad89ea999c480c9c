import "#app/styles/letter.css";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "#app/ui/classes.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { PlaceDoubts } from "#app/features/visits/plan/place-doubts.tsx";
import { LetterPicture } from "./letter-picture.tsx";
import type { OpenedLetter } from "./open-letter.server.ts";

type LetterPageProps = { opened: OpenedLetter; back: ReactNode; children?: ReactNode };

/** The letter to the person on a page to print: only the letter is on paper. */
export function LetterPage({ opened, back, children }: LetterPageProps) {
  const { kind, kinds, letter, reference } = opened;
  const isEasy = kind.style === "easy-read";
  return (
    <div className="stack">
      <PageTitle title={`Letter for ${reference}`} />
      <div className="actions no-print">
        <PrintButton>Print</PrintButton>
        {back}
      </div>
      <PlaceDoubts doubts={opened.placeDoubts} className="no-print" />
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
      {children}
    </div>
  );
}
