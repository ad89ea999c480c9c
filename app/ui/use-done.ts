import { useActionData, useSearchParams } from "react-router";

/** The text for what `?done=` in the address names; none once a form of this page was answered. */
export function useDone(texts: Record<string, string>): string | undefined {
  const [query] = useSearchParams();
  const isAnswered = useActionData() !== undefined;
  const done = query.get("done") ?? "";
  return !isAnswered && Object.hasOwn(texts, done) ? texts[done] : undefined;
}
