import type { AppError } from '#kit/errors.ts';

/** Calls that are answered in the shapes of the OpenAI API. */
export function isOpenAiPath(url: string | undefined): boolean {
  return url?.startsWith('/v1/') ?? false;
}

/** An error as clients of the OpenAI API read it. */
export function openAiError({ code, status, message, reason, fields }: AppError): {
  error: { message: string; type: string; param: string | null; code: string };
} {
  const [param = null] = Object.keys(fields ?? {});
  return { error: { message, type: typeOf(status), param, code: reason ?? CODES[code] ?? code } };
}

const CODES: Partial<Record<AppError['code'], string>> = {
  unauthenticated: 'invalid_api_key',
  rate_limited: 'rate_limit_exceeded',
};

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}
