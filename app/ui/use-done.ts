import { useState } from "react";
import { useActionData, useLocation, useSearchParams } from "react-router";

/** The text for what `?done=` in the address names; none once a form of this page was answered. */
export function useDone(texts: Record<string, string>): string | undefined {
  const [query] = useSearchParams();
  const isAnswered = useActionData() !== undefined;
  const done = query.get("done") ?? "";
  return !isAnswered && Object.hasOwn(texts, done) ? texts[done] : undefined;
}

/** Another key each time that the page says something: a form with this key is empty then. */
export function useKeyOf(said: string | undefined): string {
  const { key } = useLocation();
  const [keySaid, setKeySaid] = useState(key);
  if (said && key !== keySaid) setKeySaid(key);
  return keySaid;
}
