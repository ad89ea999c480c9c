import { redirect, type data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { FormReply } from "#app/forms/read-form.server.ts";
import { flashToast } from "#app/ui/flash-toast.ts";
import type { Toast } from "#app/ui/toast.ts";
import { safeRedirect } from "#app/features/accounts/safe-redirect.ts";
import { signedInHeaders } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { type SignedIn } from "#app/features/accounts/sessions/start-session.server.ts";

function homeOf(roleName: string): string {
  return roleName.toLowerCase() === "customer" ? "/customer/dashboard" : "/admin/dashboard";
}

export type PageAnswer = Response | ReturnType<typeof data<FormReply>>;

function returnPath(request: Request): string {
  return safeRedirect(new URL(request.url).searchParams.get("redirectTo"), "");
}

export function nextSignInPage(request: Request, path: string): string {
  const back = returnPath(request);
  return back ? `${path}?redirectTo=${encodeURIComponent(back)}` : path;
}

/** The page to come back to if the person's role may see it, else the home of that role. */
export function landingPath(request: Request, roleName: string): string {
  const home = homeOf(roleName);
  const area = home.slice(0, home.lastIndexOf("/") + 1);
  const back = returnPath(request);
  return back.startsWith(area) ? back : home;
}

export async function landAfterSignIn(
  deps: Pick<Deps, "env">,
  request: Request,
  signedIn: SignedIn,
  toast?: Toast,
): Promise<Response> {
  const headers = await signedInHeaders(deps, signedIn);
  if (toast) headers.append("Set-Cookie", flashToast(toast));
  return redirect(landingPath(request, signedIn.user.roleName), { headers });
}
