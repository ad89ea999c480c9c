/** A text that somebody wrote, with its lines. */
export const Words = ({ text }: { text: string }) => (
  <p className="whitespace-pre-line break-words" dir="auto">
    {text}
  </p>
);

type TextsProps = { texts: string[]; answers: string[]; head: string };

/** Questions, each with its answer below a `head`. */
export function QuestionTexts({ texts, answers, head }: TextsProps) {
  return (
    <ol className="list-decimal pl-5 stack">
      {texts.map((text, index) => (
        <li key={index}>
          <Words text={text} />
          {answers[index] ? (
            <p className="whitespace-pre-line break-words">
              <strong>{head}</strong> {answers[index]}
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
