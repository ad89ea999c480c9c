import { z } from "zod";
import type { PageOfList } from "#app/features/booking/record/queries.server.ts";

export const MAX_ROWS = 500;

/** The end of the previous page. Lists are sorted by these two. */
type Position = { createdAt: string; id: string };

export const writeCursor = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt} ${id}`).toString("base64url");

export function readCursor(cursor: string): Position | null {
  const [, createdAt, id] =
    /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\w-]{1,64})$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ??
    [];
  return createdAt && id ? { createdAt, id } : null;
}

export const PageQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, "limit must be a whole number.")
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MAX_ROWS, `limit must be between 1 and ${MAX_ROWS}.`)
    .optional()
    .meta({
      description: `How many to return, 1 to ${MAX_ROWS}. All of them when it is left out, or as many as the server sends at once.`,
    }),
  cursor: z
    .string()
    .max(200, "cursor must be one that an earlier answer gave.")
    .transform((cursor, context) => {
      const position = readCursor(cursor);
      if (!position)
        context.addIssue({ code: "custom", message: "cursor must be one that an earlier answer gave." });
      return position ?? z.NEVER;
    })
    .optional()
    .meta({ description: "Where to go on: take it from the Link header of the answer before." }),
});

/** The rows to read for a page: one more than requested, to know whether there is a next page. */
export const pageRequest = ({ limit, cursor }: z.output<typeof PageQuery>): PageOfList => ({
  ...(limit !== undefined && { limit: limit + 1 }),
  ...(cursor && { before: cursor.id }),
});

export function toPage<Item extends { id: string; createdAt: string }>(
  request: Request,
  limit: number | undefined,
  items: Item[],
): { items: Item[]; headers: Record<string, string> } {
  if (limit === undefined || items.length <= limit) return { items, headers: {} };
  const page = items.slice(0, limit);
  return { items: page, headers: linkAfter(request, page.at(-1)!) };
}

/** The `Link` header of a page that ends here: its list goes on there. */
export function linkAfter(request: Request, end: Position): { Link: string } {
  const next = new URL(request.url);
  next.searchParams.set("cursor", writeCursor(end));
  return { Link: `<${next.href}>; rel="next"` };
}
