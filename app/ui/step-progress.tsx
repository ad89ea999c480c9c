import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { classes } from "./classes.ts";
import { useHydrated } from "./use-hydrated.ts";

type ProgressStep = { name: string; description: string; isDone: boolean };

const TOOLTIP_DELAY_MS = 700;
const TOOLTIP_SKIP_DELAY_MS = 300;

export function StepProgress({ steps, current }: { steps: ProgressStep[]; current: number }) {
  const isHydrated = useHydrated();
  const { listRef, ...tooltip } = useStepTooltip();
  const [focused, setFocused] = useState<number | null>(null);
  const percent = Math.round((current / steps.length) * 100);
  return (
    <nav aria-label="Progress" className="no-print">
      <ol className="steps" ref={listRef} onKeyDown={moveAlongSteps}>
        {steps.map((step, index) => {
          const number = index + 1;
          const isCurrent = number === current;
          const isDone = step.isDone && !isCurrent;
          const mark = isDone ? "✓" : number;
          return (
            <li
              key={step.name}
              className={classes(isDone && "is-done")}
              aria-current={isCurrent ? "step" : undefined}
              onPointerEnter={(event) => event.pointerType === "mouse" && tooltip.hover(number)}
              onPointerLeave={(event) => event.pointerType === "mouse" && tooltip.leave()}
            >
              {isHydrated ? (
                <button
                  type="button"
                  className="step-circle"
                  aria-label={`About step ${number}, ${step.name}${isDone ? " (done)" : ""}`}
                  aria-expanded={tooltip.shown === number}
                  tabIndex={number === (focused ?? current) ? 0 : -1}
                  onFocus={() => setFocused(number)}
                  onBlur={() => setFocused(null)}
                  onClick={() => tooltip.press(number)}
                >
                  {mark}
                </button>
              ) : (
                <span className="step-circle" aria-hidden="true">
                  {mark}
                </span>
              )}
              <span className="step-name">{step.name}</span>
              {tooltip.shown === number ? (
                <span className="tooltip" role="tooltip">
                  <strong>{step.name}</strong>
                  <br />
                  {step.description}
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
      <progress value={percent} max={100} aria-label={`Step ${current} of ${steps.length}`}>
        {`${percent}%`}
      </progress>
      <p className="note mt-1">{`Step ${current} of ${steps.length} · ${percent}% complete`}</p>
    </nav>
  );
}

/** One Tab stop for all steps, so that the form is near; the arrow keys lead from step to step. */
function moveAlongSteps(event: KeyboardEvent<HTMLOListElement>) {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (at < 0 || to === undefined || !buttons[to]) return;
  event.preventDefault();
  buttons[to].focus();
}

type Shown = { step: number; isPinned: boolean };

/** A press pins or closes a tooltip, a resting mouse shows one after a delay, Escape or a press elsewhere closes it. */
function useStepTooltip() {
  const [shown, setShown] = useState<Shown | null>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastClosed = useRef(0);

  useEffect(() => {
    if (shown === null) return;
    const close = () => setShown(null);
    const onKey = (event: globalThis.KeyboardEvent) => event.key === "Escape" && close();
    const onPress = (event: PointerEvent) => {
      if (!listRef.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  }, [shown]);

  return {
    shown: shown?.step ?? null,
    listRef,
    press: (step: number) => {
      clearTimeout(timer.current);
      setShown((previous) =>
        previous?.isPinned && previous.step === step ? null : { step, isPinned: true },
      );
    },
    hover: (step: number) => {
      clearTimeout(timer.current);
      const isSkipping = performance.now() - lastClosed.current < TOOLTIP_SKIP_DELAY_MS;
      const show = () => setShown((previous) => previous ?? { step, isPinned: false });
      timer.current = setTimeout(show, isSkipping ? 0 : TOOLTIP_DELAY_MS);
    },
    leave: () => {
      clearTimeout(timer.current);
      lastClosed.current = performance.now();
      setShown((previous) => (previous?.isPinned ? previous : null));
    },
  };
}
