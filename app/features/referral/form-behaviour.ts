import { NONE } from "./fields.ts";

/** Small helps while typing; the server applies the same rules when it saves. */

function clear(input: HTMLInputElement): void {
  if (input.type === "checkbox" || input.type === "radio") input.checked = false;
  else input.value = "";
}

function keepNoneAlone(box: HTMLInputElement): void {
  const boxes = box.form?.querySelectorAll<HTMLInputElement>(`input[name="${box.name}"]`) ?? [];
  for (const other of boxes) {
    if (other !== box && (box.value === NONE || other.value === NONE)) other.checked = false;
  }
}

function upperCase(input: HTMLInputElement): void {
  const { selectionStart, selectionEnd } = input;
  const upper = input.value.toUpperCase();
  if (upper === input.value) return;
  input.value = upper;
  input.setSelectionRange(selectionStart, selectionEnd);
}

/** Upper-cases a postcode, lets None exclude the others, and clears what "no" makes void. */
export function helpTyping(target: EventTarget): void {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.dataset.case === "upper") upperCase(target);
  if (target.type === "checkbox" && target.checked) keepNoneAlone(target);
  if (target.type === "radio" && target.value === "no") {
    target.closest(".reveal")?.querySelectorAll<HTMLInputElement>(".revealed input").forEach(clear);
  }
}
