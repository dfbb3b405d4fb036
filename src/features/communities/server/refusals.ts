import { AppError } from '#kit/errors.ts';

export const communityNotFound = (): AppError =>
  new AppError('not_found', 'This community does not exist any more.');

export const memberNotFound = (): AppError =>
  new AppError('not_found', 'This member is not in the community any more.');

export const postNotFound = (): AppError => new AppError('not_found', 'This post does not exist any more.');

export const sourceNotFound = (): AppError =>
  new AppError('not_found', 'This connection does not exist any more.');
