import { lazy, Suspense, type ComponentType } from "react";

/** A component whose script loads when it is first needed. Until then it shows nothing; if that fails, `substitute`. */
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
