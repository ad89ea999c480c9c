import { apiRoute } from "#app/features/api/serve.server.ts";

const route = apiRoute();

export const loader = route.loader;
export const action = route.action;
