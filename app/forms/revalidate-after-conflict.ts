import type { ShouldRevalidateFunctionArgs } from "react-router";

/** A `shouldRevalidate` that reloads after a 409, which the framework does not do by itself. */
export function revalidateAfterConflict(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 409 || args.defaultShouldRevalidate;
}

/** A `shouldRevalidate` that reloads after any refusal: another tab may have done what the page's form is for. */
export function revalidateAfterRefusal(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionStatus = 200, defaultShouldRevalidate } = args;
  return (actionStatus >= 400 && actionStatus < 500) || defaultShouldRevalidate;
}
