import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";

type CardProps = { heading?: ReactNode; children: ReactNode; className?: string };

/** A titled section on a white ground. */
export function Card({ heading, children, className }: CardProps) {
  const id = useId();
  return (
    <section className={classes("card", className)} aria-labelledby={heading ? id : undefined}>
      {heading ? <h2 id={id}>{heading}</h2> : null}
      {children}
    </section>
  );
}
