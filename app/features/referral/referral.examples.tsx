import { LONG_TEXT, type Examples } from "#app/ui/example.ts";
import type { AutosaveState } from "./autosave.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { referralSteps, type TaskStep } from "./journey.ts";
import { SaveStatus } from "./save-status.tsx";
import { TaskList } from "./task-list.tsx";

const PROGRESS = ["complete", "in-progress", "not-started", "not-started"] as const;
const STEPS: TaskStep[] = referralSteps([{ id: "capacity-gift", name: "Gift" }]).map((step, index) => ({
  ...step,
  progress: PROGRESS[index] ?? "not-started",
}));

function Status({ lastSaved = null, ...changes }: Partial<AutosaveState> & { lastSaved?: string | null }) {
  const start = { kind: "idle", conflict: null, isEdited: false, version: 1, seen: "", saveIds: [] } as const;
  return <SaveStatus state={{ ...start, ...changes }} lastSaved={lastSaved} />;
}

const CONFLICT = {
  version: 2,
  savedAt: "14:05",
  fields: [
    { name: "reason", label: "Reason", saved: "Court date in May", mine: "", isSavedLikelier: true },
    {
      name: "notes",
      label: "Notes",
      saved: LONG_TEXT,
      mine: `${LONG_TEXT}\nOne line more`,
      isSavedLikelier: false,
    },
  ],
};

export default {
  title: "Referral forms",
  examples: [
    {
      name: "TaskList",
      of: [TaskList],
      place: "alone",
      states: {
        Links: <TaskList bookingId="example" steps={STEPS} currentSlug="gift" />,
        "Buttons of a form": (
          <TaskList bookingId="example" steps={STEPS} currentSlug="personal-details" formId="example" />
        ),
        "Long text": (
          <TaskList
            bookingId="example"
            steps={STEPS.map((step) => ({ ...step, title: LONG_TEXT }))}
            currentSlug="gift"
          />
        ),
      },
    },
    {
      name: "SaveStatus",
      of: [SaveStatus],
      states: {
        "Nothing typed": <Status lastSaved="Last saved at 13:58" />,
        "Not saved yet": <Status kind="edited" />,
        Busy: <Status kind="saving" />,
        Saved: <Status kind="saved" savedAt="14:05" />,
        Offline: <Status kind="offline" />,
        Failed: <Status kind="failed" />,
        "Access ended": <Status kind="denied" />,
        Conflict: <Status kind="conflict" />,
      },
    },
    {
      name: "ConflictPanel",
      of: [ConflictPanel],
      place: "alone",
      states: { Normal: <ConflictPanel conflict={CONFLICT} /> },
    },
  ],
} satisfies Examples;
