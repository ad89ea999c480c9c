import { listRoles } from "#app/features/accounts/queries.server.ts";
import { listRolesCall } from "#app/features/api/operations/admin.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";

const route = apiRoute(serve(listRolesCall, async ({ deps, reply }) => reply(200, await listRoles(deps))));

export const loader = route.loader;
export const action = route.action;
