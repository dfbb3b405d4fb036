import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { AppError } from '#kit/errors.ts';
import { SECOND_MS } from '#kit/time.ts';
import { type Egress, EgressError, type EgressResponse } from '#platform/egress.ts';
import type {
  ByteRange,
  DirectStorage,
  FileStore,
  PartKey,
  SignedAddress,
  StorageCredentials,
  StoredPart,
} from './port.ts';

export type S3Options = {
  /** Without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Undefined: no temporary credentials. */
  stsEndpoint?: string | undefined;
  stsRole?: string | undefined;
  /** Where what is fetched whole lies while it is worked on. */
  temporaryFolder: string;
  egress: Egress;
  wait: (ms: number) => Promise<void>;
};

type Call = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

const SIGNED_SECONDS = 3_600;
const CREDENTIAL_SECONDS = 3_600;
const ANSWER_MS = 60 * SECOND_MS;
/** What is fetched whole; larger files are read in pieces. */
const MOST_WHOLE_BYTES = 64 * 1_048_576;
const PIECE_BYTES = 4 * 1_048_576;
const RETRY_AFTER_MS = [200, 1_000];

/**
 * Any storage that speaks the S3 protocol, addressed by path (`endpoint/bucket/key`), signed with version 4. Browsers
 * send to it themselves: the bucket's CORS rules must allow PUT from our origin and expose ETag.
 */
