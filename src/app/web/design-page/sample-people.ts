import type { ScoreReason } from '#ui/charts/score-bar.tsx';

export type SamplePerson = {
  id: string;
  name: string;
  handle: string;
  signal: string;
  topic: string;
  score: number;
  reasons: ScoreReason[];
};

const NAMES = [
  'Dana Whitlow',
  'Iris Calloway',
  'Hanne Rosvold',
  'Amara Eze',
  'Marcus Oyelaran',
  'Teodor Brandt',
  'Joel Pritchard',
  'Noor Halabi',
];
const SIGNALS = [
  '“Anyone recommend a caffeine-free evening blend that actually tastes good?”',
  '“What do you all drink instead of coffee after 6? Tired of mint.”',
  '“Is there a sampler box for winter blends? Want two”',
  '“Reviewed six chamomile blends so you don’t have to”',
];
const SCORES = [8.6, 8.1, 7.1, 5.2, 8.3, 7.4, 5.8, 3.9];

/** Invented people for the page of all components. */
export const PEOPLE: SamplePerson[] = Array.from({ length: 400 }, (_, index) => {
  const score = SCORES[index % SCORES.length] ?? 5;
  return {
    id: `person-${index}`,
    name: `${NAMES[index % NAMES.length]}${index < NAMES.length ? '' : ` ${Math.floor(index / NAMES.length) + 1}`}`,
    handle: index % 2 === 0 ? `u/dana_${index} · Reddit` : `@iris_${index} · X`,
    signal: SIGNALS[index % SIGNALS.length] ?? '',
    topic: 'asks for advice · will pay · 2 h ago',
    score,
    reasons: [
      { label: 'Asks people to recommend', points: score * 0.372 },
      { label: 'Says they would pay', points: score * 0.279 },
      { label: 'Topic match: evening blends', points: score * 0.209 },
      { label: 'Recent, 2 hours old', points: score * 0.14 },
    ],
  };
});
