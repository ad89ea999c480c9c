import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import type { Surroundings } from "#app/features/report-writing/check-reading.ts";
import type { Draft } from "#app/features/report-writing/draft.ts";
import type { Speaker } from "#app/features/report-writing/exchange.ts";
import type { PartKey } from "#app/features/report-writing/parts.ts";
import { TEMPLATES } from "#app/features/report-writing/templates.ts";

/** Whole reports about invented people, by different authors on different decisions, for the tables of the check. */

export const TODAY = "2027-03-20";

type Case = {
  person: string;
  born: string;
  visited: string;
  reference: string;
  said: readonly (readonly [Speaker, string])[];
  booked: readonly string[];
  instruction: Answers;
  visit: Answers;
  decisions: readonly Answers[];
  sources: Answers;
  opinion: Answers;
};

const KNOWN: Readonly<Record<string, { test: string }>> = EXPLANATIONS;

/** Ticks an exchange by its number. */
const said = (...numbers: number[]) => numbers.map((number) => `e${number}`);

const cases = {
  hale: {
    ...{ person: "Mrs Ann Hale", born: "1941-03-27", visited: "2027-03-04", reference: "MCA-7H4K-9WXA" },
    said: [
      ["assessor", "What would you lose if the house were sold?"],
      ["person", "Lose? My son takes the money. It is all his now."],
      ["seen", "Held the bank statement upside down and read the date aloud as the balance."],
      ["assessor", "And if it is not sold? Who would pay Oak House?"],
    ],
    booked: ["property-finance"],
    instruction: {
      template: "narrative",
      instructedBy: "Okoro & Lane, solicitors",
      questions: "Whether Mrs Hale can decide to sell 4 Elm Road.",
      ...{ authorName: "Tom Reed", authorRole: "Social worker, SWE 12345" },
      qualifications: "Twelve years of assessments in hospitals and at home.",
    },
    visit: {
      ...{ visitedOn: "4 March 2027, 10:00–11:30", place: "Oak House, her room", conducted: "in-person" },
      ...{ identity: "Named by the ward’s nurse, and by the band on her wrist", engaged: "yes" },
      present: "Nurse Joy Abara, for the first ten minutes",
    },
    decisions: [
      {
        decision: "Whether to sell 4 Elm Road and move to Oak House.",
        ...{ timing: "once", assessment: "property-finance" },
        information: "what the house is worth\nwhat Oak House costs a week\nthat she could not go back",
        support: "A quiet room, mid-morning, large print, and a photograph of each house.",
        understand: "can",
        understandReasons: "She said in her own words what would be sold, and for about how much.",
        retain: "can",
        retainReasons: "She repeated the price after half an hour.",
        weigh: "cannot",
        weighReasons:
          "Asked for one thing against the sale, she named none, and came back to her son each time.",
        weighEvidence: said(2, 3),
        communicate: "can",
        communicateReasons: "She spoke in whole sentences throughout.",
        impairment: "A loss of planning and of memory for new things, seen over three years.",
        ...{ diagnosis: "formal", diagnosisSource: "Letter of Dr Lane, 2 February 2027: vascular dementia" },
        becauseOf:
          "She loses the thread within a minute, so that she cannot set what she would gain beside what she would give up.",
        otherCauses: "Pressure was excluded: she said the same when she was alone.",
        mayReturn: "no",
        wishes: "“I want to be near the garden.”",
      },
    ],
    sources: {
      read: "Letter of Dr Lane, 2 February 2027\nBank statements of 2026",
      spokenTo: "Nurse Abara, 4 March 2027",
    },
    opinion: {
      conclusion1:
        "In my opinion, on the balance of probabilities, Mrs Hale lacks capacity to decide whether to sell 4 Elm Road, because she cannot use or weigh what it would cost her.",
      summary: "Mrs Hale knows that the house is to be sold. She cannot weigh what that means for her.",
    },
  },
  sutcliffe: {
    ...{
      person: "Mr George Sutcliffe",
      born: "1938-11-02",
      visited: "2027-02-18",
      reference: "MCA-3CPQ-6RTY",
    },
    said: [
      ["person", "Half to our Linda and half to the lifeboats. Ted has had his share while I lived."],
      [
        "person",
        "The bungalow, the Premium Bonds, and what is in the building society. A hundred and ninety, all told.",
      ],
    ],
    booked: ["capacity-will"],
    instruction: {
      template: "will",
      instructedBy: "Ms Carey, Carey Wills LLP",
      questions: "Can Mr Sutcliffe make the will of which a draft was sent to me?",
      ...{ authorName: "Dr Priya Nair", authorRole: "Old age psychiatrist, GMC 6012345" },
      qualifications: "MRCPsych; some two hundred opinions on wills since 2012.",
    },
    visit: {
      ...{
        visitedOn: "18 February 2027, 14:05 to 15:20",
        place: "His bungalow in Whitby",
        conducted: "in-person",
      },
      ...{ identity: "Driving licence with photograph", engaged: "yes", present: "Nobody else" },
      background: "A retired trawlerman, widowed in 2019. He cooks for himself.",
    },
    decisions: [
      {
        decision: "Whether to sign the draft will of 1 February 2027, which leaves nothing to his son Ted.",
        ...{ timing: "once", assessment: "capacity-will" },
        information:
          "what a will does, and when\nwhat he owns, roughly\nwho may expect something, and why he leaves one out",
        support: "He chose the afternoon. I read the draft aloud, clause by clause.",
        understand: "can",
        understandReasons:
          "He explained that nothing happens until he is gone, and that he may tear it up until then.",
        understandEvidence: said(2),
        retain: "can",
        retainReasons: "An hour later he named the two halves and the executor again.",
        weigh: "can",
        weighReasons:
          "He set Ted’s disappointment against the £60,000 that Ted has had, and said why that counts for more.",
        weighEvidence: said(1),
        communicate: "can",
        communicateReasons: "He told me three times, each time the same.",
      },
    ],
    sources: { read: "Draft will of 1 February 2027\nLetter of instruction of 3 February 2027" },
    opinion: {
      conclusion1:
        "Mr Sutcliffe has testamentary capacity for the draft will of 1 February 2027. No disorder of the mind shapes what he leaves.",
      summary: "He knows what a will is, what he has, and whom he leaves out, and can say why.",
    },
  },
  okonjo: {
    ...{ person: "Ms Ngozi Okonjo", born: "1985-06-14", visited: "2027-03-09", reference: "MCA-9KXW-4DFH" },
    said: [
      ["assessor", "Your barrister offers two ways. Which are they?"],
      ["person", "She wants me to be quiet. They all do. It was the blue car."],
      ["other", "Her sister: she asked the same thing at breakfast and at lunch."],
      ["person", "What offer? Nobody has made an offer."],
    ],
    booked: ["capacity-litigate"],
    instruction: {
      template: "litigation",
      instructedBy: "Harcourt Injury Lawyers",
      questions: "Does Ms Okonjo have capacity to conduct the claim about the collision of May 2024?",
      ...{ authorName: "Dr Helen Voss", authorRole: "Clinical neuropsychologist, HCPC PYL30211" },
      qualifications: "Eighteen years in neurorehabilitation; expert evidence in about forty cases.",
    },
    visit: {
      ...{ visitedOn: "9 March 2027, from 11:00 to 13:10 with two breaks", place: "The rehabilitation unit" },
      ...{
        conducted: "in-person",
        identity: "Passport",
        engaged: "yes",
        present: "Her sister, for the last part",
      },
    },
    decisions: [
      {
        decision: "Whether she can conduct the proceedings about the collision on the A64.",
        ...{ timing: "continuing", assessment: "capacity-litigate" },
        information:
          "who is on the other side and what is claimed\nwhat her lawyers advise\nwhat the offer of £240,000 would end",
        support:
          "Written cards with one step each, two breaks, and her solicitor’s summary in short sentences.",
        understand: "can",
        understandReasons: "She could say who drove, who is sued, and that money is asked for.",
        retain: "cannot",
        retainReasons:
          "Ten minutes after the offer was explained for the third time, with the card in her hand, it was new to her.",
        retainEvidence: said(4),
        weigh: "not-reached",
        weighReasons: "There was nothing left of the offer that she could have compared.",
        communicate: "can",
        communicateReasons: "Her speech is slow and clear.",
        impairment: "An acquired injury of both frontal lobes and the left hippocampus.",
        ...{ diagnosis: "formal", diagnosisSource: "MRI report of 11 June 2024", diagnosisSince: "May 2024" },
        becauseOf:
          "The injury leaves what she hears with her for minutes only, so advice is gone before she can instruct on it.",
        otherCauses: "She had slept well, and took nothing that sedates.",
        ...{
          mayReturn: "unclear",
          mayReturnWhy: "Gains are still seen in the second year.",
          lookAgainOn: "2027-11-01",
        },
      },
    ],
    sources: {
      read: "MRI report of 11 June 2024\nParticulars of claim\nThe unit’s notes, January to March 2027",
      spokenTo: "Adaeze Okonjo, sister, 9 March 2027",
      ownFacts: "The scores of the memory scale were obtained by the unit’s psychologist.",
    },
    opinion: {
      conclusion1:
        "Ms Okonjo is not capable of conducting these proceedings at present. She will need a litigation friend.",
      summary:
        "The collision left her without a lasting memory of advice, and that is what a claimant needs.",
      range:
        "One colleague might call the retention borderline on a good day. Three trials on the same day make that unlikely.",
      declaration: TEMPLATES.litigation.declaration,
    },
  },
  pryce: {
    ...{ person: "Mr Dylan Pryce", born: "1999-01-08", visited: "2027-03-11", reference: "MCA-6TTA-3QYK" },
    said: [
      ["person", "If I stay with Mam I get shouted at. If I go to the flat I have to do my own tea."],
      ["seen", "Sorted six picture cards into ‘Mam’s’ and ‘flat’, and moved one back with a reason."],
    ],
    booked: ["health-welfare"],
    instruction: {
      template: "cop3",
      instructedBy: "Gwynedd Council, community learning disability team",
      questions: "Where he shall live after his college course ends",
      ...{ authorName: "Siân Rowlands", authorRole: "Best interests assessor" },
      qualifications: "Nine years; the team’s lead for easy-read materials.",
    },
    visit: {
      ...{ visitedOn: "11/03/2027, in the morning", place: "Coleg, the quiet room", conducted: "in-person" },
      ...{ identity: "His tutor introduced him", engaged: "yes", present: "His tutor, who did not speak" },
      communication: "Short sentences, pictures, Welsh and English as he wished.",
    },
    decisions: [
      {
        decision: "Whether to live at his mother’s or in the supported flat in Bangor.",
        ...{ timing: "once", assessment: "health-welfare" },
        information:
          "what each place is like\nwho helps there, and with what\nwhat he may not do in the flat",
        support: "A visit to the flat the week before, photographs of both, and picture cards.",
        understand: "can",
        understandReasons: "He told me who would come in at night, and what the rules about visitors are.",
        retain: "can",
        retainReasons: "He remembered the colour of the door and the name of the key worker from last week.",
        weigh: "can",
        weighReasons: "He put quiet against company, changed his mind once, and said what had tipped it.",
        weighEvidence: said(1, 2),
        communicate: "can",
        communicateReasons: "With words, and twice by pointing.",
        wishes: "“Bangor. But Sundays with Mam.”",
      },
    ],
    sources: { read: "Easy-read tenancy\nThe team’s assessment of 20 January 2027" },
    opinion: {
      conclusion1:
        "Dylan Pryce is able to decide where to live. The presumption of capacity is not displaced.",
      summary: "With pictures and a visit beforehand he compared both homes and chose.",
    },
  },
  farrow: {
    ...{ person: "Miss Edith Farrow", born: "1930-08-30", visited: "2027-01-26", reference: "MCA-4ACD-7XWP" },
    said: [
      [
        "person",
        "Janet is to do it, and if she cannot then her lad. And I can stop them if they get above themselves.",
      ],
    ],
    booked: ["lpa-property-affairs", "lpa-health-welfare"],
    instruction: {
      template: "narrative",
      instructedBy: "Her niece, Janet Cole",
      questions: "Both powers of attorney: may a certificate be given?",
      ...{ authorName: "Colin Marsden", authorRole: "Nurse, NMC 02B1234E" },
      qualifications: "Thirty years of nursing, the last eight with older people.",
    },
    visit: {
      ...{ visitedOn: "Tuesday 26 January 2027, 10:15–11:00", place: "At home", conducted: "in-person" },
      ...{ identity: "Bus pass with photograph; her neighbour greeted her by name", engaged: "yes" },
      present: "Janet Cole left the room after the tea",
    },
    decisions: [
      {
        decision:
          "Whether to make a lasting power of attorney for property and affairs, with Janet Cole as attorney.",
        ...{ timing: "once", assessment: "lpa-property-affairs" },
        information: "what the power lets Janet do\nwhen it begins\nhow to end it",
        support: "Her hearing aids in, the form in large print, and no hurry.",
        understand: "can",
        understandReasons: "She called it “lending Janet my signature”, and that is what it is.",
        understandEvidence: said(1),
        retain: "can",
        retainReasons: "She kept the name of the replacement to the end.",
        weigh: "can",
        weighReasons: "She thought aloud about a bank instead, and what a bank charges.",
        communicate: "can",
        communicateReasons: "She dictated the preference about her jewellery herself.",
      },
      {
        decision:
          "Whether to make a lasting power of attorney for health and welfare, and who decides on life-sustaining treatment.",
        ...{ timing: "once", assessment: "lpa-health-welfare" },
        information:
          "that it works only when she cannot decide\nwho would speak for her in hospital\nthe choice about life-sustaining treatment",
        support:
          "As for the first power; and the leaflet of the Office of the Public Guardian, read together.",
        understand: "can",
        understandReasons: "She knew that nobody may use it while she can speak for herself.",
        retain: "can",
        retainReasons: "She came back to option B ten minutes later, and got it right.",
        weigh: "can",
        weighReasons:
          "She weighed her sister’s last weeks on a ventilator against leaving it all to doctors.",
        communicate: "can",
        communicateReasons: "She ticked the box herself and read it back.",
      },
    ],
    sources: { read: "Both forms, filled in by Janet Cole" },
    opinion: {
      conclusion1: "Miss Farrow has capacity to make the lasting power of attorney for property and affairs.",
      conclusion2: "Miss Farrow has capacity to make the lasting power of attorney for health and welfare.",
      summary: "At ninety-six she knows whom she trusts, and why, and how to take it back.",
    },
  },
  khan: {
    ...{ person: "Mr Imran Khan", born: "1972-04-19", visited: "2027-03-15", reference: "MCA-XX4Y-HP36" },
    said: [
      [
        "person",
        "It is daft, I know. But he stood by me inside, and I would rather see it spent than sat there.",
      ],
      ["assessor", "What would you live on?"],
      ["person", "The pension, four hundred a week. And the flat is mine."],
    ],
    booked: ["capacity-gift"],
    instruction: {
      template: "letter",
      instructedBy: "Mr Khan himself, by his solicitor",
      questions: "May he give £35,000 to a friend?",
      ...{ authorName: "Ruth Adler", authorRole: "Independent social worker" },
      qualifications: "Approved mental health professional, 2009 to 2024.",
    },
    visit: {
      ...{ visitedOn: "15 March 2027, 16:00–16:50", place: "Solicitor’s office", conducted: "in-person" },
      ...{ identity: "Passport, seen by the solicitor too", engaged: "yes" },
    },
    decisions: [
      {
        decision: "Whether to give £35,000 of his savings to Michael Dunne.",
        ...{ timing: "once", assessment: "capacity-gift" },
        information:
          "that it is a gift and will not come back\nwhat he keeps to live on\nhis daughters’ expectations",
        support: "I saw him twice, a week apart, and drew his money as a bar on paper.",
        understand: "can",
        understandReasons: "He said that it is gone once it is given, “like a tattoo”.",
        retain: "can",
        retainReasons: "A week later he named the sum, the day and the man.",
        weigh: "can",
        weighReasons: "He called it an unwise decision himself, and told me what makes it worth it to him.",
        weighEvidence: said(1, 3),
        communicate: "can",
        communicateReasons: "He wrote the letter to his bank while I watched.",
        othersSaid: "His daughters think that he is being used.",
      },
    ],
    sources: { read: "Three bank statements" },
    opinion: {
      conclusion1:
        "In my view he can make this decision. His daughters believe that he lacks capacity. A choice that others would not make is still his.",
      summary: "A large gift, knowingly made.",
    },
  },
  marsh: {
    ...{
      person: "Mrs Beatrice Marsh",
      born: "1944-12-05",
      visited: "2027-03-16",
      reference: "MCA-KD7R-P3QC",
    },
    said: [
      ["assessor", "Good morning, Mrs Marsh. May I sit down?"],
      ["seen", "Eyes open, turned to the window. No word, no nod, for twelve minutes."],
    ],
    booked: ["health-welfare"],
    instruction: {
      template: "narrative",
      instructedBy: "Ward 7, Leighton Hospital",
      questions: "Can she decide about the feeding tube?",
      ...{ authorName: "Bola Ajayi", authorRole: "Speech and language therapist" },
      qualifications: "Fifteen years on stroke wards.",
    },
    visit: {
      ...{
        visitedOn: "16 March 2027: 09:30, and again at 15:00",
        place: "Ward 7, side room",
        conducted: "in-person",
      },
      ...{ identity: "Wristband and the ward sister", engaged: "no", present: "Ward sister Lowe" },
      tried:
        "Two times of day, her daughter’s voice on the phone, a picture board, yes and no by squeezing a hand.",
      communication: "Before the illness: Polish and English. An interpreter was on the line.",
    },
    decisions: [
      {
        decision: "Whether to have a feeding tube placed through the skin.",
        ...{ timing: "once", assessment: "health-welfare" },
        information:
          "that she is not getting enough by mouth\nwhat the operation is\nwhat happens without it",
        support: "Glasses on, curtains open, Polish and English, one idea at a time.",
        understand: "not-reached",
        understandReasons: "Nothing came back by which one could tell.",
        retain: "not-reached",
        retainReasons: "It could not be tested.",
        weigh: "not-reached",
        weighReasons: "It could not be tested.",
        communicate: "not-reached",
        communicateReasons: "She may be able to tomorrow: the ward saw her answer on Sunday.",
      },
    ],
    sources: {
      read: "Ward notes of 12 to 16 March 2027",
      spokenTo: "Sister Lowe; Mrs Marsh’s daughter Ewa, by phone",
    },
    opinion: {
      conclusion1:
        "It could not be established today whether Mrs Marsh can make this decision. I advise to try again within the week.",
      summary: "Mrs Marsh did not respond. No conclusion is drawn from silence alone.",
    },
  },
  lindqvist: {
    ...{
      person: "Mx Robin Lindqvist",
      born: "1990-10-10",
      visited: "2027-03-02",
      reference: "MCA-F6GH-Y9YX",
    },
    said: [
      [
        "person",
        "Six months' notice, and they can put the rent up once a year. I read it with my sister twice.",
      ],
    ],
    booked: ["other"],
    instruction: {
      template: "narrative",
      instructedBy: "Calder Homes",
      questions: "The new tenancy",
      ...{ authorName: "Tom Reed", authorRole: "Social worker, SWE 12345" },
      qualifications: "Twelve years of assessments in hospitals and at home.",
    },
    visit: {
      ...{ visitedOn: "2 March 2027, 18:30–19:15", conducted: "remote", engaged: "yes" },
      remoteWhy:
        "Robin asked for it, because strangers in the flat are hard to bear. Their sister was beside them, in sight.",
      identity: "Passport, held to the camera",
    },
    decisions: [
      {
        decision: "Whether to sign the tenancy of 12 Mill Walk from 1 April.",
        ...{ timing: "once", assessment: "other" },
        test: "Mental Capacity Act 2005, sections 1 to 3.",
        information: "the rent and what it covers\nhow long it lasts\nwhat ends it early",
        support: "The tenancy sent a week before, in black on yellow; evening, as Robin wished.",
        understand: "can",
        understandReasons: "They told me what the landlord mends and what they mend themselves.",
        understandEvidence: said(1),
        retain: "can",
        retainReasons: "They had the figures in their head from the evening before.",
        weigh: "can",
        weighReasons: "The lift matters less to them than the bus; they walked me through both flats.",
        communicate: "can",
        communicateReasons: "By voice and, when words ran out, in the chat.",
      },
    ],
    sources: { read: "Tenancy agreement, unsigned" },
    opinion: {
      conclusion1: "Robin Lindqvist has capacity to enter into this tenancy.",
      summary: "Robin knows the rent, the term and the way out.",
    },
  },
  adeyemi: {
    ...{ person: "Mr Tunde Adeyemi", born: "1957-07-21", visited: "2027-03-10", reference: "MCA-PW7A-QK63" },
    said: [
      ["seen", "Asked by pictures which flat costs more, pointed to the cheaper one, four times of five."],
      ["other", "His wife: before this he did the books for three shops."],
    ],
    booked: ["capacity-buy-property"],
    instruction: {
      template: "narrative",
      instructedBy: "Mrs Folake Adeyemi",
      questions: "Whether my husband can agree to buy the ground-floor flat.",
      ...{ authorName: "Bola Ajayi", authorRole: "Speech and language therapist" },
      qualifications: "Fifteen years on stroke wards.",
    },
    visit: {
      ...{
        visitedOn: "10th of March 2027, 11 to 12",
        place: "Their home",
        conducted: "in-person",
        engaged: "yes",
      },
      ...{ identity: "His wife, and the photograph on the wall", present: "Folake Adeyemi" },
      communication: "Single words, pictures, thumbs; a speech aid on a tablet.",
    },
    decisions: [
      {
        decision: "Whether to buy the ground-floor flat at Quay Court for £210,000.",
        ...{ timing: "once", assessment: "capacity-buy-property" },
        information:
          "the price, and where it comes from\nthe service charge\nthat the stairs at home remain otherwise",
        support: "Supported conversation: key words, pictures, yes and no cards, checks in both directions.",
        understand: "cannot",
        understandReasons:
          "With both prices before him he took the smaller number for the dearer flat, and did not notice it when shown.",
        understandEvidence: said(1),
        understandSeen: "Looked to his wife before each answer.",
        retain: "can",
        retainReasons: "The tablet showed that he found the same pages again.",
        weigh: "not-reached",
        weighReasons: "Without the prices there was nothing to compare.",
        communicate: "can",
        communicateReasons: "Yes and no were reliable on eighteen of twenty checks.",
        impairment: "Receptive aphasia after a stroke in January 2027.",
        ...{
          diagnosis: "formal",
          diagnosisSource: "Discharge letter, 8 February 2027",
          diagnosisSince: "January 2027",
        },
        becauseOf:
          "Numbers and comparisons reach him only in fragments since then, even in pictures; what the flat costs stays unknown to him.",
        otherCauses: "His hearing was tested and is good. His wife did not answer for him.",
        ...{ mayReturn: "yes", mayReturnWhy: "Therapy began three weeks ago.", lookAgainOn: "2027-09-10" },
      },
    ],
    sources: {
      read: "Discharge letter, 8 February 2027\nSales particulars",
      spokenTo: "Folake Adeyemi, wife",
    },
    opinion: {
      conclusion1: "At present Mr Adeyemi cannot decide whether to buy the flat. In six months he may.",
      summary: "He follows pictures and short words. Prices do not reach him yet.",
    },
  },
  whitlock: {
    ...{ person: "Mrs Joan Whitlock", born: "1936-02-14", visited: "2027-03-12", reference: "MCA-RT9C-7EED" },
    said: [
      ["person", "The milk is four pounds, the gas I pay at the shop. Here is the book."],
      [
        "person",
        "Shares? Are those the ones with the dividends? Harold did that. I would ask the man on the telephone.",
      ],
      ["person", "I like Keith to come. He shouts, but then he goes home and I have my programme."],
    ],
    booked: ["property-finance", "health-welfare"],
    instruction: {
      template: "cop3",
      instructedBy: "Leeds City Council",
      questions: "Household money; the shares; visits by her nephew",
      ...{ authorName: "Maya Lindgren", authorRole: "Social worker, SWE 77120" },
      qualifications: "Court of Protection team since 2018.",
    },
    visit: {
      ...{
        visitedOn: "12 March 2027, 13:40–15:05",
        place: "Her kitchen",
        conducted: "in-person",
        engaged: "yes",
      },
      ...{ identity: "She is known to me since 2025", present: "Nobody" },
    },
    decisions: [
      {
        decision: "Whether to pay her own household bills from the current account.",
        ...{ timing: "continuing", assessment: "property-finance" },
        information: "what comes in each week\nwhich bills there are\nwhat happens when one is not paid",
        support: "Her own account book, on her own table.",
        understand: "can",
        understandReasons: "She explained the book to me, page by page.",
        understandEvidence: said(1),
        retain: "can",
        retainReasons: "What she forgets is in the book, and she knows where.",
        weigh: "can",
        weighReasons: "She puts off the window cleaner in the month of the insurance.",
        communicate: "can",
        communicateReasons: "In words, with the book as a help.",
      },
      {
        decision: "Whether to sell or keep the shares that her husband left, worth £86,000.",
        ...{ timing: "once", assessment: "property-finance" },
        information: "what a share is\nthat it may fall\nwho may advise, and at what price",
        support: "A drawing of a firm in a hundred slices, tried on two days.",
        understand: "cannot",
        understandReasons: "After both tries a share was “a kind of post office book” that cannot lose.",
        understandEvidence: said(2),
        retain: "can",
        retainReasons: "She remembered the drawing the second day.",
        weigh: "cannot",
        weighReasons:
          "Asked what she would do if they halved, she said that the man on the telephone would not let them.",
        weighSeen: "Gave me the caller’s leaflet as her answer.",
        communicate: "can",
        communicateReasons: "She says clearly what she thinks.",
        impairment: "Mild Alzheimer’s disease.",
        ...{ diagnosis: "formal", diagnosisSource: "Memory clinic, 30 September 2026" },
        becauseOf:
          "New ideas no longer settle with her: what is unlike the book of forty years is turned into it, and the risk drops out.",
        otherCauses:
          "She has been rung by salesmen; she held to the same picture with the telephone off for a week.",
        mayReturn: "no",
      },
      {
        decision: "Whether her nephew Keith may go on visiting her on Saturdays.",
        ...{ timing: "continuing", assessment: "health-welfare" },
        information: "what he does there\nthe broken cup in January\nthat she can end a visit, and how",
        support: "We spoke on a Monday, away from the last visit.",
        understand: "can",
        understandReasons: "She told the story of the cup herself.",
        retain: "can",
        retainReasons: "She knew what the neighbour had said, and when.",
        weigh: "can",
        weighReasons: "She holds an hour of company against ten minutes of noise.",
        weighEvidence: said(3),
        communicate: "can",
        communicateReasons: "She told Keith so herself while I was there on the telephone.",
      },
    ],
    sources: {
      read: "Account book, 2024 to 2027\nMemory clinic, 30 September 2026",
      spokenTo: "Neighbour, Mrs Pell",
    },
    opinion: {
      conclusion1: "Mrs Whitlock has capacity to pay her household bills.",
      conclusion2:
        "Mrs Whitlock lacks capacity to decide whether to sell or keep the shares, because she cannot understand or weigh that they may fall.",
      conclusion3: "Mrs Whitlock has capacity to decide about Keith’s visits.",
      summary:
        "Her household is her own affair, and so is her nephew. The shares are beyond what she can now take in.",
    },
  },
  novak: {
    ...{ person: "Mr Petr Novak", born: "1965-05-05", visited: "2027-03-03", reference: "MCA-YH3D-DFFG" },
    said: [
      [
        "person",
        "She is half my age, I have two houses, I can count. I was well when I asked her and I am well now.",
      ],
    ],
    booked: ["other"],
    instruction: {
      template: "court",
      instructedBy: "The court, by order of 20 January 2027",
      questions: "Does Mr Novak have capacity to marry?",
      ...{ authorName: "Dr Samuel Idowu", authorRole: "Consultant psychiatrist, GMC 4711223" },
      qualifications: "FRCPsych; Section 12 approved; expert in the Court of Protection since 2010.",
    },
    visit: {
      ...{
        visitedOn: "3 March 2027, 09:00–10:40",
        place: "My rooms",
        conducted: "in-person",
        engaged: "yes",
      },
      ...{ identity: "Identity card of the Czech Republic", present: "An interpreter, who was not needed" },
    },
    decisions: [
      {
        decision: "Whether to marry Alena Kovar.",
        ...{ timing: "once", assessment: "other" },
        test: "Sheffield City Council v E [2004]: the nature of the marriage contract, and the duties that normally attach to it.",
        information:
          "what marriage is\nwhat husband and wife owe each other\nthat it may end, and with what effect on money",
        support: "He was seen when well, in the morning, with his own coffee.",
        understand: "can",
        understandReasons: "He named support, a common home, and half of one house if it fails.",
        understandEvidence: said(1),
        retain: "can",
        retainReasons: "He referred back to each point without help.",
        weigh: "can",
        weighReasons:
          "He had asked what she would do if he fell ill, and told me her answer and what he made of it.",
        communicate: "can",
        communicateReasons: "In fluent English.",
      },
    ],
    sources: {
      read: "Order of 20 January 2027\nGP record to 1 March 2027",
      spokenTo: "Alena Kovar, 3 March 2027",
    },
    opinion: {
      conclusion1:
        "I find that Mr Novak has capacity to marry. He has had bipolar disorder since 1991, and is well.",
      summary: "He understands marriage as most people do.",
      range: "None: I know of no school that would set the test higher.",
      declaration: TEMPLATES.court.declaration,
    },
  },
  tanner: {
    ...{
      person: "Mrs Margaret Tanner",
      born: "1940-09-09",
      visited: "2027-03-08",
      reference: "MCA-C6Q9-TTRA",
    },
    said: [
      ["person", "Arthur has his own report, and I told him: you speak for you and I for me."],
      ["person", "It is to be completed in June, they say, and the money goes half and half."],
    ],
    booked: ["capacity-sell-property"],
    instruction: {
      template: "narrative",
      instructedBy: "Bell Conveyancing",
      questions: "Each of the two owners is assessed by herself and himself.",
      ...{ authorName: "Colin Marsden", authorRole: "Nurse, NMC 02B1234E" },
      qualifications: "Thirty years of nursing, the last eight with older people.",
    },
    visit: {
      ...{
        visitedOn: "8 March 2027, 10:00–10:55",
        place: "Rose Cottage",
        conducted: "in-person",
        engaged: "yes",
      },
      ...{ identity: "Passport", present: "Mr Arthur Tanner was in the garden" },
    },
    decisions: [
      {
        decision: "Whether to agree to the sale of Rose Cottage, which she owns with her husband.",
        ...{ timing: "once", assessment: "capacity-sell-property" },
        information: "the price of £415,000\nwhere they will live\nthat both must agree",
        support: "Glasses, the plan of the new flat, and her husband out of the room.",
        understand: "can",
        understandReasons: "She knew that Mr Arthur Tanner cannot sell it alone, and what her half is.",
        understandEvidence: said(2),
        retain: "can",
        retainReasons: "She kept the price and the agent’s name.",
        weigh: "can",
        weighReasons: "The stairs against the roses: the stairs won, with a sigh.",
        communicate: "can",
        communicateReasons: "In so many words.",
      },
    ],
    sources: { read: "Letter of Bell Conveyancing, 1 March 2027: the sale is to be completed in June" },
    opinion: {
      conclusion1:
        "Mrs Tanner has capacity to decide to sell Rose Cottage. Of Mr Arthur Tanner there is a report of its own.",
      summary: "She knows the price and why they go. The sale is to be completed in June.",
    },
  },
  brook: {
    ...{ person: "Mr Alan Brook", born: "1950-03-30", visited: "2027-03-17", reference: "MCA-97PP-KAWD" },
    said: [
      ["person", "I have to get off at Crewe. They have moved my ticket."],
      ["seen", "Pulled at the drip, and asked the wall for the time."],
      ["other", "Nurse: he was himself until Monday."],
    ],
    booked: ["health-welfare"],
    instruction: {
      template: "narrative",
      instructedBy: "Discharge team",
      questions: "May he discharge himself today?",
      ...{ authorName: "Maya Lindgren", authorRole: "Social worker, SWE 77120" },
      qualifications: "Court of Protection team since 2018.",
    },
    visit: {
      ...{
        visitedOn: "17 March 2027, 08:50–09:30",
        place: "Ward 12",
        conducted: "in-person",
        engaged: "yes",
      },
      identity: "Wristband",
    },
    decisions: [
      {
        decision: "Whether to leave the hospital today against advice.",
        ...{ timing: "once", assessment: "health-welfare" },
        information:
          "that he is being treated for an infection\nwhat may happen without the drip\nthat he may come back",
        support: "Light, his own glasses, his wife on the phone, a second try after breakfast.",
        understand: "cannot",
        understandReasons:
          "He took the ward for a railway carriage both times, and my explanation for an announcement.",
        understandEvidence: said(1),
        understandSeen: "He looked for the door between the beds.",
        retain: "not-reached",
        retainReasons: "There was nothing to hold.",
        weigh: "not-reached",
        weighReasons: "As he did not know where he was, it went no further.",
        communicate: "can",
        communicateReasons: "He said often and loudly that he wanted to go.",
        impairment: "Acute confusion with a urinary infection.",
        ...{ diagnosis: "formal", diagnosisSource: "Ward round, 16 March 2027" },
        becauseOf:
          "While it lasts he does not take in that he is in hospital, and without that nothing about leaving it can be understood.",
        otherCauses: "No sedation since Sunday.",
        ...{
          mayReturn: "yes",
          mayReturnWhy: "It clears with treatment, mostly within days.",
          lookAgainOn: "2027-03-24",
        },
      },
    ],
    sources: { read: "Ward notes, 14 to 17 March 2027" },
    opinion: {
      conclusion1:
        "Today he lacks capacity to decide to leave the hospital. It is to be looked at again within the week.",
      summary: "He believes that he is on a train. That will probably pass.",
    },
  },
  silva: {
    ...{ person: "Ms Maria Silva", born: "2004-02-29", visited: "2027-03-05", reference: "MCA-HF66-X3YT" },
    said: [
      ["person", "I know I could die. I know the numbers. It just does not count when the plate is there."],
      ["assessor", "If a friend weighed what you weigh, what would you tell her? Would you tell her to eat?"],
      ["person", "To eat. But she would not be me."],
    ],
    booked: ["health-welfare"],
    instruction: {
      template: "cop3",
      instructedBy: "NHS trust, eating disorders service",
      questions: "Nasogastric feeding",
      ...{ authorName: "Dr Samuel Idowu", authorRole: "Consultant psychiatrist, GMC 4711223" },
      qualifications: "FRCPsych; Section 12 approved.",
    },
    visit: {
      ...{ visitedOn: "5 March 2027, 15:30–16:45", place: "Unit", conducted: "in-person", engaged: "yes" },
      ...{ identity: "Known to the unit", present: "Her advocate" },
    },
    decisions: [
      {
        decision: "Whether to accept feeding by tube for the next four weeks.",
        ...{ timing: "once", assessment: "health-welfare" },
        information: "what her weight means for her heart\nwhat the tube is like\nwhat other ways there are",
        support: "Her advocate, an hour after the meal, questions given beforehand in writing.",
        understand: "can",
        understandReasons: "She explained the risk to her heart more exactly than the leaflet does.",
        understandEvidence: said(1),
        retain: "can",
        retainReasons: "She quoted my questions of the week before.",
        weigh: "cannot",
        weighReasons:
          "What she knows for others has no weight for herself: each time that food was the topic, the risk left the sum.",
        weighEvidence: said(1, 3),
        communicate: "can",
        communicateReasons: "With great clarity.",
        impairment: "Anorexia nervosa.",
        ...{ diagnosis: "formal", diagnosisSource: "Dr Pereira, 3 July 2022" },
        becauseOf:
          "The fear of weight that belongs to it overrides every other reason at the moment of choosing, which is what makes weighing impossible.",
        otherCauses: "Her parents’ wishes were looked at: she says the same without them.",
        ...{ mayReturn: "yes", mayReturnWhy: "With weight, thinking widens.", lookAgainOn: "2027-04-05" },
      },
    ],
    sources: { read: "Notes of the unit\nDr Pereira, 3 July 2022" },
    opinion: {
      conclusion1:
        "On the balance of probabilities Ms Silva is unable to decide about feeding by tube at this time.",
      summary: "She understands everything and can use none of it when it is about her.",
    },
  },
  grant: {
    ...{ person: "Mr Owen Grant", born: "1948-06-01", visited: "2027-02-25", reference: "MCA-TK3P-HH9R" },
    said: [
      ["person", "Forty a week and forty is a hundred. The lads look after the rest of it for me."],
      ["seen", "Paid for tea with a twenty-pound note and walked away from the change, twice."],
    ],
    booked: ["property-finance"],
    instruction: {
      template: "narrative",
      instructedBy: "Department’s visiting officer",
      questions: "Appointeeship for his benefits",
      ...{ authorName: "Ruth Adler", authorRole: "Independent social worker" },
      qualifications: "Approved mental health professional, 2009 to 2024.",
    },
    visit: {
      ...{ visitedOn: "25 February 2027, 11:20–12:15", place: "The day centre", conducted: "in-person" },
      ...{ identity: "Day centre’s card with photograph", engaged: "yes", present: "Key worker Des" },
    },
    decisions: [
      {
        decision: "Whether to receive and spend his own pension credit each week.",
        ...{ timing: "continuing", assessment: "property-finance" },
        information: "how much comes in\nthat rent goes first\nwho may ask for money and who may not",
        support: "Real coins, his own rent card, and Des, whom he trusts.",
        understand: "cannot",
        understandReasons:
          "Eight tries with coins gave eight different sums, and the rent was “what the council does”.",
        understandEvidence: said(1, 2),
        retain: "can",
        retainReasons: "He remembers who has borrowed, by name.",
        weigh: "not-reached",
        weighReasons: "He knew no sum that could have been held against another.",
        communicate: "can",
        communicateReasons: "He talks willingly.",
        impairment: "A lifelong learning disability, in the moderate range.",
        ...{ diagnosis: "formal", diagnosisSource: "Special school records, 1959" },
        becauseOf:
          "Numbers above five have never had a meaning for him, whatever way they were taught; so an amount and a rent cannot be compared.",
        otherCauses: "He is not afraid of the lads, and answered alike when they were away.",
        mayReturn: "no",
      },
    ],
    sources: { read: "Special school records, 1959\nRent account", spokenTo: "Des Akers, key worker" },
    opinion: {
      conclusion1: "Mr Grant does not have capacity to receive and spend his pension credit.",
      summary: "He is generous and cannot count. Somebody has to see to the rent.",
    },
  },
} satisfies Record<string, Case>;

