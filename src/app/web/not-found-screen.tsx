import { linkButtonClass } from '#ui/button-class.ts';
import { Mark } from '#ui/mark.tsx';

/** Any address without a route; it stands outside the shell. */
export function NotFoundScreen() {
  return (
    <main className="grid min-h-dvh place-items-center bg-ground p-6">
      <div className="flex max-w-md items-start gap-7 max-sm:flex-col">
        <Mark className="size-12 text-green-ink" />
        <div>
          <h1 className="text-h1">404 Page Not Found</h1>
          <p className="mt-1 text-ink-2">Did you forget to add the page to the router?</p>
          <a href="/" className={`mt-4 ${linkButtonClass()}`}>
            Go to the dashboard
          </a>
        </div>
      </div>
    </main>
  );
}
