import type { AutosaveState } from "./autosave.ts";

const KEPT = "What you typed is kept on this page, and we keep trying.";
const ENDED =
  "your access has ended. Please sign in, or open the newest link from your e-mail, in another tab.";

function failureText({ result, version }: AutosaveState): string {
  const failed = version > 0 ? "Failed to update form" : "Failed to create form";
  if (result?.kind === "refused") return result.message;
  if (result?.kind === "offline") return `You seem to be offline. ${KEPT}`;
  return result?.kind === "denied" ? `${failed}: ${ENDED} ${KEPT}` : `${failed}. ${KEPT}`;
}

function statusText({ state, lastSaved }: SaveStatusProps): string {
  switch (state.kind) {
    case "idle":
      return lastSaved ?? "";
    case "dirty":
      return state.isRestored ? "We brought back what was not saved yet." : "Not saved yet";
    case "saving":
      return "Saving...";
    case "saved":
      return state.result?.kind === "saved" ? `Saved at ${state.result.savedAt}` : "";
    case "failed":
      return failureText(state);
    case "conflict":
      return "Not saved: somebody else changed this section. Both texts are at the top of the form.";
  }
}

type SaveStatusProps = {
  state: AutosaveState;
  /** Shown until something is typed. */
  lastSaved: string | null;
};

export function SaveStatus(props: SaveStatusProps) {
  const isBad = props.state.kind === "failed" || props.state.kind === "conflict";
  return (
    <p role="status" className={isBad ? "save-status is-bad" : "save-status"}>
      {statusText(props)}
    </p>
  );
}
