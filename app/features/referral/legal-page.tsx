import { useEffect, useRef } from "react";
import { Link, useNavigation } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { ABOUT_THE_LAW, PRINCIPLES, TEST_STEPS, type LegalPart } from "./legal-information.ts";
import { LEGAL_STEP, type SubmitProblemLink, type TaskStep } from "./journey.ts";
import { ReferralPage, type ReferralBooking } from "./referral-page.tsx";

const FAILED = "Failed to submit forms. Please try again.";
const SUBMITTED = "Your referral forms have been submitted successfully.";

type LegalPageProps = {
  booking: ReferralBooking;
  steps: TaskStep[];
  optional: TaskStep[];
  submittedAt: string | null;
  isChangedSince: boolean;
  isJustSubmitted: boolean;
  problems: SubmitProblemLink[];
  isFailed: boolean;
  /** Others of whom an answer is still out: Submit does not wait for them. */
  waitingFor: string[];
};

export function LegalPage(props: LegalPageProps) {
  const { booking, steps, optional, isJustSubmitted, problems, isFailed } = props;
  const isSubmitting = useNavigation().formData?.get("intent") === "submit";
  useEffect(() => {
    if (isJustSubmitted) showToast({ title: "Submitted", description: SUBMITTED });
  }, [isJustSubmitted, props.submittedAt]);
  useEffect(() => {
    if (isFailed) showToast({ title: "Error", description: FAILED, variant: "destructive" });
  }, [isFailed]);

  return (
    <ReferralPage
      booking={booking}
      steps={steps}
      optional={optional}
      slug={LEGAL_STEP}
      title="Legal Information (Appendix 1)"
      isRefused={problems.length > 0}
      notice={
        <>
          {problems.length > 0 ? <SubmitProblems problems={problems} /> : null}
          {isFailed ? (
            <Alert tone="bad" isLive className="mb-4">
              <p>{FAILED} Your answers are saved.</p>
            </Alert>
          ) : null}
        </>
      }
    >
      <Submission {...props} />
      <WaitingFor bookingId={booking.id} names={props.waitingFor} />
      <LegalText />
      <PostForm id="legal" className="actions">
        <Button look="quiet" name="intent" value="back">
          Back
        </Button>
        <Button name="intent" value="submit" aria-disabled={isSubmitting || undefined}>
          Submit Referral Forms
        </Button>
      </PostForm>
      <p className="note no-print mt-3">
        You can still change your answers after submitting, and submit again.
      </p>
    </ReferralPage>
  );
}

function Submission({ submittedAt, isChangedSince, isJustSubmitted }: LegalPageProps) {
  if (!submittedAt) return null;
  if (isJustSubmitted && !isChangedSince) {
    return (
      <Alert tone="good" isLive heading={SUBMITTED}>
        <p>Thank you. The assessor reads them before the visit. We sent you a short email as a receipt.</p>
      </Alert>
    );
  }
  return (
    <Alert tone={isChangedSince ? "warning" : "good"}>
      <p>
        {`Submitted on ${submittedAt}.${isChangedSince ? " Something changed since then: please submit again when you are ready." : ""}`}
      </p>
    </Alert>
  );
}

function WaitingFor({ bookingId, names }: { bookingId: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <Alert heading="Still out">
      <p>You can submit now: what others answer later reaches the assessor, too.</p>
      <ul className="list-disc pl-5">
        {names.map((name) => (
          <li key={name} className="wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
      <p>
        <Link to={`/referral-form/${bookingId}/help`}>See who was asked</Link>
      </p>
    </Alert>
  );
}

function SubmitProblems({ problems }: { problems: SubmitProblemLink[] }) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), [problems]);
  return (
    <div ref={summary} className="error-summary" role="alert" tabIndex={-1} autoFocus>
      <h2>Some answers are still needed before you can submit</h2>
      <p>Nothing is lost. Choose one to go to its question.</p>
      <ul>
        {problems.map(({ message, sectionTitle, href }) => (
          <li key={href}>
            <Link to={href}>{message}</Link> ({sectionTitle})
          </li>
        ))}
      </ul>
    </div>
  );
}

function LegalText() {
  return (
    <div className="prose">
      <p className="mt-4">
        The assessor decides whether the person has the mental capacity to make a particular decision at a
        particular time, under the Mental Capacity Act 2005. This is how.
      </p>
      <Part part={PRINCIPLES} />
      <h2>The test, in its order</h2>
      {TEST_STEPS.map((part) => (
        <Part key={part.title} part={part} isStep />
      ))}
      <h2>About this page</h2>
      {ABOUT_THE_LAW.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

function Part({ part, isStep = false }: { part: LegalPart; isStep?: boolean }) {
  const Heading = isStep ? "h3" : "h2";
  return (
    <>
      <Heading>{part.title}</Heading>
      {part.summary.map((text, index) => (
        <p key={text}>
          {index === 0 ? <strong>In summary: </strong> : null}
          {text}
        </p>
      ))}
      {Object.entries(part.act).map(([place, words]) => (
        <figure key={place} className="border-l-4 border-line pl-4">
          <blockquote>“{words}”</blockquote>
          <figcaption className="note">Mental Capacity Act 2005, {place}</figcaption>
        </figure>
      ))}
    </>
  );
}
