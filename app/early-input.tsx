import { useLayoutEffect, useState } from "react";

/** Keeps what was typed before React started when React draws the page anew: it does so where a browser's extension or
 * a translator has changed the server's HTML. The old elements still have their values then. */

const KEPT = "input, select, textarea, button, a, summary, details";

type Kept = HTMLInputElement & HTMLDetailsElement;

/** The page's controls, each under a key that is the same in the server's HTML and in React's. */
function readControls(): Map<string, Kept> {
  const controls = new Map<string, Kept>();
  const counts = new Map<string, number>();
  for (const control of document.querySelectorAll<Kept>(KEPT)) {
    const value = /checkbox|radio/.test(control.type) ? control.value : "";
    const key = [control.localName, control.form?.id, control.id, control.name, value].join(" ");
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    controls.set(`${key} ${count}`, control);
  }
  return controls;
}

let focused: Kept | null = null;

if (typeof document !== "undefined") {
  focused = document.activeElement as Kept | null;
  document.addEventListener("focusin", ({ target }) => (focused = target as Kept));
  // An element that is taken out of the page loses the focus too, and has gone when the microtask runs.
  document.addEventListener("focusout", ({ target }) =>
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected) focused = null;
    }),
  );
}

function copyState(from: Kept, to: Kept): void {
  if (from.localName === "details") to.open = from.open;
  else if (/checkbox|radio/.test(from.type)) to.checked = from.checked;
  else if (from.type === "file") to.files = from.files;
  else if (!/hidden|submit|button/.test(from.type) && from.value !== undefined) to.value = from.value;
}

function moveFocus(from: Kept, to: Kept): void {
  to.focus();
  if (/^(text|search|tel|url|password|textarea)$/.test(from.type)) {
    to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? undefined);
  }
}

/** Must come before every component that reads controls in a layout effect. */
export function EarlyInput() {
  const [early] = useState(() => (typeof document === "undefined" ? null : readControls()));
  useLayoutEffect(() => {
    if (![...early!.values()].some((control) => !control.isConnected)) return;
    const drawn = readControls();
    const pairs = [...early!].flatMap(([key, control]) => {
      const successor = drawn.get(key);
      return successor && successor !== control ? [[control, successor] as const] : [];
    });
    for (const [control, successor] of pairs) copyState(control, successor);
    // Last: a page that does not show all of its fields yet is shorter, and would scroll.
    for (const [control, successor] of pairs) if (control === focused) moveFocus(control, successor);
  }, [early]);
  return null;
}
