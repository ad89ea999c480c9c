import { partKeys, type Draft } from "./draft.ts";
import type { PartKey } from "./parts.ts";
import { writePath } from "./write-path.ts";
import { intentOf } from "#app/forms/intent.ts";

/** The page after a part was saved: the one that was asked for, the same one, or the next. */
export function destinationOf(
  visitId: string,
  draft: Pick<Draft, "parts">,
  key: PartKey,
  form: FormData,
  isAnyLeftOut: boolean,
): string {
  const pages = [...partKeys(draft), "check"];
  if (isAnyLeftOut) return `${writePath(visitId, key)}?done=left-out`;
  if (intentOf(form) === "save") return `${writePath(visitId, key)}?done=saved`;
  const asked = pages.find((page) => page === form.get("goTo"));
  return writePath(visitId, asked ?? pages[pages.indexOf(key) + 1]);
}
