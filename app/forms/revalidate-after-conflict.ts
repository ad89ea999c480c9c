import type { ShouldRevalidateFunctionArgs } from "react-router";

/** A route's `shouldRevalidate`: reloads the page's data after a 409, which the framework does not do after a refused
 * POST. */
export function revalidateAfterConflict(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 409 || args.defaultShouldRevalidate;
}
