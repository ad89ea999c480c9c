import type { ReactNode } from "react";
import { classes } from "./classes.ts";

type AlertProps = {
  tone?: "info" | "good" | "warning" | "bad";
  heading?: ReactNode;
  children?: ReactNode;
  /** Announces itself when it appears. Leave it out for what stands there from the start. */
  isLive?: boolean;
  className?: string;
};

/** A notice within the page. A live `bad` one is announced at once, the others when the reader pauses. */
export function Alert({ tone = "info", heading, children, isLive = false, className }: AlertProps) {
  return (
    <div
      className={classes("alert", tone !== "info" && `is-${tone}`, className)}
      role={isLive ? (tone === "bad" ? "alert" : "status") : undefined}
    >
      {heading ? <h2>{heading}</h2> : null}
      {children}
    </div>
  );
}
