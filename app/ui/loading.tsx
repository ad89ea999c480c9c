import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

const SLOW_AFTER_MS = 500;

/** Says that a page is loading: browsers show nothing for what scripts fetch. */
export function Loading() {
  const isPending = useNavigation().state !== "idle";
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
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
