import { lazy, type ComponentType } from "react";

/** A component that loads when first needed; if that fails, `substitute` or nothing is shown. */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  substitute: ComponentType<Props> = () => null,
) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: substitute };
    }
  });
}
