export const SWITCHED_TEXT =
  "Your previous selections have been cleared. Please reselect the assessments you need.";

export function switchedTitle(isVirtual: boolean): string {
  return `Switched to ${isVirtual ? "Virtual" : "Face-to-Face"} pricing`;
}

export function takenOutText(name: string): string {
  return `${name} is face-to-face only, so we have taken it out of your selection.`;
}
