import { CopyButton } from "#app/ui/copy-button.tsx";
import type { PartBItem } from "./cop3-part-b.ts";

type Person = { name: string; dateOfBirth: string };

const headingOf = ({ number, title }: PartBItem) => [number, title].filter(Boolean).join(": ");

/** The answers under the form's headings, each to copy; long ones have a continuation sheet of their own. */
export function PartBAnswers({
  items,
  author,
  person,
}: {
  items: readonly PartBItem[];
  author: string;
  person: Person;
}) {
  return (
    <>
      {items.map((item) => (
        <section key={item.id} aria-labelledby={item.id} className="mt-8">
          <h2 id={item.id} className="border-b border-ink pb-1">
            {headingOf(item)}
          </h2>
          {item.text === "" ? (
            <p className="mt-2">Not written yet.</p>
          ) : item.needsContinuation ? (
            <p className="mt-2">
              This answer is longer than the form’s box: see the continuation sheet below.
            </p>
          ) : (
            <Answer text={item.text} />
          )}
          {item.text === "" ? null : (
            <p className="mt-2">
              <CopyButton text={item.text} name={`the answer to ${headingOf(item)}`} />
            </p>
          )}
        </section>
      ))}
      {items
        .filter(({ needsContinuation }) => needsContinuation)
        .map((item) => (
          <section
            key={item.id}
            aria-labelledby={`${item.id}-sheet`}
            className="mt-8 print:break-before-page"
          >
            <h2 id={`${item.id}-sheet`}>Continuation sheet: {headingOf(item)}</h2>
            <dl className="facts mt-2">
              <dt>Practitioner</dt>
              <dd>{author || "Not written yet"}</dd>
              <dt>Person to whom the application relates</dt>
              <dd>{person.name || "Not known"}</dd>
              <dt>Date of birth</dt>
              <dd>{person.dateOfBirth || "Not known"}</dd>
            </dl>
            <Answer text={item.text} />
          </section>
        ))}
    </>
  );
}

function Answer({ text }: { text: string }) {
  return (
    <p className="mt-2 wrap-anywhere whitespace-pre-wrap" dir="auto">
      {text}
    </p>
  );
}
