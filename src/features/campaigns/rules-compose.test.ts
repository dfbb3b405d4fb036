import { describe, expect, it } from 'vitest';
import { hasHealthWord } from '#features/compliance/rules-conditions.ts';
import { firstNameOf } from '#features/leads/rules-names.ts';
import { mergeProblem } from '#features/mail/rules-merge.ts';
import { composeSteps, type PersonFacts, personValues } from './rules-compose.ts';
import { findTemplate, TEMPLATES } from './rules-templates.ts';

const person: PersonFacts = {
  name: 'Ann Lee',
  platform: 'reddit',
  signalAt: new Date('2026-11-12T10:00:00Z'),
  legalGround: 'legitimate_interest',
  groupName: 'Evening tea',
  createdAt: new Date('2026-11-13T10:00:00Z'),
};
const input = { objective: 'Lead Generation', channels: ['email', 'social_dm'] as const, assets: [] };

describe('templates', () => {
  // S9-29
  it('carry their reference figures', () => {
    expect(
      TEMPLATES.map(({ performance }) => [
        performance.responseRate,
        performance.conversionRate,
        performance.costPerLead,
      ]),
    ).toEqual([
      [22.3, 13.8, 15.75],
      [18.5, 15.9, 12.5],
      [16.2, 13.4, 9.8],
    ]);
  });

  it('can be sent: their merge fields are known, their links name no condition', () => {
    for (const { message, landingPageUrl } of TEMPLATES) {
      expect(mergeProblem(message)).toBeUndefined();
      expect(hasHealthWord(new URL(landingPageUrl).pathname)).toBe(false);
    }
  });
});

describe('the engine', () => {
  it('writes one first message per channel that can be sent', () => {
    const steps = composeSteps(input);
    expect(steps.map(({ channel, delayHours }) => [channel, delayHours])).toEqual([
      ['email', 0],
      ['social_dm', 0],
    ]);
    for (const { subject, body } of steps)
      expect([mergeProblem(subject ?? ''), mergeProblem(body)]).toEqual([undefined, undefined]);
  });

  it('quotes the objective where it says something to the reader, and never a goal of the sender', () => {
    const bodyFor = (objective: string) => composeSteps({ ...input, objective })[0]?.body ?? '';
    expect(bodyFor('Invite people to the open day')).toContain(
      'I am writing to invite people to the open day.',
    );
    expect(bodyFor('Lead Generation')).not.toContain('Lead Generation');
    expect(bodyFor('brand awareness')).not.toContain('awareness');
  });

  it('quotes the template and, before it, a chosen asset', () => {
    const template = findTemplate('weight-loss-q1');
    expect(composeSteps({ ...input, template })[0]?.body).toBe(template?.message);
    const assets = [{ type: 'email', name: 'Letter', content: 'Subject: Our open day\n\nCome on Saturday.' }];
    const [mail] = composeSteps({ ...input, template, assets });
    expect(mail?.subject).toBe('Our open day');
    expect(mail?.body).toContain('Come on Saturday.');
    expect(mail?.body).not.toContain('Subject:');
  });

  it('takes the headings, lists and links of an asset into a mail, and its bare words anywhere else', () => {
    const content = '# Open day\n\n- **Tea** at [noon](https://tea.test/noon)';
    const assets = [{ type: 'text', name: 'Letter', content }];
    const [mail, post] = composeSteps({ ...input, assets });
    expect(mail?.body).toMatch(/^# Open day\n\nHi \{\{firstName\|there\}\},\n\n\{\{opening\}\}\n\n- \*\*Tea/);
    expect(mail?.body).toContain('[noon](https://tea.test/noon)');
    expect(post?.body).toContain('Open day\n\n- Tea at noon (https://tea.test/noon)');
  });

  // S1-03
  it('says something else to people of whom something else is stored', () => {
    const other = { ...person, name: 'Bob Ray', platform: 'twitter' as const };
    expect(personValues(person).opening).toContain('Reddit of 12 November 2026');
    expect(personValues(other).opening).not.toBe(personValues(person).opening);
    expect(personValues(other).firstName).toBe('Bob');
  });

  it('never names a condition, not even that of the lead group', () => {
    const values = personValues({ ...person, groupName: 'Diabetes newcomers' });
    expect(Object.values(values).some(hasHealthWord)).toBe(false);
  });

  it('greets nobody by an account that is named after a condition', () => {
    const { name, firstName } = personValues({ ...person, name: 'Migraine Mum' });
    expect([name, firstName]).toEqual(['', '']);
    expect(personValues({ ...person, name: 'Ms Ann Painter-Graves' }).name).toBe('Ms Ann Painter-Graves');
  });

  it('puts no condition into a subject line that it chooses', () => {
    const subjectFor = (given: Partial<Parameters<typeof composeSteps>[0]>) =>
      composeSteps({ ...input, ...given })[0]?.subject;
    const landingSite = { name: 'Diabetes-friendly recipes', description: '' };
    const letter = (subject: string) => [
      { type: 'email', name: 'Letter', content: `Subject: ${subject}\n\nCome on Saturday.` },
    ];
    const neutral = 'A note from {{workspaceName|our team}}';
    expect(subjectFor({ objective: 'Invite people with eczema' })).toBe(neutral);
    expect(subjectFor({ landingSite })).toBe(neutral);
    expect(subjectFor({ assets: letter('Your migraine') })).toBe(neutral);
    expect(
      subjectFor({ assets: letter('Your migraine'), landingSite: { name: 'Open day', description: '' } }),
    ).toBe('Open day');
  });

  it('tells where the data is from and on what ground', () => {
    expect(personValues(person).notice).toMatch(
      /public profile on Reddit on 13 November 2026.*legitimate interest/,
    );
    expect(personValues({ ...person, legalGround: 'consent' }).notice).toContain('you agreed');
  });

  it.each([
    ['Ann Lee', 'Ann'],
    ['Dr. PRIYA Marlow', 'Priya'],
    ['Marlow, Priya', 'Priya'],
    ['MARLOW, PRIYA', 'Priya'],
    ['VAN DYKE, ANN', 'Ann'],
    ['Marlow, Bea', 'Bea'],
    ['van Dyke, Ed', 'Ed'],
    ['Priya Marlow, RN, BSN', 'Priya'],
    ['Priya Marlow, M.D.', 'Priya'],
    ['Priya Marlow, PhD', 'Priya'],
    ['John Smith, Jr.', 'John'],
    ["O'Neil", "O'Neil"],
    ['dana_brews92', ''],
    ['u/dana', ''],
    ['', ''],
  ])('greets "%s" as "%s"', (name, first) => expect(firstNameOf(name)).toBe(first));
});
