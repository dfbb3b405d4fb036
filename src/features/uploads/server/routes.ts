import { type Actor, hasRole } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { HttpServer } from '#platform/http.ts';
import {
  abortMultipart,
  beginMultipart,
  completeMultipart,
  getUploadOptions,
  listParts,
  putFile,
  putPart,
  signPart,
  temporaryCredentials,
  uploadParams,
} from '../contract.ts';
import { PLACES, type Purpose, readKey } from '../rules.ts';
import type { Uploads } from './service.ts';

/** The calls that the upload widget makes of its storage. */
export function mountUploads({ mount }: HttpServer, uploads: Uploads): void {
  mount(getUploadOptions, () => uploads.options());
  mount(putFile, async ({ params, body }, { setHeader }) => {
    const stored = await uploads.put('media', params.id, body);
    // Without it the upload widget takes no PUT for done.
    setHeader('etag', `"${params.id}"`);
    return stored;
  });

  mount(uploadParams, async ({ query }, { actor }) => {
    const purpose = query['metadata[purpose]'];
    assertMay(purpose, actor);
    return { method: 'PUT' as const, url: await uploads.addressFor(purpose), fields: {}, headers: {} };
  });
  mount(beginMultipart, ({ body }, { actor }) => {
    assertMay(body.metadata.purpose, actor);
    return uploads.beginMultipart(body.metadata.purpose);
  });
  mount(listParts, ({ params, query }, { actor }) =>
    uploads.listParts(uploadOf({ ...params, ...query }, actor)),
  );
  mount(signPart, ({ params, query }, { actor }) =>
    uploads.signPart(uploadOf({ ...params, ...query }, actor), params.partNumber),
  );
  mount(putPart, async ({ params, query, body }, { actor, setHeader }) => {
    const part = await uploads.putPart(uploadOf({ ...params, ...query }, actor), params.partNumber, body);
    setHeader('etag', part.ETag);
    return part;
  });
  mount(completeMultipart, ({ params, query, body }, { actor }) =>
    uploads.complete(uploadOf({ ...params, ...query }, actor), body.parts),
  );
  mount(abortMultipart, async ({ params, query }, { actor }) => {
    await uploads.abort(uploadOf({ ...params, ...query }, actor));
    return undefined;
  });
  mount(temporaryCredentials, () => uploads.temporaryCredentials());
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
