import { OPERATIONS } from "./operations.ts";

export type ReferenceGroup = {
  title: string;
  calls: {
    id: string;
    method: string;
    path: string;
    summary: string;
    /** Text and code in turn. */
    description: string[];
  }[];
};

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
