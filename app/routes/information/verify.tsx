import { requestScope } from "#app/context.ts";
import { answerVerifyPage } from "#app/features/report/verify-page.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formLimit } from "#app/platform/http/form-limit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/verify";

export function loader({ context }: Route.LoaderArgs) {
  return { maxMegabytes: context.get(requestScope).deps.settings.current().documents.maxMegabytes };
}

export const action = formLimit("streamed", ({ request, context }: Route.ActionArgs) =>
  answerVerifyPage(context.get(requestScope), request),
);

export default function VerifyPage({ loaderData, actionData: reply }: Route.ComponentProps) {
  const form = useStepForm<{ reference: string; checkCode: string; file: string }>({ id: "verify-form" });
  const verdict = reply?.verdict;
  return (
    <Page className="prose" title="Is this report true?">
      {verdict ? (
        <Alert tone={verdict.tone} isLive>
          <p>
            <strong>{verdict.text}</strong>
          </p>
        </Alert>
      ) : null}
      <p>
        Check whether a report is ours, and the newest. Type its reference and the check code at the foot of
        its pages, or choose the file; with both we also compare them. We say nothing about the person or the
        outcome, and do not keep the file.
      </p>
      <StepForm form={form} encType="multipart/form-data" autoComplete="off" className="stack">
        <TextField
          field={fieldOf(form, "reference")}
          label="Reference"
          hint="Such as MCA-7K4Q-2XPD, on the first page"
          isOptional
        />
        <TextField
          field={fieldOf(form, "checkCode")}
          label="Check code"
          hint="Such as K7QD-M3XP-9TRA. Capitals, spaces and dashes do not matter."
          isOptional
        />
        <TextField
          field={fieldOf(form, "file")}
          label="File"
          hint={`A PDF of at most ${loaderData.maxMegabytes} MB, as you got it: a scan or a copy saved anew is another file.`}
          type="file"
          accept=".pdf,application/pdf"
          isOptional
        />
        <div className="actions">
          <Button>Check the report</Button>
        </div>
      </StepForm>
      <p className="note">
        A code with a slip, a file that was changed and a file that we no longer keep get the same answer: we
        did not release it. Please call us if you are not sure.
      </p>
    </Page>
  );
}
