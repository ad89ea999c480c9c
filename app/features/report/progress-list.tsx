import { formatLongDate } from "#app/platform/dates.ts";
import { PROGRESS_STEPS, currentStep, type Progress } from "./progress.ts";

/** `due Thursday 25 March 2027`; empty where no day is known. */
function dayInWords({ step, day }: Progress[number]): string {
  if (day === null) return "";
  return step === "writing" ? `due ${formatLongDate(day)}` : formatLongDate(day);
}

/** The steps in order; the present one is marked in words and for screen readers. */
export function ProgressList({ progress }: { progress: Progress }) {
  const current = currentStep(progress);
  return (
    <ol className="stack">
      {progress.map((one) => {
        const { step, isDone } = one;
        const words = dayInWords(one);
        return (
          <li key={step} aria-current={step === current ? "step" : undefined} className="flex gap-x-2">
            <span aria-hidden="true">{isDone ? "✓" : step === current ? "→" : "○"}</span>
            <span className={step === current ? "font-semibold" : undefined}>
              {PROGRESS_STEPS[step]}
              {words ? <span className="note font-normal"> ({words})</span> : null}
              <span className="sr-only">{isDone ? ", done" : step === current ? ", now" : ", to come"}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** `Report being written (due Thursday 25 March 2027)` */
export function progressInWords(progress: Progress): string {
  const current = currentStep(progress);
  const words = dayInWords(progress.find(({ step }) => step === current)!);
  return words ? `${PROGRESS_STEPS[current]} (${words})` : PROGRESS_STEPS[current];
}
