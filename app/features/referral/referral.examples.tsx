import { LONG_TEXT, statesOf, type Examples } from "#app/ui/example.ts";
import type { AutosaveState } from "#app/kit/sections/autosave.ts";
import { optionalSteps, referralSteps, type TaskStep } from "./journey.ts";
import { TaskList } from "./referral-page.tsx";
import { ConflictPanel, SaveStatus } from "#app/kit/sections/section-form.tsx";

const PROGRESS = ["complete", "in-progress", "not-started", "not-started"] as const;
const STEPS: TaskStep[] = referralSteps([{ id: "capacity-gift", name: "Gift" }]).map((step, index) => ({
  ...step,
  progress: PROGRESS[index] ?? "not-started",
}));

const OPTIONAL: TaskStep[] = optionalSteps([{ id: "other" }]).map((step) => ({
  ...step,
  progress: "not-started",
}));

const BOOKING = { id: "example", reference: "MCA-7K4Q-2XPD", staffHref: null };

const START: AutosaveState = {
  kind: "idle",
  conflict: null,
  isEdited: false,
  version: 1,
  seen: "",
  saveIds: [],
};

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
      states: statesOf(TaskList, { booking: BOOKING, steps: STEPS, optional: OPTIONAL })({
        Links: { slug: "gift" },
        "Buttons of a form": { slug: "personal-details", formId: "example" },
        "Long text": { steps: STEPS.map((step) => ({ ...step, title: LONG_TEXT })), slug: "gift" },
      }),
    },
    {
      name: "SaveStatus",
      of: [SaveStatus],
      states: statesOf(SaveStatus, { lastSaved: null })({
        "Nothing typed": { state: START, lastSaved: "Last saved at 13:58" },
        "Not saved yet": { state: { ...START, kind: "edited" } },
        Busy: { state: { ...START, kind: "saving" } },
        Saved: { state: { ...START, kind: "saved", savedAt: "14:05" } },
        Offline: { state: { ...START, kind: "offline" } },
        Failed: { state: { ...START, kind: "failed" } },
        "Access ended": { state: { ...START, kind: "denied" } },
        Conflict: { state: { ...START, kind: "conflict" } },
      }),
    },
    {
      name: "ConflictPanel",
      of: [ConflictPanel],
      place: "alone",
      states: { Normal: <ConflictPanel conflict={CONFLICT} /> },
    },
  ],
} satisfies Examples;
