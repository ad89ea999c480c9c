import { Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { PROGRESS_LABELS, stepPath, type Progress, type TaskStep } from "./journey.ts";

type TaskListProps = {
  bookingId: string;
  steps: TaskStep[];
  currentSlug: string;
  /** The form to save before leaving; without one the entries are plain links. */
  formId?: string | undefined;
};

const COLOURS = { "not-started": "grey", "in-progress": "yellow", complete: "green" } as const;

function label(step: TaskStep, progress: Progress): string {
  if (step.kind !== "legal") return PROGRESS_LABELS[progress];
  return progress === "complete" ? "Submitted" : "Not submitted";
}

export function TaskList({ bookingId, steps, currentSlug, formId }: TaskListProps) {
  return (
    <nav aria-label="Sections of the referral form" id="sections" className="aside no-print">
      <Card heading="Sections">
        <ol>
          {steps.map((step) => {
            const isCurrent = step.slug === currentSlug;
            return (
              <li
                key={step.slug}
                aria-current={isCurrent ? "step" : undefined}
                className="flex items-center justify-between gap-x-3 border-t max-sm:flex-wrap border-line py-2 first:border-0"
              >
                {isCurrent ? (
                  <strong>{step.title}</strong>
                ) : formId ? (
                  <button
                    form={formId}
                    name="goTo"
                    value={step.slug}
                    className="link-button shrink text-left"
                  >
                    {step.title}
                  </button>
                ) : (
                  <Link to={stepPath(bookingId, step.slug)}>{step.title}</Link>
                )}
                {step.progress ? (
                  <Badge colour={COLOURS[step.progress]}>{label(step, step.progress)}</Badge>
                ) : null}
              </li>
            );
          })}
        </ol>
      </Card>
      <p className="note mt-3">
        <Link to={`/referral-form/${bookingId}/print`}>Print the whole referral</Link>
      </p>
    </nav>
  );
}
