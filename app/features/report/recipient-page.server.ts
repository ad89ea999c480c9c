import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { findDocument } from "#app/features/documents/document-rows.server.ts";
import { DONE, refused, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import { answerForms, atField, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { grantDelivery, requireDelivery } from "./delivery-guards.server.ts";
import { renewLink } from "./deliver-report.server.ts";
import { checkReportCode, recordReceipt, sendReportCode } from "./open-delivery.server.ts";
import { reportsOfBooking } from "./report-rows.server.ts";
import { CodeSchema, ReceivedSchema } from "./report-schemas.ts";

/** `j…@example.org` */
function maskedEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}…@${domain}`;
}

const STATUS = { ended: 410, withdrawn: 410, replaced: 410, expired: 410, infected: 410, held: 409 } as const;

/** A mail about the recipient's questions led here, to type the code. */
const asksNext = (request: Request) => new URL(request.url).searchParams.get("to") === "questions";

/** A recipient's page, as far as the recipient has proved who they are. Throws 404 as `requireDelivery`. */
export async function readRecipientPage(scope: RequestScope, request: Request, deliveryId: string) {
  const { deps } = scope;
  const { opened, isProved, problem } = await requireDelivery(scope, request, deliveryId);
  const { delivery, report, booking } = opened;
  const address = maskedEmail(delivery.email);
  if (problem) return data({ stage: "problem" as const, problem, address }, { status: STATUS[problem] });
  if (!isProved) {
    const isCodeSent =
      (delivery.code_expires_at ?? "") > deps.clock.now().toISOString() && delivery.code_hash !== null;
    return data({ stage: "code" as const, isCodeSent, address });
  }
  if (asksNext(request)) throw redirect(`/reports/${delivery.id}/questions`);
  const file = await findDocument(deps, report.document_id);
  if (!file) throw data(null, { status: 404 });
  const newer = (await reportsOfBooking(deps, booking.id))
    .filter(({ state, version }) => state === "released" && version > report.version)
    .map(({ kind, reviewed_at }) => ({ kind, releasedAt: reviewed_at ?? "" }));
  return data({
    stage: "open" as const,
    address,
    id: delivery.id,
    reference: booking.reference,
    person: [booking.client_first_name, booking.client_last_name].filter(Boolean).join(" "),
    kind: report.kind,
    releasedAt: report.reviewed_at ?? "",
    bytes: file.bytes,
    sha256: file.sha256,
    checkCode: report.checkCode,
    newer,
    receivedAt: delivery.received_at,
    receivedBy: delivery.receivedBy,
  });
}

const TOO_OFTEN = "We have sent several codes already. Please wait an hour, or call us.";
const WRONG = "This code is wrong or has ended. Check the newest email, or have another code sent.";

type Posted = Sent &
  Awaited<ReturnType<typeof requireDelivery>> & { deps: Deps; request: Request; here: string };

const form = formOf<Posted, Refused<"too-often" | "wrong">>();

const answer = answerForms(
  {
    renew: form({
      change: async ({ deps, opened, by }) => void (await renewLink(deps, opened, by)),
      done: "renewed",
    }),
    "send-code": form({
      change: async ({ deps, opened }) =>
        (await sendReportCode(deps, opened)) ? DONE : refused("too-often"),
      done: "sent",
      formId: "code-form",
    }),
    code: form({
      schema: CodeSchema,
      summary: "Enter the code from the email.",
      change: async ({ deps, opened, request }, { code }) =>
        (await checkReportCode(deps, opened, code))
          ? { ...DONE, headers: { "Set-Cookie": grantDelivery(deps, request, opened) } }
          : refused("wrong"),
      to: ({ here, request }) => (asksNext(request) ? `${here}/questions` : here),
    }),
    received: form({
      schema: ReceivedSchema,
      summary: "Type your name to confirm the receipt.",
      change: ({ deps, opened, by }, { receivedBy }) => recordReceipt(deps, opened, { receivedBy, by }),
      to: ({ here }) => here,
      done: "received",
    }),
  },
  {
    words: { "too-often": { summary: TOO_OFTEN, status: 429 }, wrong: atField("code", WRONG) },
    guard({ problem, isProved, request, here }, intent) {
      const isOpen = intent === "renew" ? problem === "expired" : !problem;
      if (!isOpen || (intent === "received" && !isProved)) throw redirect(here + new URL(request.url).search);
    },
  },
);

/** Answers the form that its intent names. Throws redirects, and 404 as `requireDelivery`. */
export async function answerRecipientPage(scope: RequestScope, request: Request, deliveryId: string) {
  const delivery = await requireDelivery(scope, request, deliveryId);
  const { pathname, searchParams } = new URL(request.url);
  const here = pathname.replace(/\.data$/, "");
  for (const name of ["_routes", "done"]) searchParams.delete(name);
  const page = searchParams.size > 0 ? `${here}?${searchParams}` : here;
  return answer({ ...delivery, form: await request.formData(), page, here, request, deps: scope.deps });
}
