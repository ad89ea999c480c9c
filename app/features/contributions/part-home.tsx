import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { StepForm, ErrorSummary } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { FeeSchema, ReasonSchema } from "./ask-schema.ts";
import { PapersCard, WrittenFacts } from "./written.tsx";
import type { PartHome } from "./part-page.server.ts";

type Stage<Name extends PartHome["stage"]> = { page: Extract<PartHome, { stage: Name }> };

export const PART_DONE = {
  birth:
    "Thank you. We have told whoever asked you that you know another date of birth. They or we will be in touch.",
  sent: "Thank you. Your answers were sent.",
  reopened: "It is open again. Press Send when you are ready.",
  time: "We have passed your question on. If it is opened again, you get a new email.",
  fee: "We have told the office your fee. Please wait for their answer before you do any work.",
  open: "Saved. Some parts are still empty: fill them in, or press Send below.",
};

const OVER = {
  declined: "You have told us that you cannot help. Thank you: there is nothing left to do.",
  "not-me":
    "You have told us that this is not for you. Thank you: there is nothing left to do. We write to you about it no more.",
  restricted: "This page cannot be opened at the moment. Please ring us.",
  other: "This is no longer needed, and takes no answers. Thank you: there is nothing left to do.",
};

type WithPhone = { page: Pick<PartHome, "phone" | "company"> };

function RingUs({ page: { phone, company } }: WithPhone) {
  return (
    <p className="note">
      Questions? Ring {company}
      {phone ? (
        <>
          {" on "}
          <PhoneLink number={phone} />
        </>
      ) : null}
      .
    </p>
  );
}

export function OverPart({ page }: Stage<"over">) {
  const words = (OVER as Partial<Record<string, string>>)[page.standing] ?? OVER.other;
  return (
    <>
      <Alert>
        <p>{words}</p>
      </Alert>
      <RingUs page={page} />
    </>
  );
}

export function GatePart({ page }: Stage<"gate">) {
  const form = useStepForm<{ dob: string }>({ id: "birth-form" });
  return (
    <>
      <p>
        {page.asker} has asked you{page.through ? `, through ${page.through},` : ""} to fill in a part of a
        form about somebody whom you know or look after. Please answer by <strong>{page.until}</strong>.
      </p>
      <p>
        To protect that person we show no name before you have entered their date of birth. You need no
        account.
      </p>
      {page.isLocked ? (
        <Alert tone="warning">
          <p>There were too many tries. Please wait 15 minutes.</p>
        </Alert>
      ) : null}
      <StepForm form={form} autoComplete="off" enterIntent="birth">
        <DateField
          field={fieldOf(form, "dob")}
          form={form}
          label="The person’s date of birth"
          hint="For example, 27 3 1941."
        />
        <div className="actions">
          <Button intent="birth">Continue</Button>
          <Button look="quiet" intent="birth-doubted">
            I know another date
          </Button>
        </div>
      </StepForm>
      <RefuseCard />
      <RingUs page={page} />
    </>
  );
}

