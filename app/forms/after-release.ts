let isPressed = false;

if (typeof document !== "undefined") {
  document.addEventListener("pointerdown", () => (isPressed = true), true);
  for (const end of ["pointerup", "pointercancel"] as const) {
    document.addEventListener(end, () => (isPressed = false), true);
  }
}

/** Calls back once no pointer is pressed and its click is done, so that a moving page does not move the button away. */
export function afterRelease(callback: () => void): void {
  if (!isPressed) return callback();
  // The click comes in the same task as the release, or right after it.
  const onEnd = () => setTimeout(callback);
  document.addEventListener("pointerup", onEnd, { once: true });
}
