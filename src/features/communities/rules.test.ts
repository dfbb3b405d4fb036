import { describe, expect, it } from 'vitest';
import { COMMUNITY_SUBJECTS, MEMBER_TYPES, NAME_MISSING, NewCommunity, NewMember } from './contract.ts';
import {
  activityScore,
  communityCountText,
  firstLink,
  isAllowedOrigin,
  levelOf,
  mayPost,
  metricsOf,
  mustWait,
  widgetSnippet,
} from './rules.ts';

describe('communities', () => {
  // S9-42 S4-33 S9-47
  it('knows eight subjects and three member types, member unless told', () => {
    expect(COMMUNITY_SUBJECTS).toEqual([
      'health-wellness',
      'weight-management',
      'fitness',
      'nutrition',
      'mental-health',
      'business',
      'technology',
      'lifestyle',
    ]);
    expect(MEMBER_TYPES).toEqual(['member', 'moderator', 'admin']);
    expect(NewMember.parse({}).memberType).toBe('member');
  });

  // S5-39 S3-28
  it('asks a new community for nothing but a name, and gives it empty settings', () => {
    expect(NewCommunity.safeParse({ name: ' ' }).error?.issues[0]?.message).toBe(NAME_MISSING);
    expect(NAME_MISSING).toBe('Give the community a name');
    const odd = {
      name: '?',
      description: '<b>',
      socialMediaLinks: { twitter: 'ask @me', discord: 'nowhere' },
    };
    expect(NewCommunity.parse(odd)).toMatchObject({
      settings: {},
      moderatorExpertId: null,
      socialMediaLinks: { twitter: 'ask @me', facebook: '', discord: 'nowhere' },
    });
  });

  // S5-40
  it('asks a new member for nothing but a well-formed address', () => {
    expect(NewMember.safeParse({ email: '', socialHandle: '' }).success).toBe(true);
    expect(NewMember.safeParse({ email: 'no address' }).success).toBe(false);
  });

  // S2.12-05
  it('counts communities in words', () => {
    expect([0, 1, 2].map(communityCountText)).toEqual([
      '0 communities created',
      '1 community created',
      '2 communities created',
    ]);
  });

  it('has no engagement without members and no growth where nobody was before', () => {
    const nobody = { members: 0, posts: 0, active: 0, membersBefore: 0, netJoins: 0 };
    expect(metricsOf(nobody)).toMatchObject({ engagement: null, growth: null });
    expect(metricsOf({ members: 30, posts: 7, active: 12, membersBefore: 40, netJoins: -10 })).toEqual({
      totalMembers: 30,
      totalPosts: 7,
      engagement: 40,
      growth: -25,
    });
  });

  it('weighs what people do, and names their level', () => {
    const weights = { post: 5, comment: 3, reaction: 1 };
    expect(activityScore({ posts: 2, comments: 1, reactions: 4 }, weights)).toBe(17);
    expect([0, 1, 15, 60].map(levelOf)).toEqual(['quiet', 'present', 'regular', 'pillar']);
  });

  it.each([
    ['everyone', null, true],
    ['members', null, false],
    ['members', 'member', true],
    ['moderators', 'member', false],
    ['moderators', 'moderator', true],
    ['moderators', 'admin', true],
  ] as const)('where %s may post, a %s may: %s', (who, role, may) => {
    expect(mayPost(role, who)).toBe(may);
  });

  it('lets nobody past safety, and only admins past the other flags', () => {
    const spam = [{ kind: 'spam' }];
    expect(mustWait({ role: 'admin', flags: [{ kind: 'safety' }], holdsAll: false })).toBe(true);
    expect(mustWait({ role: 'admin', flags: spam, holdsAll: true })).toBe(false);
    expect(mustWait({ role: 'moderator', flags: spam, holdsAll: false })).toBe(true);
    expect(mustWait({ role: 'moderator', flags: [], holdsAll: true })).toBe(false);
    expect(mustWait({ role: 'member', flags: [], holdsAll: true })).toBe(true);
    expect(mustWait({ role: null, flags: [], holdsAll: false })).toBe(false);
  });

  it('finds the first link of a text without what follows it', () => {
    expect(firstLink('See (https://tea.example/a?b=1), and http://x.example.')).toBe(
      'https://tea.example/a?b=1',
    );
    expect(firstLink('javascript:alert(1) ftp://x.example')).toBeNull();
  });

  it.each([
    ['https://shop.example.com', true],
    ['https://a.shop.example.com', true],
    ['http://shop.example.com:8080', true],
    ['https://badshop.example.com', false],
    ['https://shop.example.com.evil.test', false],
    ['null', false],
    ['file://shop.example.com', false],
    [null, false],
  ])('takes %s for a page of shop.example.com: %s', (origin, isAllowed) => {
    expect(isAllowedOrigin(origin, ['shop.example.com'])).toBe(isAllowed);
  });

  // S2.12-17 S2.12-18
  it('writes a snippet that loads the script of this server with key, container and a light theme', () => {
    const snippet = widgetSnippet('https://yarrow.example', 'ycm_1');
    expect(snippet).toContain('<script src="https://yarrow.example/community.js"></script>');
    expect(snippet).toContain('<div id="yarrow-community"></div>');
    expect(snippet).toContain("apiKey: 'ycm_1'");
    expect(snippet).toContain("container: '#yarrow-community'");
    expect(snippet).toContain("theme: 'light'");
  });
});
