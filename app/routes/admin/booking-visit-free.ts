import { answerFreeList } from "#app/features/visits/staff-pages/agree-visit.server.ts";
import type { Route } from "./+types/booking-visit-free";

/** Who is free for what is typed into the form of a visit: the page asks while somebody types. */
export async function action(args: Route.ActionArgs) {
  return Response.json(await answerFreeList(args));
}
