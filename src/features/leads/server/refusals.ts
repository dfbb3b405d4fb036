import { AppError } from '#kit/errors.ts';

export function leadNotFound(): AppError {
  return new AppError('not_found', 'This lead does not exist any more.');
}

export function changedMeanwhile(): AppError {
  return new AppError('conflict', 'Somebody else changed this lead. Load it again.', {
    reason: 'stale_version',
  });
}
