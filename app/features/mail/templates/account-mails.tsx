import { Action, BulletList, Code, Heading, Paragraph } from "./parts.tsx";
import type { Template } from "./template.ts";

export const bookingLink: Template<"booking-link"> = ({ payload, site }) => ({
  subject: `Your booking link from ${site.name}`,
  preview: "The assessments are already chosen. It takes a few minutes.",
  body: (
    <>
      <Heading>Your booking link</Heading>
      <Paragraph>We have prepared a booking for you. These assessments are already chosen:</Paragraph>
      <BulletList items={payload.assessmentNames} />
      <Action href={payload.link}>Start your booking</Action>
      <Paragraph>
        You can change the choice on the way. It takes a few minutes, and you need no account.
      </Paragraph>
    </>
  ),
});

export const signInCode: Template<"sign-in-code"> = ({ payload, site }) => ({
  subject: "Your sign-in code",
  preview: "It works for 10 minutes.",
  body: (
    <>
      <Heading>Your sign-in code</Heading>
      <Paragraph>{`Enter this code to sign in to ${site.name}:`}</Paragraph>
      <Code>{payload.code}</Code>
      <Paragraph>It works for 10 minutes and only once. We never ask for it on the phone.</Paragraph>
      <Paragraph>
        If you did not try to sign in, please change your password: somebody else knows it.
      </Paragraph>
    </>
  ),
});

export const temporaryPassword: Template<"temporary-password"> = ({ payload, site }) => ({
  subject: `Your account at ${site.name}`,
  preview: "A temporary password, which you change when you first sign in.",
  body: (
    <>
      <Heading>Your account is ready</Heading>
      <Paragraph>Sign in with this e-mail address and the temporary password:</Paragraph>
      <Code>{payload.password}</Code>
      <Action href={payload.url}>Sign in</Action>
      <Paragraph>You will be asked to choose a password of your own.</Paragraph>
    </>
  ),
});

export const passwordReset: Template<"password-reset"> = ({ payload }) => ({
  subject: "Choose a new password",
  preview: "The link works once.",
  body: (
    <>
      <Heading>Choose a new password</Heading>
      <Paragraph>Somebody, we hope you, asked for a new password for this e-mail address.</Paragraph>
      <Action href={payload.url}>Choose a new password</Action>
      <Paragraph>If it was not you, do nothing: your password stays as it is.</Paragraph>
    </>
  ),
});

export const confirmEmail: Template<"confirm-email"> = ({ payload, site }) => ({
  subject: "Confirm your e-mail address",
  preview: "One press, and your other bookings appear in your account.",
  body: (
    <>
      <Heading>Confirm your e-mail address</Heading>
      <Paragraph>{`Please confirm that this address belongs to your account at ${site.name}.`}</Paragraph>
      <Action href={payload.url}>Confirm my e-mail address</Action>
      <Paragraph>
        You are asked to sign in first, with the password that you chose. If you made no account, do nothing:
        whoever made it sees none of your other bookings.
      </Paragraph>
    </>
  ),
});

export const accountExists: Template<"account-exists"> = ({ payload, site }) => ({
  subject: `You already have an account at ${site.name}`,
  preview: "Please sign in with the password that you have.",
  body: (
    <>
      <Heading>You already have an account</Heading>
      <Paragraph>
        {`Somebody, we hope you, has just asked for an account at ${site.name} for a booking with this e-mail address. You already have one: please sign in with its password. If you have forgotten it, the login page sends you a link to choose a new one.`}
      </Paragraph>
      <Action href={payload.url}>Sign in to your account</Action>
      <Paragraph>
        The password that was just chosen opens that one booking only. If it was not you, do nothing: nobody
        has seen anything of your account, and its password stays as it is.
      </Paragraph>
    </>
  ),
});
