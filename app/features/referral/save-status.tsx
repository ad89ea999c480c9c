import type { AutosaveState } from "./autosave.ts";

const KEPT = "What you typed is kept on this page, and we keep trying.";
const ENDED =
  "your access has ended. Please sign in, or open the newest link from your e-mail, in another tab.";

function statusText({ state, lastSaved }: SaveStatusProps): string {
  const { kind, result } = state;
  const failed = state.version > 0 ? "Failed to update form" : "Failed to create form";
  switch (kind) {
    case "idle":
      return lastSaved ?? "";
    case "dirty":
      return state.isRestored ? "We brought back what was not saved yet." : "Not saved yet";
    case "saving":
      return "Saving...";
    case "saved":
      return result?.kind === "saved" ? `Saved at ${result.savedAt}` : "";
    case "refused":
      return result?.kind === "refused" ? result.message : "";
    case "offline":
      return `You seem to be offline. ${KEPT}`;
    case "denied":
      return `${failed}: ${ENDED} ${KEPT}`;
    case "failed":
      return `${failed}. ${KEPT}`;
    case "conflict":
      return "Not saved: somebody else changed this section. Both texts are at the top of the form.";
  }
}

const BAD: AutosaveState["kind"][] = ["refused", "offline", "denied", "failed", "conflict"];

type SaveStatusProps = {
  state: AutosaveState;
  /** Shown until something is typed. */
  lastSaved: string | null;
};

export function SaveStatus(props: SaveStatusProps) {
  return (
    <p role="status" className={BAD.includes(props.state.kind) ? "save-status is-bad" : "save-status"}>
      {statusText(props)}
    </p>
  );
}
