import type { ReactNode } from "react";
import { classes } from "./classes.ts";

type AlertProps = {
  tone?: "info" | "good" | "warning" | "bad";
  heading?: ReactNode;
  children?: ReactNode;
  /** Announced when it appears. Leave out for what is there from the start. */
  isLive?: boolean;
  className?: string;
};

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

export function Done({ text }: { text: string | false | null | undefined }) {
  if (!text) return null;
  return (
    <Alert tone="good" isLive>
      <p>{text}</p>
    </Alert>
  );
}
