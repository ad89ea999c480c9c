import { districtIn } from "#app/features/assessors/areas.ts";
import {
  OUTSIDE_AREAS,
  OUTSIDE_NAMES,
  postcodeIn,
  type OutsideAct,
} from "#app/features/booking/fields/jurisdiction.ts";
import { createNameFinder } from "#app/features/booking/fields/place-names.ts";

/** Regions of the United Kingdom by postcode area and by large town, for counting. Those where the Mental Capacity Act
 * does not apply follow from the areas and names of `jurisdiction.ts`. */

const AREAS: Readonly<Record<string, string>> = {
  "North East": "DH NE SR TS",
  "North West": "BB BL CA CH CW FY L LA M OL PR SK WA WN",
  "Yorkshire and the Humber": "BD DN HD HG HU HX LS S WF YO DL",
  "East Midlands": "DE LE LN NG NN",
  "West Midlands": "B CV DY HR ST TF WR WS WV",
  "East of England": "AL CB CM CO IP LU NR PE SG SS WD",
  London: "BR CR DA E EC EN HA IG KT N NW RM SE SM SW TW UB W WC",
  "South East": "BN CT GU HP ME MK OX PO RG RH SL SO TN",
  "South West": "BA BH BS DT EX GL PL SN SP TA TQ TR",
  Wales: "CF LD LL NP SA SY",
};

const TOWNS: Readonly<Record<string, string>> = {
  "North East": "newcastle,sunderland,durham,middlesbrough,gateshead,chester le street",
  "North West":
    "manchester,liverpool,salford,bolton,preston,blackpool,warrington,chester,carlisle,stockport,lancaster",
  "Yorkshire and the Humber":
    "leeds,sheffield,bradford,york,hull,wakefield,doncaster,huddersfield,harrogate,halifax",
  "East Midlands": "nottingham,leicester,derby,lincoln,northampton",
  "West Midlands":
    "birmingham,coventry,wolverhampton,stoke on trent,newcastle under lyme,worcester,walsall,telford,hereford",
  "East of England":
    "norwich,cambridge,ipswich,luton,peterborough,chelmsford,colchester,southend,watford,bedford",
  London: "london,croydon,bromley,harrow,ealing,enfield",
  "South East":
    "brighton,oxford,southampton,portsmouth,reading,milton keynes,canterbury,maidstone,guildford,winchester,isle of wight",
  "South West": "bristol,exeter,plymouth,bath,gloucester,cheltenham,swindon,bournemouth,poole,truro,taunton",
  Wales: "cardiff,swansea,newport,wrexham,bangor,aberystwyth",
};

const OUTSIDE: Readonly<Record<OutsideAct, string>> = {
  Scotland: "Scotland",
  "Northern Ireland": "Northern Ireland",
  ...Object.fromEntries(
    ["Jersey", "Guernsey", "the Channel Islands", "the Isle of Man"].map((where) => [
      where,
      "Channel Islands and Isle of Man",
    ]),
  ),
};

const ABROAD = "Outside the United Kingdom";

const byEntry = (
  lists: Readonly<Record<string, string>>,
  separator: string,
  outside: ReadonlyMap<string, OutsideAct>,
) =>
  new Map([
    ...[...outside].map(([entry, where]) => [entry, OUTSIDE[where] ?? ABROAD] as const),
    ...Object.entries(lists).flatMap(([region, list]) =>
      list.split(separator).map((entry) => [entry, region] as const),
    ),
  ]);

const REGION_OF_AREA = byEntry(AREAS, " ", OUTSIDE_AREAS);
const REGION_OF_NAME = byEntry(TOWNS, ",", OUTSIDE_NAMES);
const findName = createNameFinder(REGION_OF_NAME.keys());

const NO_REGION = "Other places";

/** The region of a place as it was typed: by its postcode, or else by a large town in it, or by a district. */
export function regionOf(place: string | null): string {
  const text = place ?? "";
  const area = postcodeIn(text)?.area;
  const name = findName(text);
  const district = districtIn(text)?.replace(/\d.*/, "");
  return (
    (area && REGION_OF_AREA.get(area)) ??
    (name && REGION_OF_NAME.get(name)) ??
    (district && REGION_OF_AREA.get(district)) ??
    NO_REGION
  );
}
