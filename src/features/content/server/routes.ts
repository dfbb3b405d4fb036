import { asksForPrivacy } from '#features/tracking/rules.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { foldText } from '#kit/text.ts';
import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import type { Log } from '#platform/log.ts';
import * as contract from '../contract.ts';
import * as look from '../contract-look.ts';
import * as pages from '../contract-pages.ts';
import * as sessions from '../contract-sessions.ts';
import { type PagePicture, pageOf, plainText } from '../rules-markup.ts';
import {
  approveAsset,
  changeAsset,
  deleteAsset,
  duplicateAsset,
  getAsset,
  listAssets,
  restoreAsset,
  returnAsset,
  saveAsset,
  submitAsset,
} from './assets.ts';
import { changeBrandVoice, getBrandVoice } from './brand-voice.ts';
import { getPage, previewPage } from './get-page.ts';
import {
  addMedia,
  changeMedia,
  embedPictures,
  readMedia,
  readPublished,
  removeMedia,
  restoreMedia,
} from './media.ts';
import { changePageLook, getPageLook, showPageFont, showPageIcon, showPageLogo } from './page-look.ts';
import { showPage, signUpOnPage } from './page-visits.ts';
import { publishPage, restorePage, savePage, unpublishPage } from './publish-page.ts';
import {
  createSession,
  createSet,
  deleteSession,
  getSession,
  listSessions,
  restoreSession,
} from './sessions.ts';
import { editContent, returnToVersion, startGeneration, startRefinement } from './versions.ts';

export function mountContent({ mount }: HttpServer, ctx: Context): void {
  mount(contract.listContentAssets, ({ query }) => listAssets(ctx, query));
  mount(contract.getContentAsset, ({ params }) => getAsset(ctx, params.id));
  mount(contract.getContentFile, async ({ params, query }) => {
    const asset = await getAsset(ctx, params.id);
    const pictures = query.format === 'text' ? [] : await embedPictures(ctx, asset.media);
    return fileOf(asset, query.format, pictures);
  });
  mount(contract.addAssetMedia, ({ params, body }) => addMedia(ctx, params.id, body));
  mount(contract.changeAssetMedia, ({ params, body }) => changeMedia(ctx, params.id, body.alt));
  mount(contract.removeAssetMedia, async ({ params }) => {
    await removeMedia(ctx, params.id);
    return undefined;
  });
  mount(contract.restoreAssetMedia, ({ params }) => restoreMedia(ctx, params.id));
  mount(contract.getAssetMedia, ({ params }, { headers }) => readMedia(ctx, params.id, headers.range));
  mount(contract.getPublishedMedia, ({ params }) => readPublished(ctx, params.id));
  mount(contract.changeContentAsset, ({ params, body }) => changeAsset(ctx, params.id, body));
  mount(contract.deleteContentAsset, ({ params }) => deleteAsset(ctx, params.id));
  mount(contract.restoreContentAsset, ({ params }) => restoreAsset(ctx, params.id));
  mount(contract.duplicateContentAsset, ({ params }) => duplicateAsset(ctx, params.id));
  mount(contract.submitContentAsset, ({ params, body }) => submitAsset(ctx, params.id, body.version));
  mount(contract.approveContentAsset, ({ params, body }) => approveAsset(ctx, params.id, body.version));
  mount(contract.returnContentAsset, ({ params, body }) => returnAsset(ctx, params.id, body));

  mount(pages.getHostedPage, ({ params }) => getPage(ctx, params.id));
  mount(pages.saveHostedPage, ({ params, body }, { actor }) => savePage(ctx, params.id, body, actor));
  mount(pages.publishHostedPage, ({ params, body }, { actor }) => publishPage(ctx, params.id, body, actor));
  mount(pages.unpublishHostedPage, ({ params, body }) => unpublishPage(ctx, params.id, body.version));
  mount(pages.restoreHostedPage, ({ params, body }, { actor }) => restorePage(ctx, params.id, body, actor));
  mount(pages.previewHostedPage, ({ params }) => previewPage(ctx, params.id));
  mount(pages.showHostedPage, ({ params, query }, { headers }) =>
    showPage(ctx, params.slug, {
      token: query.yt ?? query.yc,
      isPrivate: asksForPrivacy(headers),
      isDone: query.done === '1',
    }),
  );
  mount(pages.signUpOnPage, ({ params, body }, { headers }) =>
    signUpOnPage(ctx, params.slug, { given: body, isPrivate: asksForPrivacy(headers) }),
  );

  mount(sessions.listContentSessions, ({ query }) => listSessions(ctx, query));
  mount(sessions.getContentSession, ({ params }) => getSession(ctx, params.id));
  mount(sessions.createContentSession, ({ body }) => createSession(ctx, body));
  mount(sessions.deleteContentSession, ({ params }) => deleteSession(ctx, params.id));
  mount(sessions.restoreContentSession, ({ params }) => restoreSession(ctx, params.id));
  mount(sessions.createContentSet, ({ params }) => createSet(ctx, params.id));
  mount(sessions.editContent, ({ params, body }, { actor }) => editContent(ctx, params.id, body, actor));
  mount(sessions.returnToVersion, ({ params: { id, number }, body: { baseVersion } }) =>
    returnToVersion(ctx, id, { number, baseVersion }),
  );

  mount(sessions.generateContent, async ({ body }, call) => {
    const events = await startGeneration(ctx, body, call.signal);
    return call.wantsStream ? streamOf(events, call) : lastOf(events);
  });
  mount(sessions.refineContent, async ({ body }, call) => {
    const events = await startRefinement(ctx, body, call.signal);
    return call.wantsStream ? streamOf(events, call) : lastOf(events);
  });
  mount(sessions.saveContent, ({ body }) => saveAsset(ctx, body));

  mount(look.getPageLook, () => getPageLook(ctx));
  mount(look.changePageLook, ({ body }) => changePageLook(ctx, body));
  mount(look.showPageLogo, ({ params }) => showPageLogo(ctx, params.key));
  mount(look.showPageIcon, () => showPageIcon(ctx));
  mount(look.showPageFont, ({ params }) => showPageFont(params.name));
  mount(contract.getBrandVoice, () => getBrandVoice(ctx));
  mount(contract.changeBrandVoice, ({ body }) => changeBrandVoice(ctx, body));
}

