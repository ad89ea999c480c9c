import { useEffect, useRef } from "react";

/**
 * A blur handler that waits for a pressed pointer to be released before it calls `onLeave` with the control's trimmed
 * text: a message that appears on mousedown would push the button away from under the click.
 */
export function useOnLeave(onLeave: (text: string) => void) {
  const isPressed = useRef(false);

  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
    };
    document.addEventListener("pointerdown", press, true);
    document.addEventListener("pointercancel", release, true);
    document.addEventListener("pointerup", release);
    return () => {
      document.removeEventListener("pointerdown", press, true);
      document.removeEventListener("pointercancel", release, true);
      document.removeEventListener("pointerup", release);
    };
  }, []);

  return (event: { target: { value: string } }) => {
    const text = event.target.value.trim();
    if (!isPressed.current) return onLeave(text);
    /* The click comes in the same task as the release, or right after it. */
    document.addEventListener("pointerup", () => setTimeout(() => onLeave(text)), { once: true });
  };
}
