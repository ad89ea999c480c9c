import { answersQuery, type FinderAnswers } from "./recommend.ts";

/** `draft` is the booking that the visitor came from, `change` a page of questions to show although it is answered. */

const DRAFT = /^[\w-]{22}$/;

/** The draft in the address, if well-formed. It gives no access by itself. */
export function draftParameter(query: URLSearchParams): string | null {
  const draft = query.get("draft") ?? "";
  return DRAFT.test(draft) ? draft : null;
}

function href(path: string, answers: FinderAnswers, more: Record<string, string | null>): string {
  const query = answersQuery(answers);
  for (const [name, value] of Object.entries(more)) if (value !== null) query.set(name, value);
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

export function finderHref(
  answers: FinderAnswers,
  { draft = null, change = null }: { draft?: string | null; change?: string | null } = {},
): string {
  return href("/which-assessment", answers, { draft, change });
}

export function resultHref(answers: FinderAnswers, draft: string | null): string {
  return href("/which-assessment/result", answers, { draft });
}
