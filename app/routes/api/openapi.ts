import { openApiDocument } from "#app/features/api/openapi.ts";
import { readDescription } from "#app/features/api/operations/description.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";

const route = apiRoute(
  serve(readDescription, async ({ deps: { env }, reply }) => {
    return reply(
      200,
      openApiDocument({ name: env.SITE_NAME, origin: env.APP_ORIGIN, email: env.CONTACT_EMAIL }),
    );
  }),
);

export const loader = route.loader;
export const action = route.action;
