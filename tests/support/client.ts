export const GATE_PASSWORD = 'open sesame';
export const ADMIN = { email: 'admin@yarrow.test', password: 'correct horse battery' };

type CallOptions = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };

/** A browser without a browser: keeps cookies, speaks HTTP to the app under test. */
export type TestClient = {
  call: (method: string, path: string, options?: CallOptions) => Promise<Response>;
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body?: unknown) => Promise<T>;
  patch: <T>(path: string, body?: unknown) => Promise<T>;
  /** The cookies it has, as a header of a call that goes another way. */
  cookieHeader: () => string;
};

/** A client of any server at `url`. A call that fails through `get`, `post` or `patch` throws its status and body. */
export function testClient(url: string): TestClient {
  const cookies = new Map<string, string>();
  const cookieHeader = (): string => Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const call: TestClient['call'] = async (method, path, { body, headers = {}, signal } = {}) => {
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      signal: signal ?? null,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        cookie: cookieHeader(),
        ...headers,
      },
      body: body === undefined ? null : isRaw(body) ? body : JSON.stringify(body),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      if (value.join('=') === '' || /max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value.join('='));
    }
    return response;
  };
  const json = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await call(method, path, body === undefined ? {} : { body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    call,
    get: (path) => json('GET', path),
    post: (path, body) => json('POST', path, body),
    patch: (path, body) => json('PATCH', path, body),
    cookieHeader,
  };
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}
