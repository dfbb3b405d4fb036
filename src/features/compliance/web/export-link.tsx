type ExportLinksProps = {
  /** Of an endpoint that answers a file and takes `format`. */
  path: string;
  query?: Record<string, string>;
  /** What is in the file, for those who hear it. */
  label: string;
};

/** The same as a file, for people and for programs. */
export function ExportLinks({ path, query = {}, label }: ExportLinksProps) {
  return (
    <span className="inline-flex gap-2.5 pointer-coarse:gap-5">
      {(['csv', 'json'] as const).map((format) => (
        <a
          key={format}
          href={`${path}?${new URLSearchParams({ ...query, format }).toString()}`}
          download
          className="link finger-wide"
        >
          {format.toUpperCase()}
          <span className="sr-only"> file: {label}</span>
        </a>
      ))}
    </span>
  );
}
