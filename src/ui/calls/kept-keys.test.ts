import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#kit/id.ts';
import { forgetAllKeys, forgetKeys, isKept, keepKey, keyFor } from './kept-keys.ts';

const note = { method: 'POST', url: '/api/leads/7/notes', body: '{"text":"Called, no answer"}' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  forgetAllKeys();
  vi.useRealTimers();
});

describe('the key of a change whose answer was lost', () => {
  it('serves the next press for two minutes, after which the same words are meant anew', () => {
    keepKey(note, 'first');
    vi.setSystemTime(Date.now() + 119_000);
    expect(keyFor(note)).toBe('first');
    vi.setSystemTime(Date.now() + 1_000);
    expect(keyFor(note)).not.toBe('first');
  });

  it('leaves nothing of what was sent in the tab after that, also where nothing more is done', () => {
    keepKey(note, 'first');
    vi.advanceTimersByTime(119_000);
    expect(isKept(note, 'first')).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(isKept(note, 'first')).toBe(false);
  });

  it('goes with whoever signs out', () => {
    keepKey(note, 'first');
    forgetAllKeys();
    expect(isKept(note, 'first')).toBe(false);
    expect(keyFor(note)).not.toBe('first');
  });

  it.each(['preview', 'preflight', 'test-mail'])(
    'stays while the form of a new campaign asks for its %s: the launch may have been done',
    (asked) => {
      const launch = { method: 'POST', url: '/api/campaigns', body: '{"name":"Winter","status":"active"}' };
      keepKey(launch, 'first');
      forgetKeys({ method: 'POST', url: `/api/campaigns/${asked}`, body: '{"name":"Winter"}' });
      expect(keyFor(launch)).toBe('first');
    },
  );

  const someId = crypto.randomUUID();

  it.each(['pause', 'resume', 'restore', 'duplicate'])(
    'stays while another campaign gets a %s: the launch may have been done',
    (deed) => {
      const launch = { method: 'POST', url: '/api/campaigns', body: '{"name":"Winter","status":"active"}' };
      keepKey(launch, 'first');
      forgetKeys({ method: 'POST', url: `/api/campaigns/${someId}/${deed}`, body: '{}' });
      forgetKeys({ method: 'PATCH', url: `/api/campaigns/${someId}`, body: '{"name":"Spring"}' });
      forgetKeys({ method: 'DELETE', url: `/api/lead-groups/${someId}`, body: undefined });
      expect(keyFor(launch)).toBe('first');
    },
  );

  it('stays while a campaign is deleted that stood there before: a second launch would write to everybody twice', () => {
    const launch = { method: 'POST', url: '/api/campaigns', body: '{"name":"Winter","status":"active"}' };
    const endsOneOf = (minutesAgo: number) =>
      forgetKeys({
        method: 'DELETE',
        url: `/api/campaigns/${newId(Date.now() - minutesAgo * 60_000)}`,
        body: undefined,
      });
    keepKey(launch, 'first');
    endsOneOf(61);
    expect(keyFor(launch)).toBe('first');
    // The clocks of the server and of the browser may differ.
    endsOneOf(59);
    expect(keyFor(launch)).not.toBe('first');
  });

  it('stays while something else than a deletion is done to many', () => {
    const lead = { method: 'POST', url: '/api/leads', body: '{"name":"Dana"}' };
    keepKey(lead, 'first');
    forgetKeys({ method: 'POST', url: '/api/leads/acts', body: '{"act":{"kind":"stage","stage":"won"}}' });
    expect(keyFor(lead)).toBe('first');
  });

  it.each([
    ['POST /api/campaigns', `DELETE /api/campaigns/${someId}`],
    ['POST /api/campaigns', `POST /api/campaigns/${someId}/archive`],
    ['POST /api/leads', `POST /api/leads/${someId}/erase`],
    ['POST /api/leads', 'POST /api/leads/acts'],
    ['POST /api/leads/acts', `POST /api/leads/acts/${someId}/undo`],
    ['POST /api/analytics/spend', `POST /api/analytics/spend/${someId}/take-back`],
    [`POST /api/leads/${someId}/notes`, `DELETE /api/leads/notes/${someId}?now=1`],
    [`POST /api/leads/${someId}/tasks`, `DELETE /api/crm/tasks/${someId}`],
    [`POST /api/leads/${someId}/merge`, `POST /api/leads/merges/${someId}/undo`],
    ['POST /api/settings/demo', 'DELETE /api/settings/demo'],
    ['POST /api/chatbot/unanswered/dismiss', 'POST /api/chatbot/unanswered/restore'],
  ])('goes once what was made may have been undone: %s, then %s', (make, undo) => {
    const asked = (words: string, body: string) => {
      const [method = '', url = ''] = words.split(' ');
      return { method, url, body };
    };
    const made = asked(make, '{"name":"Dana"}');
    keepKey(made, 'first');
    forgetKeys(asked(undo, '{"act":{"kind":"delete"}}'));
    expect(keyFor(made)).not.toBe('first');
  });
});
