import type { AutosaveState } from "./autosave.ts";

const ENDED =
  "your access has ended. Please sign in, or open the newest link from your e-mail, in another tab.";

export function SaveStatus({ state, lastSaved }: { state: AutosaveState; lastSaved: string | null }) {
  const { kind, conflict, version, savedAt, message } = state;
  const failed = version > 0 ? "Failed to update form" : "Failed to create form";
  const trying = conflict ? ": please press the button again." : ", and we keep trying.";
  const kept = `What you typed is kept on this page${trying}`;
  const texts: Record<AutosaveState["kind"], string | null | undefined> = {
    idle: lastSaved,
    edited: "Not saved yet",
    restored: "We brought back what was not saved yet.",
    saving: "Saving...",
    saved: `Saved at ${savedAt}`,
    refused: message,
    offline: `You seem to be offline. ${kept}`,
    denied: `${failed}: ${ENDED} ${kept}`,
    failed: `${failed}. ${kept}`,
    conflict: "Not saved: somebody else changed this section. Both texts are at the top of the form.",
  };
  const isGood = ["idle", "edited", "restored", "saving", "saved"].includes(kind);
  return (
    <p role="status" className={isGood ? "save-status" : "save-status is-bad"}>
      {texts[kind]}
    </p>
  );
}
