import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";

type CardProps = {
  id?: string;
  /** A link that leads here moves the focus, too. */
  isTarget?: boolean;
  heading?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
};

export function Card({ id, isTarget = false, heading, action, children, className }: CardProps) {
  const headingId = useId();
  const Box = heading ? "section" : "div";
  return (
    <Box
      id={id}
      tabIndex={isTarget ? -1 : undefined}
      className={classes("card", className)}
      aria-labelledby={heading ? headingId : undefined}
    >
      {heading ? (
        <div className="card-head">
          <h2 id={headingId}>{heading}</h2>
          {action}
        </div>
      ) : null}
      {children}
    </Box>
  );
}
