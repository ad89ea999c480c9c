import type { ShouldRevalidateFunctionArgs } from "react-router";

/** A `shouldRevalidate` that reloads after a 409, which the framework does not do by itself. */
export function revalidateAfterConflict(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 409 || args.defaultShouldRevalidate;
}
