import { useEffect, useId, useRef, type ReactNode } from "react";
import { useLocation } from "react-router";
import { classes } from "./classes.ts";

type FoldProps = {
  id?: string;
  heading: ReactNode;
  /** Open on a phone, too. */
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
};

/** The width from which `fold` in `staff.css` shows everything. */
const DESK = "(min-width: 60rem)";

/** A card that is folded on a phone and open on a desk. A link to something inside opens it. */
export function Fold({ id, heading, isOpen = false, className, children }: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const headingId = useId();
  const { hash, key } = useLocation();
  useEffect(() => {
    const details = fold.current!;
    // With scripts, the fold can be closed on a desk, too.
    details.classList.add("is-foldable");
    if (matchMedia(DESK).matches) details.open = true;
  }, []);
  useEffect(() => {
    const details = fold.current!;
    const target = hash === "" ? null : document.getElementById(hash.slice(1));
    if (!target || !details.contains(target) || details.open) return;
    details.open = true;
    target.scrollIntoView();
  }, [hash, key]);
  return (
    <details id={id} ref={fold} className={classes("card fold", className)} open={isOpen}>
      <summary>
        <h2 id={headingId}>{heading}</h2>
      </summary>
      <section aria-labelledby={headingId}>{children}</section>
    </details>
  );
}
