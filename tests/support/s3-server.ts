import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unlessGone } from './unless-gone.ts';

export const S3_KEYS = { accessKeyId: 'AKYARROWTEST', secretAccessKey: 'a secret of the test storage' };
export const S3_BUCKET = 'yarrow-test';
export const S3_REGION = 'eu-central-1';

const LEAST_PART_BYTES = 5 * 1_048_576;
/** A page of the list of parts: small, so that paging is seen. */
const PARTS_A_PAGE = 2;

type S3Request = { method: string; path: string; query: URLSearchParams; bytes: number };

type S3Fault = { status: number; body: string } | 'cut' | undefined;

export type S3Server = {
  /** Without a trailing slash. */
  url: string;
  objects: Map<string, Buffer>;
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>;
  requests: S3Request[];
  /** What was asked of the token service. */
  lent: URLSearchParams[];
  /** Answers instead of the storage: status and XML; undefined: the storage answers. */
  fault: ((request: S3Request) => S3Fault | Promise<S3Fault>) | undefined;
  close: () => Promise<void>;
};

/** A storage that speaks the S3 protocol, checks every signature itself, and lends credentials. */
export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const uploads: S3Server['uploads'] = new Map();

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const url = new URL(incoming.url ?? '/', storage.url);
    const method = incoming.method ?? 'GET';
    const cors = {
      'access-control-allow-origin': incoming.headers.origin ?? '*',
      'access-control-allow-methods': 'GET, PUT, POST, HEAD',
      'access-control-allow-headers': '*',
      'access-control-expose-headers': 'ETag',
    };
    const answer = (status: number, text: string | Buffer = '', headers: Record<string, string> = {}): void =>
      void response.writeHead(status, { ...cors, ...headers }).end(method === 'HEAD' ? undefined : text);
    if (method === 'OPTIONS') return answer(204);

    const request = { method, path: url.pathname, query: url.searchParams, bytes: body.length };
    storage.requests.push(request);
    const fault = await storage.fault?.(request);
    if (fault === 'cut') return void response.destroy();
    if (fault) return answer(fault.status, fault.body);
    const refusal = signatureProblem(incoming, url, body);
    if (refusal) return answer(403, errorXml(refusal.code, refusal.message));
    if (url.pathname === '/' && method === 'POST') {
      const form = new URLSearchParams(body.toString());
      storage.lent.push(form);
      return answer(200, credentialsXml(form));
    }

    const key = decodeURIComponent(url.pathname).replace(`/${S3_BUCKET}/`, '');
    const uploadId = url.searchParams.get('uploadId');
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map() });
      return answer(
        200,
        `<InitiateMultipartUploadResult><Bucket>${S3_BUCKET}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (uploadId !== null) {
      const upload = uploads.get(uploadId);
      if (upload?.key !== key) return answer(404, errorXml('NoSuchUpload', 'no such upload'));
      if (method === 'PUT') {
        upload.parts.set(Number(url.searchParams.get('partNumber')), body);
        return answer(200, '', { etag: etagOf(body) });
      }
      if (method === 'GET') return answer(200, partsXml(upload.parts, url.searchParams));
      uploads.delete(uploadId);
      if (method === 'DELETE') return answer(204);
      const named = [
        ...body
          .toString()
          .matchAll(/<PartNumber>(\d+)<\/PartNumber>\s*<ETag>(?:&quot;|")?(\w+)(?:&quot;|")?<\/ETag>/g),
      ];
      const parts = named.map(([, number, tag]) => {
        const part = upload.parts.get(Number(number));
        return part && etagOf(part) === `"${tag}"` ? part : undefined;
      });
      if (parts.length === 0 || parts.some((part) => part === undefined)) {
        uploads.set(uploadId, upload);
        return answer(400, errorXml('InvalidPart', 'a part is missing'));
      }
      if (parts.slice(0, -1).some((part) => part && part.length < LEAST_PART_BYTES)) {
        return answer(400, errorXml('EntityTooSmall', 'a part is too small'));
      }
      objects.set(key, Buffer.concat(parts.filter((part) => part !== undefined)));
      return answer(200, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
    }
    if (method === 'PUT') {
      const source = incoming.headers['x-amz-copy-source'];
      const from = String(source ?? '').replace(`/${S3_BUCKET}/`, '');
      const bytes = source === undefined ? body : objects.get(from);
      if (!bytes) return answer(404, errorXml('NoSuchKey', 'no such key'));
      objects.set(key, bytes);
      return answer(200, source === undefined ? '' : '<CopyObjectResult></CopyObjectResult>', {
        etag: etagOf(bytes),
      });
    }
    const object = objects.get(key);
    if (method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    if (!object) return answer(404, errorXml('NoSuchKey', 'no such key'));
    const range = /^bytes=(\d+)-(\d+)$/.exec(incoming.headers.range ?? '');
    const shown = range ? object.subarray(Number(range[1]), Number(range[2]) + 1) : object;
    return answer(range ? 206 : 200, shown, {
      'content-length': String(shown.length),
      'content-type': url.searchParams.get('response-content-type') ?? 'application/octet-stream',
      etag: etagOf(object),
    });
  };

  const server = createServer(
    (incoming, response) => void handle(incoming, response).catch(unlessGone(incoming)),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const storage: S3Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    requests: [],
    lent: [],
    fault: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return storage;
}

/** The settings that point the product at it. */
export function s3Settings(storage: S3Server): Record<string, string> {
  return {
    S3_ENDPOINT: storage.url,
    S3_BUCKET,
    S3_REGION,
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    S3_STS_ENDPOINT: storage.url,
  };
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function errorXml(code: string, message: string): string {
  return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
}

function partsXml(parts: Map<number, Buffer>, query: URLSearchParams): string {
  const marker = Number(query.get('part-number-marker') ?? 0);
  const rest = [...parts].filter(([number]) => number > marker).sort(([left], [right]) => left - right);
  const page = rest.slice(0, PARTS_A_PAGE);
  const rows = page.map(
    ([number, bytes]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(bytes).replaceAll('"', '&quot;')}</ETag><Size>${bytes.length}</Size></Part>`,
  );
  return `<ListPartsResult>${rows.join('')}<NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker><IsTruncated>${rest.length > page.length}</IsTruncated></ListPartsResult>`;
}

