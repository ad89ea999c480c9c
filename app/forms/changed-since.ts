/** Tells the person who saves a form that the record has another version than the one on the page. `what` says who
 * changed it; `notDone` is what the button would have done. */
export function changedSince(what: string, notDone = "saved"): string {
  return `${what} since this page was shown, so nothing was ${notDone} yet. Fields that differ say what is saved now. Please check the page, then press the button again.`;
}

/** The message at a field whose saved value differs from the typed one. `value` is in words. */
export function savedSince(value: string | null): string[] {
  return [`Saved since: ${value || "nothing"}`];
}
