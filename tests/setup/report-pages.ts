import { action as assessorAction, loader as assessorLoader } from "#app/routes/assessor/visit-report.tsx";
import { action as staffAction, loader as staffLoader } from "#app/routes/admin/booking-report.tsx";
import { action as recipientAction } from "#app/routes/report/report.tsx";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { createTestDeps, testContext, type TestDeps } from "./deps.ts";
import { createBooking, createUser, signInAs } from "./factories.ts";
import { pdf } from "./files.ts";
import { BY_STAFF, createAssessor, PLAN } from "./visits.ts";

/** The pages of a report's way: its assessor's, staff's and its recipients'. */

type Asked = { path: string; params?: object; cookie?: string; form?: FormData | URLSearchParams };
export type Handler = (args: never) => Promise<unknown>;
type Answer = {
  status: number;
  location: string | null;
  cookie: string;
  data: Record<string, never>;
  response: Response | null;
};

/** Calls a loader or an action, and returns what it gives or throws. */
export async function ask(
  deps: TestDeps,
  handler: Handler,
  { path, params, cookie, form }: Asked,
): Promise<Answer> {
  const url = new URL(path, "http://localhost");
  const init = {
    method: form ? "POST" : "GET",
    headers: { Cookie: cookie ?? "" },
    ...(form && { body: form }),
  };
  const args = { request: new Request(url, init), params, context: testContext(deps), url };
  const result = await handler(args as never).catch((thrown: unknown) => thrown);
  if (result instanceof Error) throw result;
  if (result instanceof Response) {
    const { status, headers } = result;
    const set = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return { status, location: headers.get("Location"), cookie: set, data: {}, response: result };
  }
  const { data, init: answered } = result as { data?: Record<string, never>; init?: ResponseInit };
  return {
    status: answered?.status ?? 200,
    location: null,
    cookie: "",
    data: data ?? (result as never),
    response: null,
  };
}

export async function mails(deps: TestDeps, topic: string) {
  const rows = await deps.db
    .selectFrom("outbox")
    .selectAll()
    .where("topic", "=", topic)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    row,
    to: row.recipient,
    payload: decryptPayload(deps.secrets, row) as Record<string, string>,
  }));
}

export async function lastMail(deps: TestDeps, topic: string) {
  return (await mails(deps, topic)).at(-1)!;
}

/** A booking with a visit on Thursday 11 March 2027, and its report pages; `daysLater` than the day before it. */
export async function stageReport({ daysLater = 2 } = {}) {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const assessor = await createAssessor(deps, { email: "priya@example.org" });
  const plan = { version: 1, plan: PLAN, isReferrerTold: false, overruled: null };
  const visit = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    assessorId: assessor.id,
    ...plan,
  });
  if (!visit.ok) throw new Error("no visit");
  deps.clock.advance(daysLater * 86_400_000);
  const staff = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const params = { bookingId: booking.id };
  const asStaff = (fields: Record<string, string | string[]>) => {
    const form = new URLSearchParams(
      Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
    );
    return ask(deps, staffAction as Handler, {
      path: `/admin/bookings/${booking.id}/report`,
      params,
      cookie: staff.cookie,
      form,
    });
  };
  const staffPage = async () =>
    (await ask(deps, staffLoader as Handler, { path: "/x", params, cookie: staff.cookie })).data
      .page as unknown as Awaited<ReturnType<typeof staffLoader>>["page"];
  const { cookie } = await signInAs(deps, assessor);
  const visitParams = { visitId: visit.visitId };
  const send = (overrides: Record<string, string | null> = {}, text = "The report", ...more: string[]) => {
    const form = new FormData();
    const fields = {
      kind: "report",
      decisions: "property-finance",
      declared: "on",
      declaredName: "Priya Nair",
      ...overrides,
    };
    for (const [name, value] of Object.entries(fields)) if (value !== null) form.append(name, value);
    for (const content of [text, ...more])
      form.append("documents", new File([new Uint8Array(pdf(content))], "report.pdf"));
    return ask(deps, assessorAction as Handler, { path: "/x", params: visitParams, cookie, form });
  };
  const assessorPage = async () =>
    (await ask(deps, assessorLoader as Handler, { path: "/x", params: visitParams, cookie })).data
      .page as unknown as Awaited<ReturnType<typeof assessorLoader>>["page"];
  return { deps, booking, assessor, visitId: visit.visitId, asStaff, staffPage, send, assessorPage };
}

export const ALL_CHECKS = ["person", "birth", "decisions", "signed", "clean"];

/** Path and query of the link in a mail, as it would go out now. */
export async function linkIn(deps: TestDeps, { row }: Awaited<ReturnType<typeof lastMail>>): Promise<string> {
  const composed = await composeMail(deps, row);
  if ("skip" in composed) throw new Error(composed.skip);
  const link = new URL(/https?:\S+token=\S+/.exec(composed.mail.text)![0]);
  return link.pathname + link.search;
}

/** Opens the link of the newest mail about a report, and types the mailed code. */
export async function openAsRecipient(deps: TestDeps) {
  const path = await linkIn(deps, await lastMail(deps, "report-ready"));
  const deliveryId = path.split("/").at(-1)!.split("?")[0]!;
  const params = { deliveryId };
  await ask(deps, recipientAction as Handler, {
    path,
    params,
    form: new URLSearchParams({ intent: "send-code" }),
  });
  const { code } = (await lastMail(deps, "report-code")).payload;
  const form = new URLSearchParams({ intent: "code", code: code! });
  const { cookie, location } = await ask(deps, recipientAction as Handler, { path, params, form });
  return { deliveryId, params, path, cookie, location, code: code! };
}
