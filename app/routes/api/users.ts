import { createUser } from "#app/features/users/create-user.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { findUser, listUsers } from "#app/features/accounts/queries.server.ts";
import { invalid } from "#app/features/api/errors.ts";
import { createUserCall, listUsersCall, User } from "#app/features/api/operations/admin.ts";
import { pageAfterId, toPage } from "#app/features/api/paging.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";

const route = apiRoute(
  serve(listUsersCall, async ({ deps, request, query, reply }) => {
    const users = await listUsers(deps, pageAfterId(query));
    const { items, headers } = toPage(request, query.limit, users);
    return reply(
      200,
      items.map((user) => User.parse(user)),
      headers,
    );
  }),
  serve(createUserCall, async ({ deps, readBody, reply, principal, requestId }) => {
    const outcome = await createUser(deps, await readBody(), actorOf(principal), requestId);
    if (outcome.kind === "invalid") throw invalid({ [outcome.problem.field]: [outcome.problem.text] });
    return reply(201, User.parse(await findUser(deps, outcome.user.id)));
  }),
);

export const loader = route.loader;
export const action = route.action;
