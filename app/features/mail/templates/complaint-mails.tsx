import { Action, Code, Heading, Paragraph } from "./parts.tsx";
import type { Template } from "./template.ts";

export const complaintReceived: Template<"complaint-received"> = ({ payload, site }) => ({
  subject: `We received your complaint (${payload.reference})`,
  preview: "We look into it and write to you.",
  body: (
    <>
      <Heading>We received your complaint</Heading>
      <Paragraph>{`Thank you for telling ${site.name} how your personal data was used. Your reference is:`}</Paragraph>
      <Code>{payload.reference}</Code>
      <Paragraph>A person looks into it, and we write to you within 30 days at the latest.</Paragraph>
      <Paragraph>
        You may also complain to the Information Commissioner at any time: ico.org.uk/make-a-complaint or 0303
        123 1113.
      </Paragraph>
    </>
  ),
});

export const complaintNotice: Template<"complaint-notice"> = ({ payload }) => ({
  subject: `A data-protection complaint arrived (${payload.reference})`,
  preview: "It must be acknowledged within 30 days.",
  body: (
    <>
      <Heading>A data-protection complaint arrived</Heading>
      <Paragraph>{`Reference ${payload.reference}. It must be acknowledged within 30 days.`}</Paragraph>
      <Action href={payload.url}>Read the complaint</Action>
    </>
  ),
});
