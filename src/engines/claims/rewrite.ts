/** Words that may stand instead of a claim, where the law itself gives them. */

/** EU 432/2012 and the GB register: "… contributes to <wording>", for these nutrients. */
const REGISTER: { topic: RegExp; wording: string; nutrients: string }[] = [
  {
    topic: /immun|defen[cs]e/,
    wording: 'the normal function of the immune system',
    nutrients:
      'vitamin a, vitamin b6, vitamin b12, vitamin c, vitamin d, folate, iron, zinc, selenium, copper',
  },
  {
    topic: /tired|fatigue/,
    wording: 'the reduction of tiredness and fatigue',
    nutrients:
      'vitamin b6, vitamin b12, vitamin c, folate, niacin, riboflavin, pantothenic acid, iron, magnesium',
  },
  {
    topic: /energy|metabolism/,
    wording: 'normal energy-yielding metabolism',
    nutrients:
      'vitamin b6, vitamin b12, vitamin c, niacin, riboflavin, thiamin, biotin, pantothenic acid, iron, magnesium, iodine, calcium',
  },
  {
    topic: /bone/,
    wording: 'the maintenance of normal bones',
    nutrients: 'vitamin d, vitamin k, calcium, magnesium, zinc, phosphorus, manganese',
  },
  { topic: /muscle/, wording: 'normal muscle function', nutrients: 'calcium, magnesium, potassium' },
  { topic: /hair/, wording: 'the maintenance of normal hair', nutrients: 'biotin, selenium, zinc' },
  { topic: /nail/, wording: 'the maintenance of normal nails', nutrients: 'selenium, zinc' },
  {
    topic: /skin|complexion/,
    wording: 'the maintenance of normal skin',
    nutrients: 'vitamin a, niacin, riboflavin, biotin, zinc, iodine',
  },
  {
    topic: /vision|eye|sight/,
    wording: 'the maintenance of normal vision',
    nutrients: 'vitamin a, riboflavin, zinc',
  },
  { topic: /thyroid/, wording: 'normal thyroid function', nutrients: 'iodine, selenium' },
  { topic: /hormon/, wording: 'the regulation of hormonal activity', nutrients: 'vitamin b6' },
  {
    topic: /nerv/,
    wording: 'the normal functioning of the nervous system',
    nutrients:
      'vitamin b6, vitamin b12, vitamin c, niacin, riboflavin, thiamin, biotin, magnesium, potassium, iodine, copper',
  },
  {
    topic: /focus|concentrat|memory|brain|cogniti/,
    wording: 'normal cognitive function',
    nutrients: 'iron, zinc, iodine',
  },
  {
    topic: /mood|mind|stress|calm|psych/,
    wording: 'normal psychological function',
    nutrients: 'vitamin b6, vitamin b12, vitamin c, folate, niacin, biotin, magnesium, thiamin',
  },
];

/** US: what the guidance on structure and function claims accepts. */
const NORMAL_FUNCTION: { topic: RegExp; verb: 'support' | 'help'; wording: string }[] = [
  { topic: /immun|defense/i, verb: 'support', wording: 'normal immune function' },
  {
    topic: /cholesterol/i,
    verb: 'help',
    wording: 'maintain cholesterol levels already within the normal range',
  },
  {
    topic: /blood sugar|glucose/i,
    verb: 'help',
    wording: 'maintain blood sugar levels already within the normal range',
  },
];

export function rewriteOf(rule: string, excerpt: string): string | null {
  if (rule === 'eu-wording') return registerSentence(excerpt);
  if (rule === 'sf-borderline') return normalFunction(excerpt);
  return null;
}

/** "B12 boosts your energy" → "B12 contributes to normal energy-yielding metabolism". */
function registerSentence(excerpt: string): string | null {
  const text = excerpt.toLowerCase();
  const named =
    /\b(vitamin [a-e]\d{0,2}|vitamin k2?|b6|b12|d3|folate|iron|zinc|selenium|copper|niacin|riboflavin|pantothenic acid|magnesium|thiamin|biotin|iodine|calcium|phosphorus|manganese|potassium)\b/.exec(
      text,
    );
  if (!named) return null;
  const name = excerpt.slice(named.index, named.index + named[0].length);
  const nutrient =
    {
      b6: 'vitamin b6',
      b12: 'vitamin b12',
      d3: 'vitamin d',
      'vitamin d3': 'vitamin d',
      'vitamin k2': 'vitamin k',
    }[named[0]] ?? named[0];
  const line = REGISTER.find(
    ({ topic, nutrients }) => topic.test(text) && nutrients.split(', ').includes(nutrient),
  );
  return line ? `${name.charAt(0).toUpperCase()}${name.slice(1)} contributes to ${line.wording}` : null;
}

/** "Boosts your immunity" → "Supports normal immune function", in the form of the verb that stood there. */
function normalFunction(excerpt: string): string | null {
  const line = NORMAL_FUNCTION.find(({ topic }) => topic.test(excerpt));
  const first = /^[a-z]+/i.exec(excerpt)?.[0];
  if (!line || first === undefined || line.topic.test(first)) return null;
  const verb = first.endsWith('ing') ? `${line.verb}ing` : first.endsWith('s') ? `${line.verb}s` : line.verb;
  return `${/^[A-Z]/.test(first) ? verb.charAt(0).toUpperCase() + verb.slice(1) : verb} ${line.wording}`;
}
