import { lazy, Suspense, type ComponentType } from "react";

/** A component that loads when first needed; nothing is shown before, and `substitute` or nothing if that fails. */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  substitute: ComponentType<Props> = () => null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load().catch(() => substitute) }));
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
