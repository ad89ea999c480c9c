import { openApiDocument, readDescription } from "#app/features/api/openapi.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";

export const loader = apiRoute(
  serve(readDescription, async ({ deps, reply }) => {
    const { name, email } = deps.settings.current().company;
    return reply(200, openApiDocument({ name, origin: deps.env.APP_ORIGIN, email }));
  }),
);
export const action = loader;
