import { openPrivacyRequest } from '#features/privacy/server/privacy-requests.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { findAddressee, unsubscribe } from '#features/tracking/server/links.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { type Language } from '#kit/language.ts';
import type { Context } from '#platform/context.ts';
import { publicPage, unknownLink } from '#platform/public-page.ts';
import { DataChoice } from '../contract.ts';
import { DATA_WORDS } from '../rules-data-words.ts';

/** The page behind the notice's link. */
export async function showDataChoices(ctx: Context, token: string, language: Language): Promise<RawAnswer> {
  if (!(await findAddressee(ctx, token))) return unknownLink();
  const { name } = await getWorkspace(ctx.db);
  const words = DATA_WORDS[language];
  return publicPage({
    status: 200,
    language,
    title: words.title(name),
    text: words.text(name),
    buttons: DataChoice.options.map((value) => ({
      label: words.buttons[value],
      field: { name: 'choice', value },
    })),
  });
}

/** Notes what a person wants to be done with their data, once per wish. */
export async function chooseDataRight(
  ctx: Context,
  token: string,
  choice: DataChoice,
  language: Language,
): Promise<RawAnswer> {
  const contact = await findAddressee(ctx, token);
  if (!contact) return unknownLink();
  const { name } = await getWorkspace(ctx.db);
  const words = DATA_WORDS[language];
  const shown = { status: 200, language };
  const link = { href: `/n/${token}${language === 'en' ? '' : `?lang=${language}`}`, label: words.back };
  if (choice === 'object') {
    await unsubscribe(ctx, token);
    return publicPage({ ...shown, title: words.objectedTitle, text: words.objected(name), link });
  }
  const isNoted = contact.leadId !== null && (await noteRequest(ctx, contact.leadId, choice));
  if (!isNoted) return publicPage({ ...shown, title: words.nothingTitle, text: words.nothing(name) });
  return publicPage({ ...shown, title: words.notedTitle, text: words.noted[choice](name), link });
}

/** False for somebody who is not stored any more. */
async function noteRequest(
  ctx: Context,
  leadId: string,
  kind: Exclude<DataChoice, 'object'>,
): Promise<boolean> {
  try {
    await openPrivacyRequest(ctx, leadId, kind, null);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}
