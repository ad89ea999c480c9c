import { offerOfPage } from "#app/features/catalogue/offer-scope.server.ts";
import { redirect, useLocation, Link } from "react-router";
import { requestScope } from "#app/context.ts";
import {
  draftParameter,
  finderHref,
  nextPage,
  readAnswers,
  recommend,
  resultHref,
  type Recommendation,
  type FinderAnswers,
} from "#app/features/before-booking/finder/recommend.ts";
import { FINDER_PREVIEW } from "#app/features/before-booking/finder/questions.ts";
import { linkPreview } from "#app/features/before-booking/introduction/link-preview.ts";
import { landingReferrer } from "#app/features/booking/fields/tracking.ts";
import {
  readOwnDraft,
  startRecommendedBooking,
} from "#app/features/before-booking/finder/start-recommended-booking.server.ts";
import { checkOf } from "#app/features/settings/checked-texts.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/result";
import { WhoAssesses } from "#app/features/catalogue/who-assesses.tsx";
import { OTHER_WORD_LIMIT } from "#app/features/booking/fields/other-words.ts";
import { priceSums } from "#app/features/booking/money/price-sums.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { discountNote, priceBooking, travelFeeText } from "#app/features/catalogue/pricing.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { phoneHref } from "#app/platform/phone-number.ts";
import { formatShortDate } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Sums } from "#app/ui/lists.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { LandingFields } from "#app/features/before-booking/wizard/landing.tsx";
import { AnswerList } from "#app/features/before-booking/finder/answer-list.tsx";
import { AssessmentCards } from "#app/features/before-booking/finder/assessment-cards.tsx";

type Props = Route.ComponentProps["loaderData"] & { answers: FinderAnswers; result: Recommendation };

function OurPhone() {
  return <PhoneLink number={useSite().phone} />;
}

function Outside({ place, law, draft }: { place: string; law: string; draft: string | null }) {
  const hasOther = currentOffer().assessments.some(({ id }) => id === "other");
  return (
    <Alert tone="warning" className="mt-6" heading={`The person lives in ${place}`}>
      <p>
        Our assessments follow the Mental Capacity Act 2005, which is the law of England and Wales. {law} An
        assessment of ours might not be accepted there, so please ask us before you book.
      </p>
      <p className="mt-2">
        Call us on <OurPhone />: we will tell you whom you can ask.
      </p>
      {hasOther && !draft ? (
        <p className="no-print mt-2">
          If you would rather write:{" "}
          <Link to="/booking?assessments=other">tell us what you need as “Other”</Link>. We will answer before
          anything is agreed.
        </p>
      ) : null}
      {draft ? <BackToBooking draft={draft} /> : null}
    </Alert>
  );
}

function Notes({ heading, notes, className }: { heading: string; notes: string[]; className?: string }) {
  if (notes.length === 0) return null;
  return (
    <Alert heading={heading} className={className}>
      {notes.map((note) => (
        <p key={note} className="mt-2">
          {note}
        </p>
      ))}
      <p className="mt-2">
        Our number is <OurPhone />.
      </p>
    </Alert>
  );
}

/** For somebody who is not sure: the phone is the next step, and a booking the second choice. */
function CallFirst({ notes }: { notes: string[] }) {
  const { phone } = useSite();
  return (
    <Card heading="A short call is enough">
      <p>
        Tell us what has happened, in your own words. We will say which assessment you need, whether you need
        one at all, and what it costs.
      </p>
      {notes.map((note) => (
        <p key={note} className="mt-2">
          {note}
        </p>
      ))}
      <p className="mt-4">
        <a className="button" href={phoneHref(phone)}>
          {`Call ${phone}`}
        </a>
      </p>
    </Card>
  );
}

function Recommended(props: Props) {
  const { result, answers, draft, origin } = props;
  // A booking's link would lose the video call and the words for Other.
  const hasMore = result.isVirtual || result.otherWords !== "";
  const link = hasMore ? `${origin}${resultHref(answers, { draft: null })}` : bookingLink(origin, result);
  const { assessmentIds, notes } = result;
  return (
    <div className="columns mt-6">
      <div className="stack min-w-0">
        {result.isForCall ? <CallFirst notes={notes} /> : <Notes heading="Before you book" notes={notes} />}
        <AssessmentCards ids={assessmentIds} />
      </div>
      <div className="aside">
        <Total {...props} />
        <Card heading="Send it to somebody else" className="no-print mt-4">
          <p className="note">
            {hasMore
              ? "This link leads to this page, where a booking can be started:"
              : "This link starts a booking with the same assessments:"}
          </p>
          <p className="mt-2">
            <a className="break-all" href={link}>
              {link}
            </a>
          </p>
        </Card>
        <div className="mt-3">
          <WhoAssesses />
        </div>
        <p className="no-print mt-3">
          <Link to={finderHref(answers, { draft, change: "decision" })}>Change answers</Link>
        </p>
      </div>
    </div>
  );
}

