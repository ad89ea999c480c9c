import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type BadgeColour = "yellow" | "green" | "blue" | "red" | "grey";

export function Badge({ colour = "grey", children }: { colour?: BadgeColour; children: ReactNode }) {
  return <span className={classes("badge", colour !== "grey" && `is-${colour}`)}>{children}</span>;
}
