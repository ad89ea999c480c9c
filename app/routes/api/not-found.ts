import { apiRoute } from "#app/features/api/serve.server.ts";

const route = apiRoute();

/** Unknown addresses under /api: 404 as JSON. */
export const loader = route.loader;
export const action = route.action;