/** The file of an asset; its name has letters and digits only. */
function fileOf(
  { name, content, html }: contract.ContentAsset & { html: string },
  format: 'html' | 'text' | 'print',
  pictures: readonly PagePicture[],
): RawAnswer {
  const fileName =
    foldText(name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'content';
  if (format === 'text') {
    return {
      status: 200,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="${fileName}.txt"`,
      },
      body: `${plainText(content)}\n`,
    };
  }
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(format === 'html' ? { 'content-disposition': `attachment; filename="${fileName}.html"` } : {}),
    },
    body: pageOf(name, html, pictures),
  };
}

type Done = Extract<sessions.WritingEvent, { type: 'done' }>;

async function lastOf(events: AsyncGenerator<sessions.WritingEvent>): Promise<Done> {
  for await (const event of events) if (event.type === 'done') return event;
  throw new Error('the writing ended without an end');
}

type StreamCall = { signal: AbortSignal; log: Log };

/** The events as they come; a failure is the last event, because the status has been sent. */
function streamOf(events: AsyncGenerator<sessions.WritingEvent>, { signal, log }: StreamCall): RawAnswer {
  async function* lines(): AsyncGenerator<string> {
    try {
      for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
    } catch (error) {
      // The caller has left.
      if (signal.aborted) return;
      const isOurs = error instanceof AppError;
      if (!isOurs) log.error({ err: error }, 'content: writing failed');
      const failed: sessions.WritingEvent = {
        type: 'failed',
        code: isOurs ? error.code : 'internal',
        message: isOurs ? error.message : 'Something failed on our side.',
      };
      yield `data: ${JSON.stringify(failed)}\n\n`;
    }
  }
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    body: lines(),
  };
}