function credentialsXml(form: URLSearchParams): string {
  if (!['GetFederationToken', 'AssumeRole'].includes(form.get('Action') ?? '')) {
    return errorXml('InvalidAction', 'no such action');
  }
  const expires = new Date(Date.now() + Number(form.get('DurationSeconds')) * 1_000).toISOString();
  return `<Result><Credentials><AccessKeyId>ASIALENT</AccessKeyId><SecretAccessKey>lent secret</SecretAccessKey><SessionToken>lent&amp;token</SessionToken><Expiration>${expires}</Expiration></Credentials></Result>`;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signature version 4 as its specification computes it, from a header or from the address. */
function signatureProblem(
  incoming: IncomingMessage,
  url: URL,
  body: Buffer,
): { code: string; message: string } | undefined {
  const header = incoming.headers.authorization;
  const query = [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature');
  const found = header
    ? /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(header)?.slice(1)
    : ['X-Amz-Credential', 'X-Amz-SignedHeaders', 'X-Amz-Signature'].map((name) =>
        url.searchParams.get(name),
      );
  const [credential = '', signedHeaders = '', signature = ''] = (found ?? []).map((part) => part ?? '');
  const at = String(incoming.headers['x-amz-date'] ?? url.searchParams.get('X-Amz-Date') ?? '');
  const [accessKey, date = '', region = '', service = ''] = credential.split('/');
  if (accessKey !== S3_KEYS.accessKeyId) return { code: 'InvalidAccessKeyId', message: 'unknown key' };
  if (!header) {
    const signedAt = Date.parse(
      at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
    );
    const seconds = Number(url.searchParams.get('X-Amz-Expires'));
    if (Date.now() > signedAt + seconds * 1_000) {
      return { code: 'AccessDenied', message: 'Request has expired' };
    }
  }
  const stated = String(incoming.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD');
  if (stated !== 'UNSIGNED-PAYLOAD' && stated !== sha256(body)) {
    return { code: 'XAmzContentSHA256Mismatch', message: 'the body is another one' };
  }
  const canonical = [
    incoming.method,
    url.pathname,
    query
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(incoming.headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    stated,
  ].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${S3_KEYS.secretAccessKey}`,
  );
  const expected = createHmac('sha256', key).update(text).digest('hex');
  return expected === signature
    ? undefined
    : { code: 'SignatureDoesNotMatch', message: 'the signature does not match' };
}
