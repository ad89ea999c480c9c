import { redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/guards.server.ts";
import type { Route } from "./+types/home";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireStaff(context, request);
  throw redirect("/admin/dashboard");
}
