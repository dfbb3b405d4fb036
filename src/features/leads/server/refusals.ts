import { AppError } from '#kit/errors.ts';

export function leadNotFound(): AppError {
  return new AppError('not_found', 'This lead does not exist any more.');
}

/** Hidden, and not forgotten yet. */
export function leadDeleted(): AppError {
  return new AppError('not_found', 'This lead was deleted. It can be brought back for a day.', {
    reason: 'deleted',
  });
}

/** Its record is a part of another one. */
export function leadMerged(successorId: string): AppError {
  return new AppError('not_found', 'This lead went into another one.', { reason: 'merged', successorId });
}

export function changedMeanwhile(): AppError {
  return new AppError('conflict', 'Somebody else changed this lead. Load it again.', {
    reason: 'stale_version',
  });
}
