import { z } from 'zod';
import { endpoint, IdParams } from '#kit/endpoint.ts';
import { Channel, StepTest, VariantLetter, VariantVerdict } from './contract.ts';

/** A share of people, in percent, and where it lies with 95 % confidence; null without anybody. */
const Rate = z.object({ percent: z.number(), low: z.number(), high: z.number() }).nullable();

/** What one text of a step has brought. Only people of the test count, and only what they did in its time. */
export const VariantResult = z.object({
  letter: VariantLetter,
  subject: z.string().nullable(),
  body: z.string(),
  /** People to whom it left. */
  sent: z.number().int(),
  clicked: z.number().int(),
  /** Of whose mails only a machine opened a link: mail filters do so with every mail. */
  scanned: z.number().int(),
  replied: z.number().int(),
  converted: z.number().int(),
  /** Of those it was sent to, how many did what the test is about. */
  rate: Rate,
});
export type VariantResult = z.infer<typeof VariantResult>;

/** A step that is sent in several texts. */
export const StepResult = z.object({
  stepId: z.uuid(),
  /** Number of the step in the sequence, from 1. */
  number: z.number().int(),
  channel: Channel,
  test: StepTest,
  verdict: VariantVerdict.nullable(),
  state: z.enum(['not_started', 'not_enough_data', 'no_difference', 'won', 'chosen']),
  /** People in the test, and to how many of them the message has left or never will. */
  tested: z.number().int(),
  settled: z.number().int(),
  /** Those of the test that somebody still has to send by hand. */
  byHand: z.number().int(),
  /** People who wait for the outcome. */
  waiting: z.number().int(),
  /** When the variants are compared; null until the last message of the test has left. */
  looksAt: z.iso.datetime().nullable(),
  variants: z.array(VariantResult),
});
export type StepResult = z.infer<typeof StepResult>;

export const listVariantResults = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id/variants',
  access: 'viewer',
  summary: 'What each variant of a campaign’s steps has brought, and how far its test is',
  params: IdParams,
  response: z.array(StepResult),
});

export const chooseVariant = endpoint({
  method: 'POST',
  path: '/api/campaigns/:id/steps/:stepId/variant',
  access: 'member',
  summary: 'Choose by hand what everybody else gets; null takes a choice back',
  params: IdParams.extend({ stepId: z.uuid('Not an id.') }),
  body: z.object({ letter: VariantLetter.nullable() }),
  response: z.array(StepResult),
});
