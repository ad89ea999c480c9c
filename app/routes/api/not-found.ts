import { apiRoute } from "#app/features/api/serve.server.ts";

const route = apiRoute();

/** Every address under /api that is none: 404 as JSON, whatever the method. */
export const loader = route.loader;
export const action = route.action;
