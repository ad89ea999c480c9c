import { data } from "react-router";
import { requireStaff, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { findOrganisation } from "#app/features/organisations/record/change-organisation.server.ts";
import { requireOrganisations } from "#app/features/organisations/record/member-guards.server.ts";

/** The organisation of a page of staff; the not-found page for an unknown one, and while there are none at all. */
export async function requireStaffOrganisation(context: RouteContext, request: Request, id: string) {
  const found = await requireStaff(context, request);
  requireOrganisations(context);
  const organisation = await findOrganisation(found.deps, id);
  if (!organisation) throw data(null, { status: 404 });
  return { ...found, organisation };
}
