import { Link } from "react-router";
import { answersInWords, finderHref, finderPages, type FinderAnswers } from "./recommend.ts";

/** Questions and answers. When `draft` is given, even null, each has a link to change it. */
export function AnswerList({ answers, draft }: { answers: FinderAnswers; draft?: string | null }) {
  const pageOf = (id: string) =>
    finderPages(answers).find((page) => page.questions.some((question) => question.id === id))!.slug;
  return (
    <dl className="facts">
      {answersInWords(answers).map(({ id, question, answer }) => (
        <div className="contents" key={id}>
          <dt>{question}</dt>
          <dd>
            {answer}
            {draft === undefined ? null : (
              <>
                {" "}
                <Link
                  className="no-print"
                  to={finderHref(answers, { draft, change: pageOf(id) })}
                  aria-label={`Change: ${question}`}
                >
                  Change
                </Link>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
