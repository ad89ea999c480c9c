import { useEffect } from "react";

const PRINTED = "printed-value";

/** Boxes whose text may be longer than they are; the parts of a date and a telephone number are not. */
const BOXES = ".field > .input:is(textarea, [type=text], [type=email])";

type Box = HTMLInputElement | HTMLTextAreaElement;

/** A text that its box cuts on the screen is whole on paper: referral.css shows this one in place of the box. */
function addPrintedValues(): void {
  removePrintedValues();
  for (const box of document.querySelectorAll<Box>(BOXES)) {
    if (box.value === "") continue;
    const text = document.createElement("p");
    text.className = PRINTED;
    text.textContent = box.value;
    box.after(text);
  }
}

function removePrintedValues(): void {
  for (const text of document.querySelectorAll(`.${PRINTED}`)) text.remove();
}

/** Prints what was typed into this page whole, by the browser's own command too. */
export function usePrintedValues(): void {
  useEffect(() => {
    const page = new AbortController();
    addEventListener("beforeprint", addPrintedValues, page);
    addEventListener("afterprint", removePrintedValues, page);
    return () => page.abort();
  }, []);
}
