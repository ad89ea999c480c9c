import { findUser, listRoles, listUsers } from "#app/features/accounts/session/queries.server.ts";
import { invalid, tooMany } from "#app/features/api/errors.ts";
import { STAFF_CALLS, User } from "#app/features/api/operations/admin.ts";
import { pageRequest, toPage } from "#app/features/api/paging.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { sendBookingLink } from "#app/features/staff/booking/booking-links.server.ts";
import { createUser } from "#app/features/accounts/users/create-user.server.ts";

export const loader = apiRoute(
  serve(STAFF_CALLS.sendBookingLink, async ({ deps, readBody, reply, by }) => {
    const { email, assessments } = await readBody();
    const sent = await sendBookingLink(deps, { email, assessments, ...by });
    if (sent.ok) return reply(200, { success: true, link: sent.link });
    if (sent.problem === "too-many") throw tooMany(sent.retryAfterSeconds!, sent.text);
    throw invalid({ [sent.problem === "no-assessments" ? "assessments" : "email"]: [sent.text] });
  }),
  serve(STAFF_CALLS.listRoles, async ({ deps, reply }) => reply(200, await listRoles(deps))),
  serve(STAFF_CALLS.listUsers, async ({ deps, request, query, reply }) => {
    const { items, headers } = toPage(request, query.limit, await listUsers(deps, pageRequest(query)));
    const users = items.map((user) => User.parse(user));
    return reply(200, users, headers);
  }),
  serve(STAFF_CALLS.createUser, async ({ deps, readBody, reply, by }) => {
    const outcome = await createUser(deps, await readBody(), by);
    if (outcome.kind === "invalid") throw invalid({ [outcome.problem.field]: [outcome.problem.text] });
    return reply(201, User.parse(await findUser(deps, outcome.user.id)));
  }),
);
export const action = loader;
