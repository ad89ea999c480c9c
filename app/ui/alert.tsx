import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { classes } from "./classes.ts";
import { useTakesFocus } from "./use-takes-focus.ts";

type AlertProps = {
  tone?: "info" | "good" | "warning" | "bad";
  heading?: ReactNode;
  /** One paragraph, above the children. */
  text?: ReactNode;
  children?: ReactNode;
  /** Announced when it appears. Leave out for what is there from the start. */
  isLive?: boolean;
  className?: string;
};

export function Alert({ tone = "info", heading, text, children, isLive = false, className }: AlertProps) {
  return (
    <div
      className={classes("alert", tone !== "info" && `is-${tone}`, className)}
      role={isLive ? (tone === "bad" ? "alert" : "status") : undefined}
    >
      {heading ? <h2>{heading}</h2> : null}
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  );
}

/** The notice of what was done: whoever pressed reads on there. */
export function Done({ text }: { text: string | false | null | undefined }) {
  const { key } = useLocation();
  const focus = useTakesFocus<HTMLDivElement>(text ? key : null);
  if (!text) return null;
  return (
    <div className="alert is-good" role="status" {...focus}>
      <p>{text}</p>
    </div>
  );
}
