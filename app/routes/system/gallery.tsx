import "#app/styles/gallery.css";
import "#app/styles/referral.css";
import "#app/styles/staff.css";
import { Fragment, type ReactNode } from "react";
import { Link, useParams } from "react-router";
import type { Examples } from "#app/ui/example.ts";
import { PageTitle } from "#app/ui/page-title.tsx";

export const families = Object.values(
  import.meta.glob<Examples>("/app/**/*.examples.tsx", { eager: true, import: "default" }),
);

export const slugOf = (...words: string[]) =>
  words
    .join("-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");

/** For developers: every component in every state. `/gallery/{name}-{state}` shows one that needs a page by itself. */
export default function Gallery() {
  const { example: slug } = useParams();
  if (!slug) return <Everything />;
  for (const { isForStaff, examples } of families) {
    for (const { name, place, states } of examples) {
      for (const [state, shown] of Object.entries(states)) {
        if (slugOf(name, state) !== slug) continue;
        return place === "page" ? (
          shown
        ) : (
          <Frame isForStaff={isForStaff} title={`${name}: ${state}`}>
            {shown}
          </Frame>
        );
      }
    }
  }
  return <Frame title="There is no such example">{null}</Frame>;
}

function Frame(props: { title: string; isForStaff?: boolean | undefined; children: ReactNode }) {
  return (
    <div className={props.isForStaff ? "area" : undefined}>
      <main id="main" className="wrap">
        <PageTitle title={props.title} />
        <p className="note">
          <Link to="/gallery">Gallery</Link>
        </p>
        <h1>{props.title}</h1>
        {props.children}
      </main>
    </div>
  );
}

function Everything() {
  return (
    <main id="main" className="wrap">
      <PageTitle title="Gallery" />
      <h1>Gallery</h1>
      <p className="lead">
        Every component in every state, in the scheme of your system. An example that takes the focus, or is a
        whole page, is a link.
      </p>
      <nav aria-label="Families" className="gallery-families">
        {families.map(({ title }) => (
          <a key={title} href={`#${slugOf(title)}`}>
            {title}
          </a>
        ))}
      </nav>
      {families.map(({ title, isForStaff, examples }) => (
        <section
          key={title}
          aria-labelledby={slugOf(title)}
          className={isForStaff ? "area gallery-family" : "gallery-family"}
        >
          <h2 id={slugOf(title)}>{title}</h2>
          {examples.map((example) => (
            <Fragment key={example.name}>
              <h3 className="gallery-name">{example.name}</h3>
              {Object.entries(example.states).map(([state, shown]) => (
                <div key={state} className="gallery-state">
                  <p className="note">{state}</p>
                  {example.place ? (
                    <Link to={`/gallery/${slugOf(example.name, state)}`}>
                      {example.name}: {state}
                    </Link>
                  ) : (
                    <div>{shown}</div>
                  )}
                </div>
              ))}
            </Fragment>
          ))}
        </section>
      ))}
    </main>
  );
}
