import type { Jurisdiction } from '#features/settings/contract.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { Finding } from '../contract.ts';
import { Impressions, impressionFindings } from '../rules-net-impression.ts';

const ANSWER_WITHIN_MS = 12 * SECOND_MS;
const MOST_OUTPUT_TOKENS = 900;
/** Of a longer text the beginning is read: that is what makes the impression. */
const LONGEST_TEXT = 12_000;

const ORDER = [
  'You review advertising of health and wellness businesses for its net impression: what a hurried reader takes from it, whatever the single words say.',
  'Name at most eight places where a reader would take away that something treats, prevents, cures or diagnoses a condition, surely or quickly changes the body, replaces a doctor or a medicine, is proven or approved where the text shows no proof, or that leaving it would harm.',
  'excerpt: the words of the text, copied letter by letter, one phrase or sentence. impression: one plain sentence, what the reader takes from it.',
  'Do not name facts about taste, origin, price, dates or delivery, denials, cautions, or questions that are answered with no. Name nothing where nothing is.',
].join('\n');

/** Asks the configured language model, in addition to the rules. Returns nothing without one, or if it doesn't answer in time. */
export async function readNetImpression(
  { languageModel, log }: Pick<Context, 'languageModel' | 'log'>,
  text: string,
  { jurisdictions, known }: { jurisdictions: readonly Jurisdiction[]; known: readonly Finding[] },
): Promise<Finding[]> {
  if (!languageModel || text.trim() === '' || jurisdictions.length === 0) return [];
  try {
    const said = await languageModel.generateObject({
      schema: Impressions,
      system: ORDER,
      messages: [
        {
          role: 'user',
          content: [
            `The text is advertised in: ${jurisdictions.join(', ')}.`,
            { label: 'advertisement', text: text.slice(0, LONGEST_TEXT) },
          ],
        },
      ],
      maxOutputTokens: MOST_OUTPUT_TOKENS,
      temperature: 0,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return impressionFindings(text, said, { jurisdictions, label: languageModel.label, known });
  } catch (error) {
    // The rules have judged; a model that is down keeps nobody waiting and hides nothing.
    log.warn({ err: error }, 'claims: the language model did not say what the text leaves as an impression');
    return [];
  }
}
