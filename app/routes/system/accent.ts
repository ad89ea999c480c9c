import { data } from "react-router";
import type { Route } from "./+types/accent";

/** The style sheet of a practice's own accent. A file: React puts no nonce on a style that it adds in the browser. */
export function loader({ params }: Route.LoaderArgs) {
  const [, colour] = /^([0-9a-f]{6})\.css$/.exec(params.file ?? "") ?? [];
  if (!colour) throw data(null, { status: 404 });
  return new Response(`:root{--accent:#${colour}}`, {
    headers: { "Content-Type": "text/css", "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