/** Nobody has to prove anything to refuse. */
function RefuseCard() {
  const form = useStepForm<typeof ReasonSchema>({ id: "refuse-form" });
  return (
    <Card id="refuse" heading="You need not do this" className="stack">
      <p>You may refuse, and you need not say why. We then write to you about it no more.</p>
      <StepForm form={form} autoComplete="off" enterIntent={null}>
        <TextArea field={fieldOf(form, "reason")} label="Reason" isOptional rows={2} isWide />
        <div className="actions">
          <Button look="quiet" intent="declined">
            I cannot help with this
          </Button>
          <Button look="quiet" intent="not-me">
            This is not for me
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}

export function OpenPartHome({ page }: Stage<"open">) {
  const form = useStepForm<Record<never, never>>({ id: "send-form" });
  const isAllWritten = page.parts.every(({ isWritten }) => isWritten);
  return (
    <>
      <p>
        This is about <strong>{page.person}</strong>. {page.asker} asks you
        {page.through ? ` through ${page.through}` : ""}; please answer by <strong>{page.until}</strong>.
      </p>
      {page.isLate ? (
        <Alert tone="warning">
          <p>The last day is over. What you send now is still taken, and marked as late.</p>
        </Alert>
      ) : null}
      {page.note ? (
        <blockquote className="card wrap-anywhere whitespace-pre-wrap" dir="auto">
          {page.note}
        </blockquote>
      ) : null}
      <Card heading="What you are asked" className="stack">
        <ul className="stack">
          {page.parts.map(({ key, title, isWritten }) => (
            <li key={key} className="flex flex-wrap items-center gap-3">
              <Link to={`/part/${page.id}/${key}`}>{title}</Link>
              <Badge colour={isWritten ? "green" : "grey"}>{isWritten ? "Filled in" : "Empty"}</Badge>
            </li>
          ))}
          <li className="flex flex-wrap items-center gap-3">
            <Link to={`/part/${page.id}/documents`}>Papers</Link>
            <Badge colour={page.papers.length > 0 ? "green" : "grey"}>
              {page.papers.length > 0 ? `${page.papers.length} added` : "None added"}
            </Badge>
          </li>
        </ul>
        <p className="note">
          <Link to={`/part/${page.id}/sheet`}>Print it, to write by hand</Link>
        </p>
        <ErrorSummary form={form} />
        <PostForm id="send-form">
          {isAllWritten ? null : (
            <p className="note">You can leave questions and parts open that you cannot answer.</p>
          )}
          <Submit intent="send">Send to {page.asker}</Submit>
        </PostForm>
      </Card>
      <AboutCard page={page} />
      {page.mayAskFee ? <FeeCard page={page} /> : null}
      <RefuseCard />
      <RingUs page={page} />
    </>
  );
}

/** The basis of the request, so that a surgery or a home can decide; and what happens to the words of its reader. */
function AboutCard({ page }: Stage<"open">) {
  return (
    <Card heading="Before you answer" className="stack">
      <Facts
        rows={[
          ["You are asked as", page.role],
          ["On what basis", page.basis],
          page.basisReason ? ["Because", page.basisReason] : null,
        ]}
      />
      <p>
        Disclose only what you may: with the person’s agreement, or where they cannot decide that and it is of
        overall benefit to them. If you doubt the basis, do not answer, and ring us.
      </p>
      <p>
        {page.through ? `${page.asker} and the staff` : "The staff"} of {page.company} read your answers, and
        so does the assessor who visits; what is taken over into the referral, or quoted in the report, may be
        read by a court and the parties. We keep your words and your name as long as the booking, or until you
        ask us to delete them. The <Link to="/privacy">privacy notice</Link> says more; you can also{" "}
        <Link to="/complaints">complain</Link>.
      </p>
    </Card>
  );
}

function FeeCard({ page }: Stage<"open">) {
  const form = useStepForm<typeof FeeSchema>({ id: "fee-form", saved: { fee: page.fee ?? "" } });
  return (
    <Card heading="Do you charge for this?" className="stack">
      <p>Tell us your fee before you answer. The office writes or rings you back.</p>
      <StepForm form={form} autoComplete="off" enterIntent={null}>
        <TextArea field={fieldOf(form, "fee")} label="Your fee, and how to pay it" rows={2} isWide />
        <Submit look="quiet" intent="fee">
          Tell the office
        </Submit>
      </StepForm>
    </Card>
  );
}

export function ClosedPartHome({ page }: Stage<"closed">) {
  const form = useStepForm<Record<never, never>>({ id: "reopen-form" });
  return (
    <>
      <p>
        This is about <strong>{page.person}</strong>.
      </p>
      <ErrorSummary form={form} />
      {page.standing === "expired" ? (
        <ExpiredPart page={page} />
      ) : (
        <Alert tone="good">
          <p>
            Your answers were sent to {page.asker} on {page.sentAt}. Thank you.
          </p>
        </Alert>
      )}
      {page.standing === "sent" ? (
        <PostForm>
          <p className="note">Something to add or correct? Open it again until it was looked at.</p>
          <Button look="quiet" intent="reopen">
            Open it again
          </Button>
        </PostForm>
      ) : null}
      {page.parts.map(({ key, title, written }) => (
        <Card key={key} heading={title}>
          {written.length > 0 ? <WrittenFacts rows={written} /> : <p>Nothing was written here.</p>}
        </Card>
      ))}
      <PapersCard names={page.papers} />
      <RingUs page={page} />
    </>
  );
}

function ExpiredPart({ page }: Stage<"closed">) {
  return (
    <>
      <Alert tone="warning">
        <p>
          The last day was {page.until}. What you wrote is kept below, and was not sent: {page.asker} sees it
          marked “not sent”.
        </p>
      </Alert>
      {page.hasAskedForTime ? (
        <p>You have asked for it to be opened again. If it is, you get a new email.</p>
      ) : (
        <PostForm>
          <Button intent="reopen-asked">Ask {page.company} to open it again</Button>
        </PostForm>
      )}
    </>
  );
}
