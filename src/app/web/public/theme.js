// What has to be settled before anything else runs. A file of its own because the content security policy allows no
// inline script.
(() => {
  // Schemas would compile their checks with eval, which the same policy refuses (zod reads this when it loads).
  globalThis.__zod_globalConfig = { jitless: true };

  // Who has been inside sees no gate while the scripts load (`access-flag.ts`).
  try {
    if (localStorage.getItem('testing-access') === 'granted') document.documentElement.dataset.inside = '';
  } catch {
    // Storage is blocked: nothing is remembered.
  }

  // The theme, before the first paint.
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const print = matchMedia('print');
  // What was chosen on this page, where storage is blocked.
  let chosenHere = null;
  const apply = () => {
    let choice = chosenHere;
    try {
      choice = localStorage.getItem('yarrow-theme');
    } catch {
      // Until something is chosen the system's wish counts.
    }
    // Paper is light.
    const isDark = !print.matches && (choice === 'dark' || (choice !== 'light' && dark.matches));
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
  print.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('yarrow-theme', ({ detail }) => {
    chosenHere = detail;
    apply();
  });
})();
