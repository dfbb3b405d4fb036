import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startDatabaseServer } from './database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Tells of the server on which each test file makes its own database. */
    databaseDesk: string;
  }
}

/** The database server of a vitest run starts when a test first asks for it: most rules are tried without. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: ReturnType<typeof startDatabaseServer> | undefined;
  const desk = createServer((_request, response) => {
    server ??= startDatabaseServer();
    server.then(
      ({ url, template }) => response.end(JSON.stringify({ url, template })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => {
    desk.listen(0, '127.0.0.1', resolve);
  });
  project.provide('databaseDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`);
  return async () => {
    desk.close();
    const started = await server?.catch(() => undefined);
    await started?.stop();
  };
}
