import { OPERATIONS } from "./operations.ts";

/** The calls as the documentation page lists them where no script runs. */
export type ReferenceGroup = {
  title: string;
  calls: {
    id: string;
    method: string;
    path: string;
    summary: string;
    /** Text and, at every second place, code. */
    description: string[];
  }[];
};

/** Every call, grouped by tag in the order of the declarations. */
export function referenceGroups(): ReferenceGroup[] {
  const groups = Map.groupBy(OPERATIONS, ({ tag }) => tag);
  return [...groups].map(([title, operations]) => ({
    title,
    calls: operations.map(({ id, method, path, summary, description }) => ({
      id,
      method,
      path,
      summary,
      description: description?.split("`") ?? [],
    })),
  }));
}
