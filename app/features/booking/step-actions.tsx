import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";

/**
 * Pressed by Enter in a text field: browsers take a form's first submit button, which may otherwise be one that does
 * something else. Neither seen nor reached.
 */
export function DefaultButton() {
  return <button className="sr-only" tabIndex={-1} aria-hidden="true" />;
}

/** Back saves without checking; Continue checks. Both are plain submit buttons. */
export function StepActions({ children = <Button>Continue</Button> }: { children?: ReactNode }) {
  return (
    <div className="actions">
      <Button look="quiet" name="intent" value="back">
        Back
      </Button>
      {children}
    </div>
  );
}
