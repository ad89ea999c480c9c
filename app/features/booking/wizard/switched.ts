/** What is said when the pricing mode was switched over a selection (SPEC section 4): on the page and as a toast. */

export const SWITCHED_TEXT =
  "Your previous selections have been cleared. Please reselect the assessments you need.";

export function switchedTitle(isVirtual: boolean): string {
  return `Switched to ${isVirtual ? "Virtual" : "Face-to-Face"} pricing`;
}
