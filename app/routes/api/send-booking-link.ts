import { invalid, tooMany } from "#app/features/api/errors.ts";
import { sendBookingLinkCall } from "#app/features/api/operations/admin.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { sendBookingLink } from "#app/features/staff/send-booking-link.server.ts";

const route = apiRoute(
  serve(sendBookingLinkCall, async ({ deps, readBody, reply, principal, requestId }) => {
    const { email, assessments } = await readBody();
    const sent = await sendBookingLink(deps, { email, assessments, senderId: principal.userId, requestId });
    if (sent.ok) return reply(200, { success: true, link: sent.link });
    if (sent.problem === "too-many") throw tooMany(sent.retryAfterSeconds!, sent.text);
    throw invalid({ [sent.problem === "no-assessments" ? "assessments" : "email"]: [sent.text] });
  }),
);

export const loader = route.loader;
export const action = route.action;
