import { asksForPrivacy } from '#features/tracking/rules.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { foldText } from '#kit/text.ts';
import type { HttpServer } from '#platform/http.ts';
import type { Log } from '#platform/log.ts';
import {
  addAssetMedia,
  approveContentAsset,
  type ContentAsset,
  changeAssetMedia,
  changeBrandVoice,
  changeContentAsset,
  deleteContentAsset,
  duplicateContentAsset,
  getAssetMedia,
  getBrandVoice,
  getContentAsset,
  getContentFile,
  getPublishedMedia,
  listContentAssets,
  removeAssetMedia,
  restoreAssetMedia,
  restoreContentAsset,
  returnContentAsset,
  submitContentAsset,
} from '../contract.ts';
import { changePageLook, getPageLook, showPageFont, showPageIcon, showPageLogo } from '../contract-look.ts';
import {
  getHostedPage,
  previewHostedPage,
  publishHostedPage,
  restoreHostedPage,
  saveHostedPage,
  showHostedPage,
  signUpOnPage,
  unpublishHostedPage,
} from '../contract-pages.ts';
import {
  createContentSession,
  createContentSet,
  deleteContentSession,
  editContent,
  generateContent,
  getContentSession,
  listContentSessions,
  refineContent,
  restoreContentSession,
  returnToVersion,
  saveContent,
  type WritingEvent,
} from '../contract-sessions.ts';
import { type PagePicture, pageOf, plainText } from '../rules-markup.ts';
import type { Content } from './assets.ts';

export function mountContent({ mount }: HttpServer, content: Content): void {
  mount(listContentAssets, ({ query }) => content.listAssets(query));
  mount(getContentAsset, ({ params }) => content.getAsset(params.id));
  mount(getContentFile, async ({ params, query }) => {
    const asset = await content.getAsset(params.id);
    const pictures = query.format === 'text' ? [] : await content.embedded(asset.media);
    return fileOf(asset, query.format, pictures);
  });
  mount(addAssetMedia, ({ params, body }) => content.addMedia(params.id, body));
  mount(changeAssetMedia, ({ params, body }) => content.changeMedia(params.id, body.alt));
  mount(removeAssetMedia, async ({ params }) => {
    await content.removeMedia(params.id);
    return undefined;
  });
  mount(restoreAssetMedia, ({ params }) => content.restoreMedia(params.id));
  mount(getAssetMedia, ({ params }, { headers }) => content.readMedia(params.id, headers.range));
  mount(getPublishedMedia, ({ params }) => content.readPublished(params.id));
  mount(changeContentAsset, ({ params, body }) => content.changeAsset(params.id, body));
  mount(deleteContentAsset, ({ params }) => content.deleteAsset(params.id));
  mount(restoreContentAsset, ({ params }) => content.restoreAsset(params.id));
  mount(duplicateContentAsset, ({ params }) => content.duplicateAsset(params.id));
  mount(submitContentAsset, ({ params, body }) => content.submitAsset(params.id, body.version));
  mount(approveContentAsset, ({ params, body }) => content.approveAsset(params.id, body.version));
  mount(returnContentAsset, ({ params, body }) => content.returnAsset(params.id, body.version, body.note));

  mount(getHostedPage, ({ params }) => content.getPage(params.id));
  mount(saveHostedPage, ({ params, body }, { actor }) => content.savePage(params.id, body, actor));
  mount(publishHostedPage, ({ params, body }, { actor }) => content.publishPage(params.id, body, actor));
  mount(unpublishHostedPage, ({ params, body }) => content.unpublishPage(params.id, body.version));
  mount(restoreHostedPage, ({ params, body }, { actor }) => content.restorePage(params.id, body, actor));
  mount(previewHostedPage, ({ params }) => content.previewPage(params.id));
  mount(showHostedPage, ({ params, query }, { headers }) =>
    content.showPage(
      params.slug,
      { token: query.yt ?? query.yc, isPrivate: asksForPrivacy(headers) },
      query.done === '1',
    ),
  );
  mount(signUpOnPage, ({ params, body }, { headers }) =>
    content.signUp(params.slug, body, asksForPrivacy(headers)),
  );

  mount(listContentSessions, ({ query }) => content.listSessions(query));
  mount(getContentSession, ({ params }) => content.getSession(params.id));
  mount(createContentSession, ({ body }) => content.createSession(body));
  mount(deleteContentSession, ({ params }) => content.deleteSession(params.id));
  mount(restoreContentSession, ({ params }) => content.restoreSession(params.id));
  mount(createContentSet, ({ params }) => content.createSet(params.id));
  mount(editContent, ({ params, body }, { actor }) => content.editContent(params.id, body, actor));
  mount(returnToVersion, ({ params, body }) =>
    content.returnToVersion(params.id, params.number, body.baseVersion),
  );

  mount(generateContent, async ({ body }, call) => {
    const events = await content.startGeneration(body, call.signal);
    return call.wantsStream ? streamOf(events, call) : lastOf(events);
  });
  mount(refineContent, async ({ body }, call) => {
    const events = await content.startRefinement(body, call.signal);
    return call.wantsStream ? streamOf(events, call) : lastOf(events);
  });
  mount(saveContent, ({ body }) => content.saveAsset(body));

  mount(getPageLook, () => content.getLook());
  mount(changePageLook, ({ body }) => content.changeLook(body));
  mount(showPageLogo, ({ params }) => content.showLogo(params.key));
  mount(showPageIcon, () => content.showIcon());
  mount(showPageFont, ({ params }) => content.showFont(params.name));
  mount(getBrandVoice, () => content.getBrandVoice());
  mount(changeBrandVoice, ({ body }) => content.changeBrandVoice(body));
}

/** The file of an asset; its name is made of letters and digits only. */
function fileOf(
  { name, content, html }: ContentAsset & { html: string },
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

type Done = Extract<WritingEvent, { type: 'done' }>;

async function lastOf(events: AsyncGenerator<WritingEvent>): Promise<Done> {
  for await (const event of events) if (event.type === 'done') return event;
  throw new Error('the writing ended without an end');
}

type StreamCall = { signal: AbortSignal; log: Log };

/** The events as they come; what fails on the way is the last one, since the status has left already. */
function streamOf(events: AsyncGenerator<WritingEvent>, { signal, log }: StreamCall): RawAnswer {
  async function* lines(): AsyncGenerator<string> {
    try {
      for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
    } catch (error) {
      // Nobody is there to be told.
      if (signal.aborted) return;
      const isOurs = error instanceof AppError;
      if (!isOurs) log.error({ err: error }, 'content: writing failed');
      const failed: WritingEvent = {
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
