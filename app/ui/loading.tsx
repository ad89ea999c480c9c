import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** After this somebody wonders whether their press was noticed, and presses again. */
const PATIENCE_MS = 500;

/** Says that a page is on its way: the browser shows nothing of what scripts fetch. */
export function Loading() {
  const isPending = useNavigation().state !== "idle";
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending]);
  return (
    <p className="loading no-print" aria-live="polite">
      {isSlow ? "Loading…" : ""}
    </p>
  );
}
