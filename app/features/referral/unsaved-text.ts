/**
 * What was typed and not saved yet, kept for a reload of the same tab: in sessionStorage only, never localStorage, because
 * the computer may be shared (DESIGN section 1, the first promise).
 */

export type UnsavedText = {
  /** The version of the section on which it is based, and the marks of what that one said. */
  version: number;
  seen: string;
  entries: [name: string, value: string][];
  /** Sent as the answer to a conflict: the fields for which the saved text was chosen. */
  givenUp?: string[];
};

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control => "value" in element && "name" in element && element.tagName !== "BUTTON",
  );
}

const isTick = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

/** What a form holds, without its hidden controls. */
export function formEntries(form: HTMLFormElement): UnsavedText["entries"] {
  return controlsOf(form)
    .filter((control) => control.type !== "hidden" && (!isTick(control) || control.checked))
    .map((control) => [control.name, control.value]);
}

/** True when a control holds something else than the page was sent with. */
export function isEdited(form: HTMLFormElement): boolean {
  return controlsOf(form).some((control) => {
    if (control.type === "hidden") return false;
    if (isTick(control)) return control.checked !== control.defaultChecked;
    if (control instanceof HTMLSelectElement) {
      const chosen = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
      return chosen !== undefined && control.value !== chosen.value;
    }
    return control.value !== control.defaultValue;
  });
}

/** Puts kept text back into the form, but for the fields that were given up. */
export function restoreText(form: HTMLFormElement, { entries, givenUp = [] }: UnsavedText): void {
  const isGivenUp = (name: string) => givenUp.some((field) => name === field || name.startsWith(`${field}-`));
  for (const control of controlsOf(form)) {
    if (control.type === "hidden" || isGivenUp(control.name)) continue;
    const values = entries.filter(([name]) => name === control.name).map(([, value]) => value);
    if (isTick(control)) control.checked = values.includes(control.value);
    else if (values[0] !== undefined) control.value = values[0];
  }
}

/** Keeps text under a key; null forgets it. A full or forbidden storage is no reason to stop typing. */
export function keepUnsaved(key: string, text: UnsavedText | null): void {
  try {
    if (text) sessionStorage.setItem(key, JSON.stringify(text));
    else sessionStorage.removeItem(key);
  } catch {
    return;
  }
}

/** What was kept under a key, or null. */
export function findUnsaved(key: string): UnsavedText | null {
  try {
    const kept = sessionStorage.getItem(key);
    return kept ? (JSON.parse(kept) as UnsavedText) : null;
  } catch {
    return null;
  }
}
