import { expect, it } from 'vitest';
import { contradicts } from './contradiction.ts';

const BOX = 'The sampler box holds six blends, five bags each, and costs 18 pounds.';

it.each([
  [BOX, 'Announce the sampler box with four blends.'],
  [BOX, 'Announce the sampler box. Four blends, for winter.'],
  [BOX, 'Our sampler box costs £20 this week.'],
  [BOX, 'Sampler box: 6 blends, $20.'],
  [BOX, 'Write about the four blends of this winter.'],
  [BOX, 'Announce the sampler box with four winter blends.'],
  [BOX, 'Announce the sampler box. £20.'],
  ['The tasting is on 5 December.', 'The tasting is on December 12.'],
  ['The studio opens at 07:00.', 'Tell people that the studio opens at 06:30 from May on.'],
  ['The tasting is on 5 December.', 'Invite to the tasting on 12 December.'],
  ['The course runs on Tuesdays.', 'A new course, on Thursdays.'],
  ['One cup of Tarn holds about 30 mg caffeine.', 'Tarn is now free of caffeine.'],
  ['Hearth holds no caffeine.', 'Warn people: Hearth holds caffeine now.'],
  ['A membership saves 20% on every class.', 'Members of the club: the membership saves 15% on every class.'],
])('what the brief says otherwise is a contradiction: %s | %s', (fact, brief) => {
  expect(contradicts(fact, brief)).toBe(true);
});

it.each([
  [BOX, 'Announce the sampler box: six blends, 18 pounds, five bags of each.'],
  [BOX, 'Mail about the sampler box, 6 blends at $18.'],
  [BOX, 'The evening with our cook costs 22 pounds and lasts two hours.'],
  ['Products can be sent back within 45 days.', 'The winter sale of the sampler box ends in 3 days.'],
  ['One cup of Tarn holds about 30 mg caffeine.', 'Hearth is free of caffeine.'],
  ['Hearth holds no caffeine.', 'Hearth, our caffeine-free blend for the evening.'],
  ['The studio opens at 07:00.', 'The studio opens at 07:00, on Sundays at 09:00.'],
  ['One cup of Tarn holds about 30 mg caffeine.', 'Two cups of Tarn, and the morning is yours.'],
  ['The club has 1,200 members.', 'The club has 1200 members now.'],
  ['The sampler box costs £18.00.', 'The sampler box, for £18.'],
  ['The fair has 10 stalls.', 'The fair on 4 May, 10 to 4, 4 pounds.'],
  ['The studio opens at 07:00.', 'Invite to the new class at 18:00 on Friday.'],
])('what the brief says as well, or of another thing, is none: %s | %s', (fact, brief) => {
  expect(contradicts(fact, brief)).toBe(false);
});
