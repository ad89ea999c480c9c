import {
  isToCome,
  whatHappensNext,
  type BookingDay,
  type BookingStatus,
} from "#app/features/booking/fields/status.ts";
import { currentStep, type Progress } from "#app/features/report/progress.ts";
import type { AgreedVisit } from "#app/features/visits/record/agreed-visit.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { referralStateWords, type ReferralState } from "./referral-words.ts";

/** The money, on the page of a booking; `invoice` in words. */
export function moneyInOneSentence(booking: {
  status: BookingStatus;
  total: string;
  /** None of its assessments has a price yet. */
  isOnRequest: boolean;
  invoice: string | null;
  isInvoiceOutdated: boolean;
  /** The sums owed either way, with their days, in words; empty while the invoice is simply to be paid. */
  owed: string;
}): string {
  const { status, total, isOnRequest, invoice, isInvoiceOutdated, owed } = booking;
  if (owed !== "")
    return status === "cancelled" ? owed : [invoice && `Invoice ${invoice}.`, owed].filter(Boolean).join(" ");
  if (status === "cancelled") return invoice === null ? "" : `Invoice ${invoice}.`;
  if (invoice === null && isOnRequest)
    return "The price is on request: we tell you what it is, and then send the invoice by email.";
  if (invoice === null) return `Total: ${total}. The invoice comes by email.`;
  return isInvoiceOutdated
    ? "We will be in touch about your invoice: please do not pay it before that."
    : `Invoice ${invoice}.`;
}

type Facts = {
  status: BookingStatus;
  isContacted: boolean;
  visit: Pick<AgreedVisit, "day" | "start" | "mode" | "assessor"> | null | undefined;
  day: BookingDay | null;
  progress: Progress | null;
  referral: ReferralState;
  /** The referrer waits for our answer to a request. */
  hasRequest: boolean;
  /** We wait for them: an answer to a charge, or a payment. Their own words say so. */
  awaitsReferrer?: "charge" | "payment" | null;
  /** Until when, in words, they may choose among the times that we offered. */
  chooseBy?: string | null;
  /** They may choose among the times that are free. */
  mayChoose?: boolean;
};

/** The assessor's first name: the profession is among the facts below. */
const firstName = (assessor: string) => assessor.split(",")[0]!;

type WhereItIs = {
  headline: string;
  more?: string;
  /** The visit was made: its referral forms are too late. */
  isVisited?: true;
  isTimeLeft?: true;
};

function whereItIs({ status, isContacted, visit, day, progress, chooseBy, mayChoose }: Facts): WhereItIs {
  if (status === "cancelled") return { headline: "This booking is cancelled." };
  const step = progress && currentStep(progress);
  if (step === "received") return { headline: "The report has arrived.", isVisited: true };
  if (step === "ready")
    return {
      headline: "The report is ready.",
      more: "Whoever it is for has an email with a link, and confirms there that it has arrived.",
      isVisited: true,
    };
  if (visit) {
    const who = visit.assessor ? `, with ${firstName(visit.assessor)}` : "";
    return {
      headline: `${formatLongDate(visit.day)}, ${visit.start}${who}`,
      ...(visit.mode === "virtual" ? { more: "The visit is by video." } : {}),
    };
  }
  if ((chooseBy || mayChoose) && isToCome(status))
    return {
      headline: "Choose a time for the visit.",
      more: chooseBy ? `We have offered you some, until ${chooseBy}.` : "You can see which are free.",
      isTimeLeft: true,
    };
  if (step === "visited" || step === "writing") {
    const due = progress!.find((one) => one.step === "writing")?.day ?? null;
    return {
      headline: "The report is being written.",
      ...(due ? { more: `It is due by ${formatLongDate(due)}.` } : {}),
      isVisited: true,
    };
  }
  if (status === "completed") return { headline: "This booking is completed." };
  if (day && day.as !== "wish" && day.isOver)
    return {
      headline: `The visit was on ${day.when}.`,
      more: "We will be in touch about what follows.",
      isVisited: true,
    };
  if (day?.as === "confirmed")
    return { headline: day.when, more: "We will tell you the hour and who comes." };
  return {
    headline: "The day is not agreed yet.",
    more: whatHappensNext({ status, day, visit, isContacted }),
  };
}

/** The first thing that a referrer wants to know about a booking, and the one thing that is left to do. Derived. */
export function nextForReferrer(facts: Facts) {
  const { status, referral, hasRequest } = facts;
  const { headline, more, isVisited = false, isTimeLeft = false } = whereItIs(facts);
  const isComplete = referral.submittedAt !== null && referral.completeCount >= referral.sectionCount;
  const isFormsLeft = isToCome(status) && !isComplete && !isVisited;
  return {
    /** `Thursday 11 March 2027, 10:00, with Priya` */
    headline,
    sentences: [
      ...(more ? [more] : []),
      ...(hasRequest ? ["You have asked us for a change: we answer by email."] : []),
      ...(facts.awaitsReferrer === "charge" ? ["A charge below needs your answer."] : []),
      ...(isFormsLeft ? [referralStateWords(referral, status)] : []),
      ...(isFormsLeft || isTimeLeft || facts.awaitsReferrer ? [] : ["You need do nothing more."]),
    ],
    /** The referral forms are to be filled in. */
    isFormsLeft,
    /** A time is to be chosen. */
    isTimeLeft,
  };
}
