import { AppError } from '#kit/errors.ts';

export function leadNotFound(): AppError {
  return new AppError('not_found', 'This lead does not exist any more.');
}
