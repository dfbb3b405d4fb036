/**
 * Does it once what was pressed has been drawn: a press is answered by its own control in its own frame, and what is much
 * work comes after it. In the order of asking.
 */
export function afterPaint(work: () => void): void {
  // A page that nobody sees draws no frames.
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}
