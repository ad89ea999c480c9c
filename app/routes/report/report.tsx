import { Link } from "react-router";
import { requestScope } from "#app/context.ts";
import { answerRecipientPage, readRecipientPage } from "#app/features/report/recipient-page.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/report";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { sizeInWords } from "#app/features/documents/documents-panel.tsx";
import { formatInstant, formatInstantDay } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { CodeSchema, ReceivedSchema } from "#app/features/report/report-schemas.ts";
import { LINK_DAYS, REPORT_KINDS } from "#app/features/report/report-words.ts";

type RecipientPage = Awaited<ReturnType<typeof readRecipientPage>>["data"];
type Stage<Name extends RecipientPage["stage"]> = { page: Extract<RecipientPage, { stage: Name }> };

const RECIPIENT_DONE = {
  sent: "A code is on its way. It works for 10 minutes.",
  renewed: "A new link is on its way to you. This one no longer works.",
  received: "Thank you. The receipt is recorded.",
};

const PROBLEMS = {
  ended: "This link was ended. It no longer opens a report. Please call us if you have a question.",
  replaced:
    "A newer link replaced this one. Please open the report from the newest email that we sent you about it, or call us.",
  withdrawn: "This report was withdrawn. The link no longer opens it. Please call us if you have a question.",
  held: "This report cannot be opened at the moment. Please call us.",
  infected:
    "We found a virus in the file of this report, and deleted it. Please call us. If you have downloaded the file before, do not open it.",
};

function ProblemPart({ page: { problem, address } }: Stage<"problem">) {
  if (problem === "expired") {
    return (
      <>
        <p>
          This link has ended. We can send a new one to {address}; it works for {LINK_DAYS} days.
        </p>
        <PostForm>
          <Button name="intent" value="renew">
            Send me a new link
          </Button>
        </PostForm>
      </>
    );
  }
  return <Alert tone="warning" text={PROBLEMS[problem]} />;
}

function CodePart({ page: { isCodeSent, address } }: Stage<"code">) {
  const form = useStepForm<typeof CodeSchema>({ id: "code-form" });
  return (
    <>
      <p>The report is confidential. To make sure that it is you, we send a code to {address}.</p>
      {isCodeSent ? (
        <StepForm form={form} autoComplete="off" enterIntent="code">
          <TextField
            field={fieldOf(form, "code")}
            label="Code"
            hint="Six digits, from the newest email"
            inputMode="numeric"
            autoComplete="one-time-code"
          />
          <Submit intent="code">Continue</Submit>
        </StepForm>
      ) : null}
      <PostForm>
        <Button look={isCodeSent ? "quiet" : "main"} name="intent" value="send-code">
          {isCodeSent ? "Send another code" : "Send me a code"}
        </Button>
      </PostForm>
    </>
  );
}

function OpenReport({ page }: Stage<"open">) {
  return (
    <>
      {page.newer.map(({ kind, releasedAt }) => (
        <Alert key={releasedAt} tone="warning">
          <p>
            {kind === "addendum"
              ? `An addendum to this report was released on ${formatInstantDay(releasedAt)}.`
              : `This version was replaced on ${formatInstantDay(releasedAt)}.`}{" "}
            Each version has a link of its own, in its own email.
          </p>
        </Alert>
      ))}
      <Card heading={REPORT_KINDS[page.kind]} className="stack">
        <Facts
          rows={[
            page.person !== "" && ["Person", page.person],
            ["Booking", page.reference],
            ["Released", formatInstantDay(page.releasedAt)],
            ["File", `PDF, ${sizeInWords(page.bytes)}`],
            [
              "Check code",
              <>
                <code>{page.checkCode}</code>, to type at <Link to="/verify">Is this report true?</Link>
              </>,
            ],
            ["Checksum", <code className="break-all">SHA-256 {page.sha256.slice(0, 16)}</code>],
          ]}
        />
        <p className="no-print">
          <a className="button" href={`/reports/${page.id}/file`} download>
            Download the report
          </a>
        </p>
        <p className="no-print">
          Is something unclear or wrong?{" "}
          <Link to={`/reports/${page.id}/questions`}>Ask about this report</Link>
        </p>
      </Card>
      {page.receivedAt ? <Receipt page={page} /> : <ReceivedForm />}
    </>
  );
}

function ReceivedForm() {
  const form = useStepForm<typeof ReceivedSchema>({ id: "received-form" });
  return (
    <Card heading="Have you received it?" className="stack">
      <p>Please confirm it once you have the file. You can download it without this, and again later.</p>
      <StepForm form={form} enterIntent="received">
        <TextField field={fieldOf(form, "receivedBy")} label="Your full name" autoComplete="name" />
        <Submit intent="received">I have received this report</Submit>
      </StepForm>
    </Card>
  );
}

function Receipt({ page }: Stage<"open">) {
  return (
    <Card heading="Receipt" className="stack">
      <Facts
        rows={[
          ["Booking", page.reference],
          ["Received by", page.receivedBy ?? ""],
          ["Received", formatInstant(page.receivedAt ?? "")],
          ["Sent to", page.address],
          ["SHA-256 of the file", <code className="break-all">{page.sha256}</code>],
        ]}
      />
      <p className="no-print">
        <PrintButton>Print the receipt</PrintButton>
      </p>
    </Card>
  );
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return readRecipientPage(context.get(requestScope), request, params.deliveryId);
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) =>
  answerRecipientPage(context.get(requestScope), request, params.deliveryId),
);

export default function ReportForRecipient({ loaderData: page }: Route.ComponentProps) {
  const said = useDone(RECIPIENT_DONE);
  return (
    <Page title="Your report">
      <Done text={said} />
      {page.stage === "problem" ? <ProblemPart page={page} /> : null}
      {page.stage === "code" ? <CodePart page={page} /> : null}
      {page.stage === "open" ? <OpenReport page={page} /> : null}
    </Page>
  );
}
