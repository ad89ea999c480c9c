import { useState } from "react";
import { useActionData, useLocation, useSearchParams } from "react-router";

/** The text for what `?done=` in the address names; none once a form of this page was answered. */
export function useDone(texts: Record<string, string>): string | undefined {
  const [query] = useSearchParams();
  const isAnswered = useActionData() !== undefined;
  const done = query.get("done") ?? "";
  return !isAnswered && Object.hasOwn(texts, done) ? texts[done] : undefined;
}

/** The notice that the loader found for the address (`answerForms`), unless a form was refused since. */
export function useSaid(said: string | undefined): string | undefined {
  return useActionData() === undefined ? said : undefined;
}

/** A key that changes each time `said` is given: it empties the form that has it. */
export function useKeyOf(said: string | undefined): string {
  const { key } = useLocation();
  const [keySaid, setKeySaid] = useState(key);
  if (said && key !== keySaid) setKeySaid(key);
  return keySaid;
}