export function createS3Storage({ egress, wait, ...options }: S3Options): FileStore {
  const { bucket, region, accessKeyId, secretAccessKey } = options;
  const root = `${options.endpoint.replace(/\/$/, '')}/${bucket}`;
  const signing = { accessKeyId, secretAccessKey, region };
  const addressOf = (key: string, query: Record<string, string> = {}): string =>
    `${root}/${key}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`;

  /** Tries again what may be done twice; POST (begin, complete) is not. */
  const call = async ({ method, key, query, headers = {}, body }: Call): Promise<EgressResponse> => {
    for (let attempt = 0; ; attempt += 1) {
      const delayMs = RETRY_AFTER_MS[attempt];
      try {
        const signed = await new AwsV4Signer({
          ...signing,
          method,
          url: addressOf(key, query),
          headers,
          service: 's3',
        }).sign();
        const answer = await egress({
          url: signed.url,
          method,
          headers: Object.fromEntries(signed.headers),
          ...(body === undefined ? {} : { body }),
          timeoutMs: ANSWER_MS,
          maxBytes: MOST_WHOLE_BYTES,
        });
        const isBusy = answer.status >= 500 || answer.status === 429;
        if (!isBusy) return answer;
        if (delayMs === undefined || method === 'POST') throw noAnswer(answer.status);
      } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        if (delayMs === undefined || method === 'POST') throw noAnswer(error.failure, error);
      }
      await wait(delayMs);
    }
  };

  const expectDone = (answer: EgressResponse): EgressResponse => {
    // A storage can answer 200 and tell of the failure in the body, once it has begun to answer.
    if (answer.status < 300 && !answer.text.includes('<Error>')) return answer;
    throw noAnswer(xmlText(answer.text, 'Code') ?? answer.status);
  };

  const expectGone = (answer: EgressResponse): void => {
    if (answer.status !== 404) expectDone(answer);
  };

  const find = async (key: string): Promise<{ bytes: number } | undefined> => {
    const answer = await call({ method: 'HEAD', key });
    if (answer.status === 404) return undefined;
    if (answer.status >= 300) throw noAnswer(answer.status);
    return { bytes: Number(answer.headers['content-length'] ?? 0) };
  };

  const sign = async (
    method: 'GET' | 'PUT',
    key: string,
    query: Record<string, string> = {},
  ): Promise<SignedAddress> => {
    const url = addressOf(key, { ...query, 'X-Amz-Expires': String(SIGNED_SECONDS) });
    const signed = await new AwsV4Signer({ ...signing, method, url, service: 's3', signQuery: true }).sign();
    return { url: signed.url.href, expiresSeconds: SIGNED_SECONDS };
  };

  const direct: DirectStorage = {
    signPut: (key) => sign('PUT', key),
    signPart: ({ key, uploadId }, partNumber) =>
      sign('PUT', key, { partNumber: String(partNumber), uploadId }),
    signGet: (key, { type, disposition }) =>
      sign('GET', key, { 'response-content-type': type, 'response-content-disposition': disposition }),
    keyAt: (url) => keyInBucket(url, root, bucket),
    async copy(from, key) {
      const answer = await call({
        method: 'PUT',
        key,
        headers: { 'x-amz-copy-source': `/${bucket}/${from}` },
      });
      if (answer.status === 404) return false;
      expectDone(answer);
      return true;
    },
    temporaryCredentials:
      options.stsEndpoint === undefined
        ? undefined
        : (folder) => lend({ ...options, stsEndpoint: options.stsEndpoint ?? '', folder, egress, wait }),
  };

  const listParts = async ({ key, uploadId }: PartKey): Promise<StoredPart[] | undefined> => {
    const parts: StoredPart[] = [];
    for (let marker: string | undefined = '0'; marker !== undefined; ) {
      const answer = await call({
        method: 'GET',
        key,
        query: { uploadId, 'part-number-marker': marker },
      });
      if (answer.status === 404) return undefined;
      expectDone(answer);
      for (const part of xmlBlocks(answer.text, 'Part')) {
        parts.push({
          PartNumber: Number(xmlText(part, 'PartNumber')),
          Size: Number(xmlText(part, 'Size')),
          ETag: xmlText(part, 'ETag') ?? '',
        });
      }
      const isTruncated = xmlText(answer.text, 'IsTruncated') === 'true';
      marker = isTruncated ? xmlText(answer.text, 'NextPartNumberMarker') : undefined;
    }
    return parts.sort((left, right) => left.PartNumber - right.PartNumber);
  };

  return {
    direct,

    async put(key, path) {
      expectDone(await call({ method: 'PUT', key, body: await readFile(path) }));
    },
    find,
    async withFile(key, work) {
      const answer = await call({ method: 'GET', key });
      if (answer.status === 404) return undefined;
      if (answer.status >= 300) throw noAnswer(answer.status);
      await mkdir(options.temporaryFolder, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(options.temporaryFolder, 'fetched-'));
      try {
        const path = join(folder, 'file');
        await writeFile(path, answer.bytes);
        return await work({ path, bytes: answer.bytes.length });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async *read(key, range) {
      const { start, end } = range ?? (await wholeOf(find(key)));
      for (let at = start; at <= end; at += PIECE_BYTES) {
        const last = Math.min(end, at + PIECE_BYTES - 1);
        const answer = await call({ method: 'GET', key, headers: { range: `bytes=${at}-${last}` } });
        if (answer.status >= 300) throw noAnswer(answer.status);
        yield answer.bytes;
      }
    },
    async remove(key) {
      expectGone(await call({ method: 'DELETE', key }));
    },

    async beginMultipart(key) {
      const answer = expectDone(await call({ method: 'POST', key, query: { uploads: '' } }));
      const uploadId = xmlText(answer.text, 'UploadId');
      if (!uploadId) throw noAnswer('no upload id');
      return uploadId;
    },
    async putPart({ key, uploadId }, partNumber, { path }) {
      const answer = expectDone(
        await call({
          method: 'PUT',
          key,
          query: { partNumber: String(partNumber), uploadId },
          body: await readFile(path),
        }),
      );
      return answer.headers['etag'] ?? '';
    },
    listParts,
    async complete({ key, uploadId }, parts) {
      const answer = await call({
        method: 'POST',
        key,
        query: { uploadId },
        headers: { 'content-type': 'application/xml' },
        body: `<CompleteMultipartUpload>${parts
          .toSorted((left, right) => left.PartNumber - right.PartNumber)
          .map(({ PartNumber, ETag }) => `<Part><PartNumber>${PartNumber}</PartNumber>${tagOf(ETag)}</Part>`)
          .join('')}</CompleteMultipartUpload>`,
      });
      const code = xmlText(answer.text, 'Code');
      if (code === 'InvalidPart' || code === 'InvalidPartOrder' || code === 'NoSuchUpload') return false;
      expectDone(answer);
      return true;
    },
    async abort({ key, uploadId }) {
      expectGone(await call({ method: 'DELETE', key, query: { uploadId } }));
    },
  };
}

/** Clients send it back with its quotes or without; the storage wants them. */
function tagOf(etag: string): string {
  const bare = etag.replaceAll('"', '').replace(/[<>&]/g, '');
  return `<ETag>&quot;${bare}&quot;</ETag>`;
}

async function wholeOf(found: Promise<{ bytes: number } | undefined>): Promise<ByteRange> {
  return { start: 0, end: ((await found)?.bytes ?? 0) - 1 };
}

/** Undefined where the address is none in our bucket: by path or by the bucket's own name. */
function keyInBucket(url: string, root: string, bucket: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, host, pathname } = new URL(url);
  const ours = new URL(root);
  if (origin === ours.origin && pathname.startsWith(`${ours.pathname}/`)) {
    return pathname.slice(ours.pathname.length + 1);
  }
  return host === `${bucket}.${ours.host}` ? pathname.slice(1) : undefined;
}

