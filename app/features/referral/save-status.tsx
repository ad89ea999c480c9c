import type { AutosaveState } from "./autosave.ts";

type SaveStatusProps = {
  state: AutosaveState;
  /** What to say while nothing was typed: when it was last saved. */
  lastSaved: string | null;
  /** The section was saved before: a failed save is a failed update. */
  isUpdate: boolean;
};

/** SPEC section 8. */
const failure = (isUpdate: boolean) => (isUpdate ? "Failed to update form" : "Failed to create form");

function statusText({ state, lastSaved, isUpdate }: SaveStatusProps): string {
  switch (state.kind) {
    case "saving":
      return "Saving...";
    case "saved":
      return `Saved at ${state.savedAt}`;
    case "unsaved":
      return "Not saved yet";
    case "restored":
      return "We brought back what was not saved yet.";
    case "offline":
      return "You seem to be offline. What you typed is kept on this page, and we keep trying.";
    case "failed":
      return `${failure(isUpdate)}. What you typed is kept on this page, and we keep trying.`;
    case "denied":
      return `${failure(isUpdate)}: your access has ended. Please sign in, or open the newest link from your e-mail, in another tab. What you typed is kept on this page, and we keep trying.`;
    case "refused":
      return state.message;
    case "conflict":
      return "Not saved: somebody else changed this section. Both texts are at the top of the form.";
    default:
      return lastSaved ?? "";
  }
}

/** Whether what is on the page is saved; it stays in view while one types. */
export function SaveStatus(props: SaveStatusProps) {
  const isBad = ["offline", "failed", "denied", "refused", "conflict"].includes(props.state.kind);
  return (
    <p role="status" className={isBad ? "save-status is-bad" : "save-status"}>
      {statusText(props)}
    </p>
  );
}
