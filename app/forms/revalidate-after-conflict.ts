import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * A route's `shouldRevalidate` where a 409 means that the page shows something old: it is read again, which the framework
 * does not do by itself after a refused POST.
 */
export function revalidateAfterConflict(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 409 || args.defaultShouldRevalidate;
}
