import { lazy, type ComponentType } from "react";

/**
 * A component that loads when it is first needed and that the page can do without: when it cannot be loaded (the line
 * is gone, or a new version was deployed meanwhile) `substitute` is drawn, or nothing, instead of the error page.
 */
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
