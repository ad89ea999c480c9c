import { createNameFinder } from "./place-names.ts";

/** The Mental Capacity Act 2005 applies in England and Wales. Checked 2026-11-25 against section 68 of the Act (its
 * extent) and Royal Mail's postcode areas. */

/** A part of the British Isles or a country, as in "a place in Scotland"; `BFPO` for an address of the forces; `border`
 * for districts on both sides of the Scottish border. */
export type OutsideAct = string;

const FORCES = "BFPO";

const each = (list: string, separator: string, where: string) =>
  list.split(separator).map((entry): [string, string] => [entry, where]);

const counties = (names: string, where: string) =>
  names
    .split(",")
    .flatMap((name) => [`county ${name}`, `co ${name}`].map((entry) => [entry, where] as const));

/** Postcode areas. */
export const OUTSIDE_AREAS: ReadonlyMap<string, OutsideAct> = new Map([
  ...each("AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE", " ", "Scotland"),
  ["BT", "Northern Ireland"],
  ["JE", "Jersey"],
  ["GY", "Guernsey"],
  ["IM", "the Isle of Man"],
  ["GX", "Gibraltar"],
  ["BF", FORCES],
]);

/** Districts with places on both sides of the border. */
const BORDER = new Set(["TD9", "TD12", "TD15", "DG14", "DG16", "CA6"]);

/** Names that mean no place in England or Wales. */
export const OUTSIDE_NAMES: ReadonlyMap<string, OutsideAct> = new Map([
  ...each(
    "scotland,aberdeen,aberdeenshire,airdrie,arbroath,argyll,ayr,ayrshire,caithness,cumbernauld,dumfries," +
      "dumfriesshire,dundee,dunfermline,east kilbride,east lothian,edinburgh,elgin,falkirk,fife,fort william," +
      "fraserburgh,galashiels,glasgow,glenrothes,greenock,inverness,isle of arran,isle of mull,isle of skye," +
      "kilmarnock,kirkcaldy,kirkwall,lanarkshire,lerwick,livingston,midlothian,moray,motherwell,oban,orkney," +
      "paisley,perth,perthshire,peterhead,renfrewshire,scottish borders,shetland,st andrews,stirling,stornoway," +
      "stranraer,thurso,west lothian",
    ",",
    "Scotland",
  ),
  ...each(
    "northern ireland,antrim,armagh,ballymena,banbridge,belfast,carrickfergus,coleraine,cookstown,craigavon,derry," +
      "downpatrick,dungannon,enniskillen,fermanagh,larne,limavady,lisburn,londonderry,lurgan,magherafelt,newry," +
      "newtownabbey,newtownards,omagh,portadown,strabane,tyrone",
    ",",
    "Northern Ireland",
  ),
  ...counties("antrim,armagh,derry,down,fermanagh,londonderry,tyrone", "Northern Ireland"),
  ...each(
    "ireland,eire,athlone,cork,drogheda,dublin,dundalk,galway,kilkenny,letterkenny,limerick,sligo,tralee,waterford",
    ",",
    "Ireland",
  ),
  ...counties(
    "carlow,cavan,clare,cork,donegal,dublin,galway,kerry,kildare,kilkenny,laois,leitrim,limerick,longford,louth," +
      "mayo,meath,monaghan,offaly,roscommon,sligo,tipperary,waterford,westmeath,wexford,wicklow",
    "Ireland",
  ),
  ...each("jersey,st helier", ",", "Jersey"),
  ...each("guernsey,alderney,sark,st peter port", ",", "Guernsey"),
  ["channel islands", "the Channel Islands"],
  ["isle of man", "the Isle of Man"],
  ["gibraltar", "Gibraltar"],
  ["bfpo", FORCES],
]);

/** Countries count as the last part of an address only: many a street has the name of one. */
const ABROAD =
  "Australia,Austria,Belgium,Canada,Cyprus,France,Germany,Greece,India,Italy,Malta,New Zealand,Portugal,South Africa,Spain,Switzerland".split(
    ",",
  );

const findName = createNameFinder(OUTSIDE_NAMES.keys());

const WHOLE_POSTCODE = /\b([A-Z]{1,2})(\d[A-Z\d]?)\s?\d[A-Z]{2}\b/;
const DISTRICT_ALONE = /^([A-Z]{1,2})(\d[A-Z\d]?)$/;
/** Ireland's own, `D02 X285`. */
const EIRCODE = /\b(?:[AC-FHKNPRTV-Y]\d{2}|D6W)\s?(?=\d*[A-Z])(?=[A-Z]*\d)[\dAC-FHKNPRTV-Y]{4}\b/;

/** Area and rest of the first postcode in a place, or else of a district that is a part of it by itself. */
export function postcodeIn(place: string): { area: string; rest: string } | null {
  const text = place.toUpperCase();
  const parts = text.split(/[,;\n]/).map((part) => DISTRICT_ALONE.exec(part.trim()));
  const [, area, rest] = WHOLE_POSTCODE.exec(text) ?? parts.find((part) => part !== null) ?? [];
  return area && rest ? { area, rest } : null;
}

/** The part of the world a place is in if not England or Wales, by its postcode or else by a well-known name; null when
 * it is there, or when nothing says otherwise. */
export function outsideAct(place: string | null | undefined): OutsideAct | null {
  const text = (place ?? "").trim();
  const postcode = postcodeIn(text);
  if (postcode && BORDER.has(postcode.area + postcode.rest)) return "border";
  if (postcode) return OUTSIDE_AREAS.get(postcode.area) ?? null;
  if (EIRCODE.test(text.toUpperCase())) return "Ireland";
  const name = findName(text);
  if (name) return OUTSIDE_NAMES.get(name)!;
  const lastPart = text
    .split(/[,;\n]/)
    .at(-1)!
    .trim()
    .toLowerCase();
  return ABROAD.find((country) => country.toLowerCase() === lastPart) ?? null;
}

/** The warning for the referrer. Never a refusal. */
export function outsideActWords(where: OutsideAct): string {
  if (where === "border")
    return "This postcode has places in England and in Scotland. The Mental Capacity Act applies on the English side only. You can go on: we check this with you before the assessment.";
  const place = where === FORCES ? "an address of the British forces" : `a place in ${where}`;
  return `This looks like ${place}. The law that our assessments are made for, the Mental Capacity Act, applies in England and Wales only, so a report may not be accepted there. You can go on: we check this with you before the assessment. If you are not sure, please call us first.`;
}

/** The same of one of a booking's places, for staff. */
export function outsideActNote(name: string, where: OutsideAct): string {
  if (where === "border") return `${name} is on the Scottish border.`;
  return `${name} looks like ${where === FORCES ? "an address of the British forces" : `one in ${where}`}.`;
}
