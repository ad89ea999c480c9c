import { lazy, Suspense, type ComponentType } from "react";

/** A component whose script loads when it is first needed. Until then, and if that fails, it shows nothing. */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load().catch(() => () => null) }));
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
