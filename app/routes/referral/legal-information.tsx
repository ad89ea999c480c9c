import { data, redirect, Link, useNavigation } from "react-router";
import { readPartsOut } from "#app/features/contributions/parts-out.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { requireReferral, requireReferralSteps } from "#app/features/referral/guards.server.ts";
import {
  destination,
  LEGAL_STEP,
  linkProblems,
  REFERRAL_HANDLE,
  stepPath,
  type SubmitProblemLink,
} from "#app/features/referral/journey.ts";
import { submitReferral } from "#app/features/referral/submit-referral.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { isUnsent } from "#app/forms/unsent.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/legal-information";
import { useEffect, useRef } from "react";
import { PostForm } from "#app/forms/post-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { ReferralPage } from "#app/features/referral/referral-page.tsx";

/** `act` quotes the Mental Capacity Act 2005, sections 1 to 3, as enacted; everything else is summary. */

type LegalPart = { title: string; summary: readonly string[]; act: Readonly<Record<string, string>> };

const PRINCIPLES: LegalPart = {
  title: "The five principles",
  summary: [
    "Everyone who works with the Act starts from these. Chapter 2 of the Code of Practice explains them.",
  ],
  act: {
    "section 1(2)":
      "A person must be assumed to have capacity unless it is established that he lacks capacity.",
    "section 1(3)":
      "A person is not to be treated as unable to make a decision unless all practicable steps to help him to do so have been taken without success.",
    "section 1(4)":
      "A person is not to be treated as unable to make a decision merely because he makes an unwise decision.",
    "section 1(5)":
      "An act done, or decision made, under this Act for or on behalf of a person who lacks capacity must be done, or made, in his best interests.",
    "section 1(6)":
      "Before the act is done, or the decision is made, regard must be had to whether the purpose for which it is needed can be as effectively achieved in a way that is less restrictive of the person’s rights and freedom of action.",
  },
};

/** In the order that the Supreme Court gave in A Local Authority v JB [2021] UKSC 52. */
const TEST_STEPS: readonly LegalPart[] = [
  {
    title: "First: is the person unable to make this decision?",
    summary: [
      "The assessor first settles exactly which decision is meant, and what information matters to it. Then they ask whether the person can do the four things below. Someone who cannot do one of them is unable to make the decision.",
      "An explanation in simple words, with pictures or in another way that suits the person counts. Remembering for a short time can be enough. The information includes what is likely to follow from deciding one way or another, or from not deciding (section 3(2) to (4)).",
    ],
    act: {
      "section 3(1)":
        "… a person is unable to make a decision for himself if he is unable (a) to understand the information relevant to the decision, (b) to retain that information, (c) to use or weigh that information as part of the process of making the decision, or (d) to communicate his decision (whether by talking, using sign language or any other means).",
    },
  },
  {
    title: "Second: is there an impairment or disturbance of the mind or brain?",
    summary: [
      "Only if the person is unable to decide does this question follow. It may be permanent or temporary (section 2(2)), and it does not need a formal diagnosis. Age, appearance, a condition or behaviour alone never prove a lack of capacity (section 2(3)).",
    ],
    act: {},
  },
  {
    title: "Third: is the person unable to decide because of it?",
    summary: [
      "There must be a clear causal link between the inability and the impairment. If something else is the cause, such as pressure from another person, the Act’s test is not met. The question is decided on the balance of probabilities (section 2(4)).",
    ],
    act: {
      "section 2(1)":
        "For the purposes of this Act, a person lacks capacity in relation to a matter if at the material time he is unable to make a decision for himself in relation to the matter because of an impairment of, or a disturbance in the functioning of, the mind or brain.",
    },
  },
];

const ABOUT_THE_LAW: readonly string[] = [
  "The Mental Capacity Act 2005 applies in England and Wales, and this part of it to people aged 16 and over. Scotland and Northern Ireland have laws of their own.",
  "The order of the three questions follows the Supreme Court in A Local Authority v JB [2021] UKSC 52. Chapter 4 of the Code of Practice of 2007 sets out the same test with the impairment first; where the two differ, the judgment prevails.",
  "For wills and for lifetime gifts, assessors also address older tests of the courts: Banks v Goodfellow (1870) LR 5 QB 549 and Re Beaney [1978] 1 WLR 770.",
  "This page is a summary to help you prepare. It is not legal advice.",
];

const FAILED = "Failed to submit forms. Please try again.";

const SUBMITTED = "Your referral forms have been submitted successfully.";

type Submitted = Pick<
  Route.ComponentProps["loaderData"],
  "submittedAt" | "isChangedSince" | "isJustSubmitted"
>;

function Submission({ submittedAt, isChangedSince, isJustSubmitted }: Submitted) {
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

export async function loader(args: Route.LoaderArgs) {
  const granted = await requireReferral(args, "referral.viewed");
  const { booking, steps, optional, submittedAt, isChangedSince } = granted.referral;
  const page = {
    booking,
    steps,
    optional,
    isChangedSince,
    submittedAt: submittedAt && formatInstant(submittedAt),
    /** Others of whom an answer is still out: Submit does not wait for them. */
    waitingFor: await readPartsOut(granted.deps, granted.booking),
    isJustSubmitted: submittedAt !== null && new URL(args.request.url).searchParams.has("submitted"),
  };
  return data(page, { headers: granted.headers });
}

export const action = formLimit(
  LONG_FORM,
  once(async (args: Route.ActionArgs) => {
    const granted = await requireReferralSteps(args);
    const { scope, booking, actor, headers } = granted;
    const form = await args.request.formData();
    if (intentOf(form) === "back")
      return redirect(destination(booking.id, granted, LEGAL_STEP, form), { status: 303, headers });
    const result = await submitReferral(scope.deps, { booking, actor, requestId: scope.requestId });
    if (result.kind === "refused") {
      const refusal = { heading: "Nothing was submitted", message: KEPT_WORDS[result.problem] };
      throw data(refusal, { status: 409, headers });
    }
    if (result.kind === "incomplete") {
      const problems = linkProblems(booking.id, result.problems);
      return data({ problems }, { status: 400, headers });
    }
    return redirect(`${stepPath(booking.id, LEGAL_STEP)}?submitted`, { status: 303, headers });
  }),
);

export const handle = REFERRAL_HANDLE;

export default function LegalInformation({ loaderData: page, actionData }: Route.ComponentProps) {
  const isFailed = isUnsent(actionData);
  const problems = actionData && !isFailed ? actionData.problems : [];
  const { booking, steps, optional, isJustSubmitted, submittedAt } = page;
  const isSubmitting = intentOf(useNavigation().formData) === "submit";
  useEffect(() => {
    if (isJustSubmitted) showToast({ title: "Submitted", description: SUBMITTED });
  }, [isJustSubmitted, submittedAt]);
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
            <Alert tone="bad" isLive className="mb-4" text={`${FAILED} Your answers are saved.`} />
          ) : null}
        </>
      }
    >
      <Submission {...page} />
      <WaitingFor bookingId={booking.id} names={page.waitingFor} />
      <LegalText />
      <PostForm id="legal" className="actions">
        <Button look="quiet" intent="back">
          Back
        </Button>
        <Button intent="submit" aria-disabled={isSubmitting || undefined}>
          Submit Referral Forms
        </Button>
      </PostForm>
      <p className="note no-print mt-3">
        You can still change your answers after submitting, and submit again.
      </p>
    </ReferralPage>
  );
}
