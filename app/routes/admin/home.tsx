import { redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { requireStaff } from "#app/features/accounts/guards.server.ts";
import type { Route } from "./+types/home";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireStaff(context.get(requestScope), request);
  throw redirect("/admin/dashboard");
}