function Total({ answers, result, draft, booked, savedWords, landingReferrer }: Props) {
  const { assessmentIds, isVirtual, isUrgent, isForCall } = result;
  const hasOther = assessmentIds.includes("other");
  const otherWords = [savedWords, savedWords.includes(result.otherWords) ? "" : result.otherWords];
  const price = priceBooking({ assessmentIds, isVirtual });
  const { urgentFee } = currentOffer().rules;
  return (
    <Card heading={isForCall ? "If you would rather book now" : "Your total"}>
      <Sums rows={priceSums(price)} />
      {price.discountPence > 0 ? <p className="note mt-2">{discountNote()}</p> : null}
      <p className="note mt-2">
        {[
          `${isVirtual ? "Virtual" : "Face-to-Face"} prices, ${currentOffer().vatPhrase}.`,
          travelFeeText(),
          ...(isUrgent
            ? [urgentFee ? `Urgent: ${urgentFee}.` : "Urgent visits may have additional fees."]
            : []),
        ].join(" ")}
      </p>
      <PostForm action={resultHref(answers, { draft })} className="no-print mt-4">
        {draft ? null : <LandingFields referrer={landingReferrer} />}
        {hasOther ? <OwnWords text={otherWords.filter(Boolean).join("\n")} /> : null}
        <Button look={isForCall ? "quiet" : "main"}>
          {draft ? "Use this in your booking" : booked ? "Start a new booking" : "Start booking"}
        </Button>
        <p className="note mt-2">
          {draft
            ? `It takes the place of what you chose there${savedWords && !hasOther ? ", and of what you wrote for Other" : ""}. Everything else that you entered stays.`
            : "Nothing is booked until you confirm at the end. You need no account."}{" "}
          Your answers below go with the booking to our staff.
        </p>
      </PostForm>
      {draft ? <BackToBooking draft={draft} /> : null}
    </Card>
  );
}

function BackToBooking({ draft }: { draft: string }) {
  return (
    <p className="no-print mt-3">
      <Link to={`/booking/steps/assessments?draft=${draft}`}>Back to your booking as it is</Link>
    </p>
  );
}

function OwnWords({ text }: { text: string }) {
  return (
    <div className="field is-wide">
      <label htmlFor="otherAssessmentDetails">What needs to be decided, in your own words?</label>
      <p className="hint" id="otherAssessmentDetails-hint">
        At most {OTHER_WORD_LIMIT} words. You can also write this later, in step 2.
      </p>
      <textarea
        className="input"
        id="otherAssessmentDetails"
        name="otherAssessmentDetails"
        rows={4}
        defaultValue={text}
        aria-describedby="otherAssessmentDetails-hint"
      />
    </div>
  );
}

function readQuery(request: Request) {
  const query = new URL(request.url).searchParams;
  const answers = readAnswers(query);
  const draft = draftParameter(query);
  if (nextPage(answers)) throw redirect(finderHref(answers, { draft }));
  return { answers, draft, result: recommend(answers) };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const { draft } = readQuery(request);
  const { isBooked, otherWords } = await readOwnDraft(deps, request, draft);
  const { APP_ORIGIN } = deps.env;
  return {
    ...offerOfPage(),
    draft: isBooked ? null : draft,
    /** The draft that the visitor came from, when it was booked since. */
    booked: isBooked ? draft : null,
    /** The visitor's words for Other in the booking that they came from; empty for none. */
    savedWords: otherWords,
    origin: APP_ORIGIN,
    landingReferrer: landingReferrer(request, APP_ORIGIN),
    checked: checkOf(deps.settings.current().checks, "finder"),
  };
}

const answersIn = (search: string) => readAnswers(new URLSearchParams(search));

const bookingLink = (origin: string, { assessmentIds }: Recommendation) =>
  `${origin}/booking?assessments=${encodeURIComponent(assessmentIds.join(","))}`;

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const { site } = matches[0].loaderData ?? {};
  return loaderData && site
    ? linkPreview(site, {
        ...FINDER_PREVIEW,
        url: bookingLink(loaderData.origin, recommend(answersIn(location.search))),
        isCopy: true,
      })
    : [];
};

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, clientAddress } = context.get(requestScope);
  const { answers, draft: draftId, result } = readQuery(request);
  if (result.assessmentIds.length === 0) throw redirect(request.url);
  const form = await request.formData();
  return startRecommendedBooking(deps, request, { answers, result, draftId, form, clientAddress });
});

export default function Result({ loaderData: page }: Route.ComponentProps) {
  const { draft, booked, checked } = page;
  // Read from the address: sent beside the page's own text, the longest result is too heavy.
  const answers = answersIn(useLocation().search);
  const result = recommend(answers);
  const count = result.assessmentIds.length;
  const title =
    count === 0
      ? "We cannot offer this assessment"
      : result.isForCall
        ? "Please call us first"
        : `The ${count > 1 ? "assessments" : "assessment"} you need`;
  return (
    <div className="is-printed-small">
      <PageTitle title={title} />
      <h1 tabIndex={-1}>{title}</h1>
      {booked ? (
        <Alert tone="warning" className="mt-6" heading="Your booking is already made">
          <p>
            <Link to={`/booking/steps/confirmation?draft=${booked}`}>The booking that you came from</Link> was
            confirmed, and stays as it is. To change it, call us on <OurPhone />. You can also start a new
            booking with this result.
          </p>
        </Alert>
      ) : null}
      {result.outside ? <Outside {...result.outside} draft={draft} /> : null}
      {count > 0 ? (
        <Recommended {...page} answers={answers} result={result} />
      ) : (
        <Notes heading="Please call us" notes={result.notes} className="mt-6" />
      )}
      <Card heading="Your answers" className="mt-6">
        <AnswerList answers={answers} draft={draft} />
      </Card>
      <p className="note mt-4">
        General information, not legal advice
        {checked ? `; checked by ${checked.by} on ${formatShortDate(checked.on)}` : ""}. A person answers the
        phone: <OurPhone />.
      </p>
    </div>
  );
}
