import { useEffect, useRef } from 'react';

type Sheet = { add: (css: string) => void; remove: () => void };

/**
 * Stands in for the `react-style-singleton` package (see the alias in vite.config.ts): the same three functions on
 * constructed style sheets, because a content security policy without 'unsafe-inline' refuses style elements.
 */
export function stylesheetSingleton(): Sheet {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return {
    add(css) {
      users += 1;
      if (users > 1) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove() {
      users -= 1;
      if (users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      sheet = undefined;
    },
  };
}

export function styleHookSingleton(): (styles: string, isDynamic?: boolean) => void {
  const sheet = stylesheetSingleton();
  return function useStyle(styles, isDynamic = false) {
    const first = useRef(styles);
    // The rules may change only where it is said so.
    const current = isDynamic ? styles : first.current;
    useEffect(() => {
      sheet.add(current);
      return () => sheet.remove();
    }, [current]);
  };
}

export function styleSingleton(): (props: { styles: string; dynamic?: boolean }) => null {
  const useStyle = styleHookSingleton();
  return function StyleSheet({ styles, dynamic = false }) {
    useStyle(styles, dynamic);
    return null;
  };
}
