import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText } from '#ui/error-words.ts';
import { toast } from '#ui/toast.ts';
import type { FigureRef } from '../contract-funnel.ts';
import { NO_COUNTS } from '../rules-figures.ts';
import { funnelQuery, type Scope } from './analytics-api.ts';
import { daysWords } from './analytics-words.ts';
import { figureOf, type OpenFigure } from './figure.ts';

/** The one figure of a screen that is open, and what opens it: with its proof, or by what points at it. */
export function useFigure(scope: Scope) {
  const client = useQueryClient();
  const [figure, setFigure] = useState<OpenFigure | null>(null);
  // Counts what was opened and closed: whose answer comes after that is not wanted any more.
  const turn = useRef(0);

  function show(next: OpenFigure | null): void {
    turn.current += 1;
    setFigure(next);
  }

  /**
   * Opens the figure that a sentence or a tile points at, whatever the screen shows just now.
   * @param label whose figure it is, where nothing was counted that could name it
   */
  async function openRef({ figure: name, by, key }: FigureRef, label = ''): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    try {
      const proof = await client.query(funnelQuery(scope, by ?? 'campaign'));
      if (turn.current !== mine) return;
      const none = { key, label, counts: NO_COUNTS, before: proof.previousFrom === null ? null : NO_COUNTS };
      const row = by === null ? proof.total : (proof.rows.find((each) => each.key === key) ?? none);
      setFigure(
        figureOf({
          figure: name,
          counts: row.counts,
          before: row.before,
          scope,
          by,
          key,
          label: row.label,
          days: daysWords(proof, new Date()),
        }),
      );
    } catch (error) {
      if (turn.current !== mine) return;
      toast({
        title: 'The figure could not be opened',
        description: errorText(error),
        variant: 'destructive',
      });
    }
  }

  return {
    figure,
    open: show,
    openRef: (ref: FigureRef, label?: string): void => void openRef(ref, label),
    close: (): void => show(null),
  };
}
