import type { AutosaveState } from "./autosave.ts";

type SaveStatusProps = {
  state: AutosaveState;
  /** What to say while nothing was typed: when it was last saved. */
  lastSaved: string | null;
};

function failureText({ status, version }: AutosaveState): string {
  if (status.kind !== "failed") return "";
  const { why } = status;
  /* SPEC section 8. */
  const failed = version > 0 ? "Failed to update form" : "Failed to create form";
  const kept = "What you typed is kept on this page, and we keep trying.";
  switch (why.kind) {
    case "refused":
      return why.message;
    case "offline":
      return `You seem to be offline. ${kept}`;
    case "failed":
      return `${failed}. ${kept}`;
    case "denied":
      return `${failed}: your access has ended. Please sign in, or open the newest link from your e-mail, in another tab. ${kept}`;
  }
}

function statusText({ state, lastSaved }: SaveStatusProps): string {
  const { status } = state;
  switch (status.kind) {
    case "idle":
      return lastSaved ?? "";
    case "dirty":
      return status.isRestored ? "We brought back what was not saved yet." : "Not saved yet";
    case "saving":
      return "Saving...";
    case "saved":
      return `Saved at ${status.savedAt}`;
    case "failed":
      return failureText(state);
    case "conflict":
      return "Not saved: somebody else changed this section. Both texts are at the top of the form.";
  }
}

/** Whether what is on the page is saved; it stays in view while one types. */
export function SaveStatus(props: SaveStatusProps) {
  const isBad = ["failed", "conflict"].includes(props.state.status.kind);
  return (
    <p role="status" className={isBad ? "save-status is-bad" : "save-status"}>
      {statusText(props)}
    </p>
  );
}
