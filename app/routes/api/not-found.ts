import { apiRoute } from "#app/features/api/serve.server.ts";

export const loader = apiRoute();
export const action = loader;
