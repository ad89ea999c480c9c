import { signedOutHeaders } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { signOut } from "#app/features/accounts/sessions/end-sessions.server.ts";
import { logout } from "#app/features/api/operations/auth.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";

const route = apiRoute(
  serve(logout, async ({ deps, request, principal, requestId, reply }) => {
    await signOut(deps, principal, requestId);
    const hasCookies = request.headers.has("Cookie");
    return reply(200, { success: true }, hasCookies ? await signedOutHeaders(deps) : {});
  }),
);

export const loader = route.loader;
export const action = route.action;