/** Asks the security token service for credentials that may do nothing but send files into one folder. */
async function lend({
  egress,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
  stsEndpoint,
  stsRole,
  folder,
}: Omit<S3Options, 'stsEndpoint'> & { stsEndpoint: string; folder: string }): Promise<StorageCredentials> {
  const policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
        Resource: [`arn:aws:s3:::${bucket}/${folder}*`],
      },
    ],
  });
  const body = new URLSearchParams({
    Version: '2011-06-15',
    DurationSeconds: String(CREDENTIAL_SECONDS),
    Policy: policy,
    ...(stsRole === undefined
      ? { Action: 'GetFederationToken', Name: 'yarrow' }
      : { Action: 'AssumeRole', RoleArn: stsRole, RoleSessionName: 'yarrow' }),
  }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
  };
  const url = stsEndpoint.endsWith('/') ? stsEndpoint : `${stsEndpoint}/`;
  const signed = await new AwsV4Signer({
    accessKeyId,
    secretAccessKey,
    region,
    method: 'POST',
    url,
    headers,
    body,
    service: 'sts',
  }).sign();
  const answer = await egress({
    url,
    method: 'POST',
    headers: Object.fromEntries(signed.headers),
    body,
  }).catch((error: unknown) => {
    throw noAnswer(error instanceof EgressError ? error.failure : 'failed', error);
  });
  const [AccessKeyId, SecretAccessKey, SessionToken, Expiration] = [
    'AccessKeyId',
    'SecretAccessKey',
    'SessionToken',
    'Expiration',
  ].map((name) => xmlText(answer.text, name));
  if (answer.status >= 300 || !AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration) {
    throw noAnswer(xmlText(answer.text, 'Code') ?? answer.status);
  }
  return { credentials: { AccessKeyId, SecretAccessKey, SessionToken, Expiration }, bucket, region };
}

/** The cause names the storage's own code, never an address or a key. */
function noAnswer(why: string | number, cause?: unknown): AppError {
  return new AppError('unavailable', 'The file storage does not answer. Try again in a moment.', {
    reason: `storage: ${why}`,
    retryable: true,
    cause,
  });
}

const ENTITIES: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&', '#34': '"' };

/** The text of the first element of this name. */
function xmlText(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(quot|apos|lt|gt|amp|#34);/g, (_whole, entity: string) => ENTITIES[entity] ?? '');
}

/** What stands in each element of this name. */
function xmlBlocks(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);
}
