import { type Actor, hasRole } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import { PLACES, type Purpose, readKey } from '../rules.ts';
import {
  abortMultipart,
  beginMultipart,
  completeMultipart,
  listParts,
  putPart,
  signPart,
} from './multipart.ts';
import { issueUploadAddress, storeUpload } from './single-file.ts';
import { getUploadOptions, lendCredentials } from './upload-options.ts';

/** The calls that the upload widget makes of its storage. */
export function mountUploads({ mount }: HttpServer, ctx: Context): void {
  mount(contract.getUploadOptions, () => getUploadOptions(ctx));
  mount(contract.putFile, async ({ params: { id }, body }, { setHeader }) => {
    const stored = await storeUpload(ctx, { purpose: 'media', id, file: body });
    // Without it the upload widget takes no PUT for done.
    setHeader('etag', `"${id}"`);
    return stored;
  });

  mount(contract.uploadParams, async ({ query }, { actor }) => {
    const purpose = query['metadata[purpose]'];
    assertMay(purpose, actor);
    return { method: 'PUT' as const, url: await issueUploadAddress(ctx, purpose), fields: {}, headers: {} };
  });
  mount(contract.beginMultipart, ({ body }, { actor }) => {
    assertMay(body.metadata.purpose, actor);
    return beginMultipart(ctx, body.metadata.purpose);
  });
  mount(contract.listParts, ({ params, query }, { actor }) =>
    listParts(ctx, uploadOf({ ...params, ...query }, actor)),
  );
  mount(contract.signPart, ({ params, query }, { actor }) =>
    signPart(ctx, uploadOf({ ...params, ...query }, actor), params.partNumber),
  );
  mount(contract.putPart, async ({ params, query, body }, { actor, setHeader }) => {
    const upload = uploadOf({ ...params, ...query }, actor);
    const part = await putPart(ctx, upload, { number: params.partNumber, file: body });
    setHeader('etag', part.ETag);
    return part;
  });
  mount(contract.completeMultipart, ({ params, query, body }, { actor }) =>
    completeMultipart(ctx, uploadOf({ ...params, ...query }, actor), body.parts),
  );
  mount(contract.abortMultipart, async ({ params, query }, { actor }) => {
    await abortMultipart(ctx, uploadOf({ ...params, ...query }, actor));
    return undefined;
  });
  mount(contract.temporaryCredentials, () => lendCredentials(ctx));
}

/** The upload that a call names, if its sender may send files of this purpose. */
function uploadOf({ key, uploadId }: { key: string; uploadId: string }, actor: Actor) {
  const purpose = readKey(key)?.purpose;
  if (purpose) assertMay(purpose, actor);
  return { key, uploadId };
}

function assertMay(purpose: Purpose, actor: Actor): void {
  if (hasRole(actor.role, PLACES[purpose].neededRole)) return;
  throw new AppError('forbidden', 'Only an admin sends training files.');
}
