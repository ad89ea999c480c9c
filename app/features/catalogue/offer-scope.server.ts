import { AsyncLocalStorage } from "node:async_hooks";
import { setOfferScope, type Offer } from "./catalogue.ts";

type Scope = { offer?: Offer | undefined };

const scopes = new AsyncLocalStorage<Scope>();

setOfferScope(() => scopes.getStore()?.offer);

/** Runs work about one booking: within it `currentOffer` is this offer; without one, the practice's. */
export const withinOffer = <Result>(offer: Offer | undefined, work: () => Result): Result =>
  scopes.run({ offer }, work);

/** The root's middleware: each request has a scope of its own, which its guards fill. */
export const scopeOffer = (_: unknown, next: () => Promise<Response>): Promise<Response> =>
  withinOffer(undefined, next);

/** This request is from now on about a draft or booking under an agreement. Call it only after the right to it is
 * proved: pages show what the offer says. */
export function enterOffer(offer: Offer | undefined): void {
  const scope = scopes.getStore();
  if (scope) scope.offer = offer;
}

type OfPage = { agreedOffer?: Partial<Offer> };

/** A page’s loader gives this to its browser, where an agreement makes the offer: prices are computed there, too. */
export function offerOfPage(): OfPage {
  const offer = scopes.getStore()?.offer;
  return offer ? { agreedOffer: offer } : {};
}

/** The same of a page without prices to compute: whoever has a booking's link need not read the others. */
export function rulesOfPage(): OfPage {
  const offer = scopes.getStore()?.offer;
  return offer ? { agreedOffer: { rules: offer.rules } } : {};
}
