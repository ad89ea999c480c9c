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
    <ol className="course">
      {progress.map((one) => {
        const { step, isDone } = one;
        const isNow = step === current;
        const words = dayInWords(one);
        return (
          <li key={step} aria-current={isNow ? "step" : undefined} className={isDone ? "is-done" : undefined}>
            <strong>{PROGRESS_STEPS[step]}</strong>
            {words ? <span className="note"> ({words})</span> : null}
            <span className="sr-only">{isDone ? ", done" : isNow ? ", now" : ", to come"}</span>
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
