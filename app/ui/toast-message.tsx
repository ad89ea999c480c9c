import { useEffect, useState } from "react";
import { afterRelease } from "./after-release.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { withWholeCodes } from "./page.tsx";
import type { Toast } from "./toast.ts";

const DEFAULT_DURATION_MS = 5_000;
const REMOVE_DISMISSED_MS = 1_000_000;

export function ToastMessage({ toast, onRemove }: { toast: Toast; onRemove: () => void }) {
  const [isDismissed, setIsDismissed] = useState(false);
  const [isHeld, setIsHeld] = useState(false);

  useEffect(() => {
    if (isHeld && !isDismissed) return;
    const timer = isDismissed
      ? setTimeout(onRemove, REMOVE_DISMISSED_MS)
      : setTimeout(() => setIsDismissed(true), toast.durationMs ?? DEFAULT_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isDismissed, isHeld, onRemove, toast.durationMs]);

  // The style sheet keeps room for the toast, and a focused field is scrolled out from under it.
  useEffect(() => {
    afterRelease(() => {
      const focused = document.activeElement;
      if (focused?.matches("input, select, textarea")) focused.scrollIntoView({ block: "nearest" });
    });
  }, []);

  const isDestructive = toast.variant === "destructive";
  return (
    <div
      className={classes("toast no-print", isDestructive && "is-destructive")}
      role={isDestructive ? "alert" : "status"}
      hidden={isDismissed}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <div>
        <p className="toast-title">{toast.title}</p>
        {toast.description ? <p>{withWholeCodes(toast.description)}</p> : null}
      </div>
      <button type="button" aria-label="Dismiss" onClick={() => setIsDismissed(true)}>
        <Icon name="cross" />
      </button>
    </div>
  );
}
