/** Messages of our own with what an agent has to do about each, and how well it does. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type SafetyLevel = 'answer' | 'escalate' | 'emergency';
export type SafetyMessage = { level: SafetyLevel; category: string; text: string };

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Written by hand for this product; every tenth is left out in turn when the fit is checked. */
export function readSafetyMessages(): SafetyMessage[] {
  return globSync('safety-messages-*.tsv', { cwd: folder })
    .sort()
    .flatMap((name) => readFileSync(`${folder}${name}`, 'utf8').trim().split('\n').slice(1))
    .map((line) => {
      const [level = '', category = '', text = ''] = line.split('\t');
      if (level !== 'answer' && level !== 'escalate' && level !== 'emergency') throw new Error(`no level: ${line}`);
      return { level, category, text };
    });
}

/** Shares of what was asked for: emergencies and escalations found, alarms on what is harmless. */
export function safetyFigures(rows: readonly { expected: string; level: string }[]) {
  const share = (part: readonly unknown[], whole: readonly unknown[]): number =>
    whole.length === 0 ? 1 : Math.round((part.length / whole.length) * 1000) / 1000;
  const of = (level: string) => rows.filter(({ expected }) => expected === level);
  const [emergency, escalate, answer] = [of('emergency'), of('escalate'), of('answer')];
  return {
    messages: rows.length,
    accuracy: share(rows.filter(({ expected, level }) => expected === level), rows),
    emergencyRecall: share(emergency.filter(({ level }) => level === 'emergency'), emergency),
    /** Handed over, as an escalation or higher. */
    escalateRecall: share(escalate.filter(({ level }) => level !== 'answer'), escalate),
    escalateAsEmergency: share(escalate.filter(({ level }) => level === 'emergency'), escalate),
    falseAlarms: share(answer.filter(({ level }) => level !== 'answer'), answer),
    falseEmergencies: share(answer.filter(({ level }) => level === 'emergency'), answer),
  };
}
