import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

/** Opens the browser's print dialog; without JavaScript it says how to print instead. */
export function PrintButton(props: ComponentProps<typeof Button>) {
  return (
    <>
      <Button {...props} type="button" onClick={() => window.print()} />
      <noscript>
        <p className="note">
          To print this page, use your browser’s own print command (Ctrl and P, or ⌘ and P).
        </p>
      </noscript>
    </>
  );
}
