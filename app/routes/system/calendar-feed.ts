import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { readFeed } from "#app/features/visits/calendar/calendar-feed.server.ts";
import type { Route } from "./+types/calendar-feed";

/** A user's visits for a calendar program. The secret is in the address: every other address is not found. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const token = /^([\w-]+)\.ics$/.exec(params.file)?.[1];
  const feed =
    token &&
    (await readFeed(deps, { userId: params.userId, token, knownTags: request.headers.get("If-None-Match") }));
  if (!feed) throw data(null, { status: 404 });
  const headers = { ETag: feed.tag, "Cache-Control": "private, max-age=900" };
  if (feed.content === null) return new Response(null, { status: 304, headers });
  return new Response(feed.content, {
    headers: { ...headers, "Content-Type": "text/calendar; charset=utf-8" },
  });
}
