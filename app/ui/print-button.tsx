import { useState, type ComponentProps } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { useHydrated } from "./use-hydrated.ts";

/** The words for a page without scripts keep their place, so that it does not move when scripts start. */
export function PrintButton(props: ComponentProps<typeof Button>) {
  const isHydrated = useHydrated();
  const [isFromServer] = useState(!isHydrated);
  return (
    <>
      <Button {...props} type="button" className="no-print" onClick={() => window.print()} />
      {isFromServer ? (
        <p className={classes("note no-print order-last", isHydrated && "invisible")}>
          To print this page, use your browser’s own print command (Ctrl and P, or ⌘ and P).
        </p>
      ) : null}
    </>
  );
}
