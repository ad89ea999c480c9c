import { findUser, listRoles, listUsers } from "#app/features/accounts/queries.server.ts";
import { invalid, tooMany } from "#app/features/api/errors.ts";
import * as operations from "#app/features/api/operations/admin.ts";
import { pageAfterId, toPage } from "#app/features/api/paging.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { sendBookingLink } from "#app/features/staff/send-booking-link.server.ts";
import { createUser } from "#app/features/users/create-user.server.ts";

const route = apiRoute(
  serve(operations.sendBookingLinkCall, async ({ deps, readBody, reply, principal, requestId }) => {
    const { email, assessments } = await readBody();
    const sent = await sendBookingLink(deps, { email, assessments, senderId: principal.userId, requestId });
    if (sent.ok) return reply(200, { success: true, link: sent.link });
    if (sent.problem === "too-many") throw tooMany(sent.retryAfterSeconds!, sent.text);
    throw invalid({ [sent.problem === "no-assessments" ? "assessments" : "email"]: [sent.text] });
  }),
  serve(operations.listRolesCall, async ({ deps, reply }) => reply(200, await listRoles(deps))),
  serve(operations.listUsersCall, async ({ deps, request, query, reply }) => {
    const { items, headers } = toPage(request, query.limit, await listUsers(deps, pageAfterId(query)));
    const users = items.map((user) => operations.User.parse(user));
    return reply(200, users, headers);
  }),
  serve(operations.createUserCall, async ({ deps, readBody, reply, by }) => {
    const outcome = await createUser(deps, await readBody(), by.actor, by.requestId);
    if (outcome.kind === "invalid") throw invalid({ [outcome.problem.field]: [outcome.problem.text] });
    return reply(201, operations.User.parse(await findUser(deps, outcome.user.id)));
  }),
);

export const loader = route.loader;
export const action = route.action;
