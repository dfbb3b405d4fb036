import { describe, expect, it } from 'vitest';
import { checkClaims } from './rules-claims.ts';

const marks = (text: string, format: 'text' | 'html' = 'text'): string[] =>
  checkClaims(text, ['US', 'EU', 'UK'], { kind: 'content', format }).findings.map(({ excerpt }) => excerpt);

describe('where a finding stands', () => {
  it('marks the words as they were written, behind a merge field', () => {
    const text = 'Hi {{firstName|there}}, our tea cures asthma.';
    const [finding] = checkClaims(text, ['US']).findings;
    expect(finding).toMatchObject({ rule: 'disease-claim', severity: 'block', excerpt: 'cures asthma' });
    expect(text.slice(finding?.start, finding?.end)).toBe('cures asthma');
  });

  it('reads the fallback of a merge field as text', () => {
    expect(marks('Dear {{firstName|our tea cures asthma}}')).toContain('cures asthma');
  });

  it('reads through tags and entities', () => {
    expect(marks('<p>It c<b>ur</b>es &#97;sthma</p>', 'html')).toEqual(['c<b>ur</b>es &#97;sthma']);
  });

  it('reads what a picture says in its alt text, and no script or style', () => {
    expect(marks('<img src="a.png" alt="Cures asthma">', 'html')).toEqual(['Cures asthma']);
    expect(
      marks('<style>p { content: "cures asthma" }</style><script>"cures asthma"</script>', 'html'),
    ).toEqual([]);
  });

  it('ends a sentence where a block ends', () => {
    expect(marks('<li>Cures ham</li><li>Asthma walk on Sunday for charity</li>', 'html')).toEqual([]);
  });
});

describe('a subject line', () => {
  const rulesOf = (text: string, kind: 'mail_subject' | 'mail_body'): string[] =>
    checkClaims(text, ['US'], { kind }).findings.map(({ rule }) => rule);

  it('names no condition, however harmless the sentence', () => {
    expect(rulesOf('New dates for our eczema evening', 'mail_subject')).toEqual(['condition-subject']);
    expect(rulesOf('New dates for our #3czema evening', 'mail_subject')).toEqual(['condition-subject']);
    expect(rulesOf('New dates for our open evening', 'mail_subject')).toEqual([]);
  });

  it('is held to more than the text below it', () => {
    expect(rulesOf('New dates for our eczema evening', 'mail_body')).toEqual([]);
  });
});
