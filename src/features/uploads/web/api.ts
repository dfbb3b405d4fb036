import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#ui/calls/call-api.ts';
import { getUploadOptions } from '../contract.ts';

export const uploadOptionsQuery = () =>
  queryOptions({
    queryKey: ['uploads', 'options'],
    queryFn: ({ signal }) => callApi(getUploadOptions, {}, { signal }),
  });
