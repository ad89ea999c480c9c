import { phoneForPeople, phoneHref } from "#app/platform/phone-number.ts";

/** A number that a press calls. Without `countryCode` it is the practice's own, shown as the practice writes it. */
export function PhoneLink({ number, countryCode }: { number: string; countryCode?: string }) {
  return (
    <a href={phoneHref(number, countryCode)}>{countryCode ? phoneForPeople(number, countryCode) : number}</a>
  );
}
