import { describe, expect, it } from 'vitest';
import { readBrief } from './rules-brief.ts';

const read = (requirements: string, prompt = 'Write the mail.') =>
  readBrief({ requirements, prompt, type: 'email' });

describe('a brief', () => {
  it('that invites people to something is about that', () => {
    expect(read('Invite people to six winter evenings, with soup.')).toMatchObject({
      intent: 'invite',
      topic: 'six winter evenings',
    });
    expect(read('Invite our members to the open day: parking is free.')).toMatchObject({
      intent: 'invite',
      topic: 'the open day',
      details: ['parking is free'],
    });
    // The thing, not the deed.
    expect(read('Invite for the open day on 3 May.').topic).toBe('the open day on 3 May.');
  });

  it('says what must be mentioned, without that it must be', () => {
    expect(read('Email about tea. Must mention: book by Friday.').asks).toEqual(['Book by Friday.']);
    expect(read('Email about tea. It should include the price of 18 pounds.').details).toEqual([
      'The price of 18 pounds.',
    ]);
  });

  it('tells what a text shall be from what it shall say', () => {
    expect(read('Mail about our tea, warm, one question at the end, no exclamation marks.')).toMatchObject({
      topic: 'our tea.',
      details: [],
      tone: 'friendly',
      noExclamation: true,
      form: ['one question at the end'],
    });
    expect(read('Mail about our tea. Tone: warm. End with one question and add a joke.').form).toEqual([
      'End with one question',
      'add a joke',
    ]);
    // Of the world, not of the text.
    expect(
      read('Mail about our socks, soft, warm, washable. If you have a question, call us.'),
    ).toMatchObject({
      tone: undefined,
      form: [],
    });
  });

  it('keeps a line without a full stop apart from the next', () => {
    expect(read('Invite our members to the open day').topic).toBe('the open day.');
  });
});
