import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import type { Route } from "./+types/logo";

/** The practice's logo. Its address changes with the picture. */
export function loader({ params, context }: Route.LoaderArgs) {
  const { logo } = context.get(requestScope).deps.settings.current();
  if (!logo.png || params.file !== `${logo.hash}.png`) throw data(null, { status: 404 });
  return new Response(Buffer.from(logo.png, "base64"), {
    headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
