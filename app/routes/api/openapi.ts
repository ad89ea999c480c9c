import { requestScope } from "#app/context.ts";
import { openApiDocument } from "#app/features/api/openapi.ts";
import type { Route } from "./+types/openapi";

/** GET: the description of the API, OpenAPI 3.1. */
export function loader({ context }: Route.LoaderArgs) {
  const { env } = context.get(requestScope).deps;
  return Response.json(
    openApiDocument({ name: env.SITE_NAME, origin: env.APP_ORIGIN, email: env.CONTACT_EMAIL }),
  );
}
