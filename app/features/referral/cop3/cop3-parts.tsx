import type { PartA, PartAItem } from "#app/features/referral/cop3/draft-part-a.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";

export function ItemTexts({ item }: { item: PartAItem }) {
  const { title, texts, copy, needsContinuation, missing, isSuggested } = item;
  if (texts.length === 0) return <p className="mt-2">Not answered yet.</p>;
  return (
    <>
      {isSuggested ? (
        <p className="note mt-2">
          Suggested from the booked assessments. Check the words, or write your own.
        </p>
      ) : null}
      {needsContinuation ? (
        <p className="mt-2">This answer is longer than the form’s box: see the continuation sheet below.</p>
      ) : (
        <Texts texts={texts} />
      )}
      {missing.length > 0 ? <p className="mt-2">Not answered yet: {missing.join("; ")}.</p> : null}
      <p className="mt-2">
        <CopyButton text={copy} name={`the answer to ${title}`} />
      </p>
    </>
  );
}

function Texts({ texts }: Pick<PartAItem, "texts">) {
  return texts.map(({ label, text }) => (
    <div key={`${label} ${text}`} className="mt-2">
      {label ? <h3>{label}</h3> : null}
      <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
        {text}
      </p>
    </div>
  ));
}

export function ContinuationSheet({
  item,
  applicant,
  person,
  dateOfBirth,
}: { item: PartAItem } & PartA["identifiers"]) {
  return (
    <section aria-labelledby={`${item.key}-sheet`} className="mt-8 print:break-before-page">
      <h2 id={`${item.key}-sheet`}>Continuation sheet: {item.number ?? "form COP1"}</h2>
      <dl className="facts mt-2">
        <dt>Applicant</dt>
        <dd>{applicant || "Not answered yet"}</dd>
        <dt>Person to whom the application relates</dt>
        <dd>{person || "Not answered yet"}</dd>
        <dt>Date of birth</dt>
        <dd>{dateOfBirth || "Not answered yet"}</dd>
        <dt>Question</dt>
        <dd>
          {item.number} {item.title}
        </dd>
      </dl>
      <Texts texts={item.texts} />
    </section>
  );
}
