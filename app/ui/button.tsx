import type { ComponentProps, MouseEvent } from "react";
import { Link } from "react-router";
import { classes } from "./classes.ts";

type Look = { look?: "main" | "quiet" | "danger"; isSmall?: boolean };

function lookClasses({ look = "main", isSmall }: Look, className?: string): string {
  return classes("button", look !== "main" && `is-${look}`, isSmall && "is-small", className);
}

/** `intent`: what the form asks for when this button sends it. */
type ButtonProps = ComponentProps<"button"> & Look & { intent?: string | undefined };

export function Button({ look, isSmall, className, intent, type = "submit", ...rest }: ButtonProps) {
  const named = intent && { name: "intent", value: intent };
  return <button type={type} className={lookClasses({ look, isSmall }, className)} {...named} {...rest} />;
}

/** For a submit button: with scripts `act` is done, and the form is not sent. */
export const inPlaceOfSubmit = (act: () => void) => (event: MouseEvent) => {
  event.preventDefault();
  act();
};

export function ButtonLink({ look, isSmall, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link className={lookClasses({ look, isSmall }, className)} {...rest} />;
}
