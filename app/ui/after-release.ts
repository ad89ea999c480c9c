import { flushSync } from "react-dom";

/** Between the press of a button and its click the page must not move: a click that ends beside the
 * button does nothing. */

/** A tap's click comes a moment after the finger has left. */
const TAP_MS = 300;

let isPressed = false;
let waiting: (() => void)[] = [];

function release(): void {
  isPressed = false;
  const due = waiting;
  waiting = [];
  // Drawn now: a moment later the next press may have begun, and the page would move under it.
  flushSync(() => {
    for (const callback of due) callback();
  });
}

if (typeof document !== "undefined") {
  let timer: ReturnType<typeof setTimeout>;
  const onPress = () => {
    clearTimeout(timer);
    isPressed = true;
  };
  const onEnd = ({ type, pointerType }: Partial<PointerEvent>) => {
    clearTimeout(timer);
    timer = setTimeout(release, type === "pointerup" && pointerType !== "mouse" ? TAP_MS : 0);
  };
  window.addEventListener("pointerdown", onPress, true);
  for (const end of ["pointerup", "click", "pointercancel", "contextmenu", "keyup"]) {
    window.addEventListener(end, onEnd, true);
  }
  // A press may be older than this script.
  isPressed = document.documentElement.matches(":active");
}

/** Calls back now, or once nothing is pressed and the click is done. */
export function afterRelease(callback: () => void): void {
  if (isPressed) waiting.push(callback);
  else callback();
}
