import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";

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
