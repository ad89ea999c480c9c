import type { ComponentProps } from "react";
import { Button } from "./button.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** Opens the print dialog; without JavaScript it says how to print. */
export function PrintButton(props: ComponentProps<typeof Button>) {
  const isHydrated = useHydrated();
  return (
    <>
      <Button {...props} type="button" onClick={() => window.print()} />
      {isHydrated ? null : (
        <p className="note">
          To print this page, use your browser’s own print command (Ctrl and P, or ⌘ and P).
        </p>
      )}
    </>
  );
}
