import { LONG_TEXT, type Examples } from "#app/ui/example.ts";
import type { AutosaveState, SendResult } from "./autosave.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { referralSteps, type TaskStep } from "./journey.ts";
import { SaveStatus } from "./save-status.tsx";
import { TaskList } from "./task-list.tsx";

const PROGRESS = ["complete", "in-progress", "not-started", "not-started"] as const;
const STEPS: TaskStep[] = referralSteps([{ id: "capacity-gift", name: "Gift" }]).map((step, index) => ({
  ...step,
  progress: PROGRESS[index] ?? "not-started",
}));

const state = (kind: AutosaveState["kind"], result: SendResult | null = null): AutosaveState => ({
  kind,
  result,
  conflict: null,
  isEdited: false,
  version: 1,
  seen: "",
  saveIds: [],
});

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
        "Nothing typed": <SaveStatus state={state("idle")} lastSaved="Last saved at 13:58" />,
        "Not saved yet": <SaveStatus state={state("edited")} lastSaved={null} />,
        Busy: <SaveStatus state={state("saving")} lastSaved={null} />,
        Saved: (
          <SaveStatus
            state={state("saved", {
              kind: "saved",
              version: 2,
              seen: "",
              savedAt: "14:05",
              progress: "in-progress",
            })}
            lastSaved={null}
          />
        ),
        Offline: <SaveStatus state={state("offline")} lastSaved={null} />,
        Failed: <SaveStatus state={state("failed")} lastSaved={null} />,
        "Access ended": <SaveStatus state={state("denied")} lastSaved={null} />,
        Conflict: <SaveStatus state={state("conflict")} lastSaved={null} />,
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
