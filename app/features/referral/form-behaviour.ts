import { NONE } from "#app/features/referral-sections/fields.ts";
import { emptyControls } from "#app/forms/use-live-form.ts";

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

/** Upper-cases a postcode, lets None exclude the others, and clears answers that another one rules out. The server
 * applies the same rules when it saves. */
export function helpTyping(target: EventTarget): void {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.dataset.case === "upper") upperCase(target);
  if (target.type === "checkbox" && target.checked) keepNoneAlone(target);
  if (target.dataset.clears === undefined) return;
  const revealed = target.closest(".reveal")?.querySelector(".revealed");
  emptyControls(revealed?.querySelectorAll("input, textarea, select"));
}
