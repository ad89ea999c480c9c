/** `act` quotes the Mental Capacity Act 2005, sections 1 to 3, as enacted; everything else is summary. */

export type LegalPart = {
  title: string;
  summary: readonly string[];
  act: Readonly<Record<string, string>>;
};

export const PRINCIPLES: LegalPart = {
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
export const TEST_STEPS: readonly LegalPart[] = [
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

export const ABOUT_THE_LAW: readonly string[] = [
  "The Mental Capacity Act 2005 applies in England and Wales, and this part of it to people aged 16 and over. Scotland and Northern Ireland have laws of their own.",
  "The order of the three questions follows the Supreme Court in A Local Authority v JB [2021] UKSC 52. Chapter 4 of the Code of Practice of 2007 sets out the same test with the impairment first; where the two differ, the judgment prevails.",
  "For wills and for lifetime gifts, assessors also address older tests of the courts: Banks v Goodfellow (1870) LR 5 QB 549 and Re Beaney [1978] 1 WLR 770.",
  "This page is a summary to help you prepare. It is not legal advice.",
];