export type CaseName = keyof typeof cases;
export const CASE_NAMES = Object.keys(cases) as CaseName[];

export type Changes = Partial<Record<PartKey, Answers | null>>;
export type Around = Partial<Surroundings>;

/** A case as a draft, with changes to the answers of some parts; null: the part is not written. */
export function draftOf(name: CaseName, changes: Changes = {}, booked?: readonly string[]): Draft {
  const { person, born, reference, said: exchanges, ...one }: Case = cases[name];
  const parts: Record<string, Answers> = {
    instruction: one.instruction,
    person: { personName: person, dateOfBirth: born, ...one.visit },
    ...Object.fromEntries(
      one.decisions.map((answers, index) => [
        `decision-${index + 1}`,
        { test: KNOWN[String(answers["assessment"])]?.test ?? "", ...answers },
      ]),
    ),
    sources: one.sources,
    opinion: { declaration: TEMPLATES.narrative.declaration, ...one.opinion },
  };
  for (const [key, answers] of Object.entries(changes)) {
    if (answers === null) delete parts[key];
    else parts[key] = { ...parts[key], ...answers };
  }
  return {
    reference,
    booked: {
      ...{ personName: person, dateOfBirth: born },
      assessments: (booked ?? one.booked).map((id) => ({ id, name: id })),
    },
    exchanges: exchanges.map(([speaker, text], index) => ({
      ...{ id: `e${index + 1}`, number: index + 1, speaker, text, at: "" },
    })),
    parts,
  };
}

/** Beside a case's draft: its visit, and a day soon after. */
export const aroundOf = (name: CaseName, around: Around = {}): Surroundings => ({
  ...{ today: TODAY, visitDays: [cases[name].visited], otherClients: [], earlier: [] },
  undrawable: () => [],
  ...around,
});
