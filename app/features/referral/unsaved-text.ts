import { CHOICE_PREFIX } from "./section-form.ts";

/** Unsaved text for a reload. In sessionStorage, never localStorage: the computer may be shared. */
export type UnsavedText = [name: string, value: string][];

export function textOf(form: HTMLFormElement): UnsavedText {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)]);
}

export function isEdited(form: HTMLFormElement): boolean {
  const untouched = form.cloneNode(true) as HTMLFormElement;
  untouched.reset();
  return JSON.stringify(textOf(untouched)) !== JSON.stringify(textOf(form));
}

/** Puts kept text back, except where the saved text was chosen after a conflict. */
export function restoreText(form: HTMLFormElement, kept: UnsavedText): void {
  const givenUp = kept
    .filter(([name, value]) => name.startsWith(CHOICE_PREFIX) && value === "saved")
    .map(([name]) => name.slice(CHOICE_PREFIX.length));
  const isGivenUp = (name: string) => givenUp.some((field) => name === field || name.startsWith(`${field}-`));
  for (const control of form.querySelectorAll<HTMLInputElement>("input, textarea, select")) {
    if (control.type === "hidden" || isGivenUp(control.name)) continue;
    const values = kept.filter(([name]) => name === control.name).map(([, value]) => value);
    if (control.type === "checkbox" || control.type === "radio")
      control.checked = values.includes(control.value);
    else if (values[0] !== undefined) control.value = values[0];
  }
}

/** Null deletes the kept text. A full or forbidden storage is ignored. */
export function keepUnsaved(key: string, text: UnsavedText | null): void {
  try {
    if (text) sessionStorage.setItem(key, JSON.stringify(text));
    else sessionStorage.removeItem(key);
  } catch {
    return;
  }
}

export function findUnsaved(key: string): UnsavedText | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return Array.isArray(kept) ? kept : null;
  } catch {
    return null;
  }
}
