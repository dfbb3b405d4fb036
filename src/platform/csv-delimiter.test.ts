import { expect, it } from 'vitest';
import { delimiterOf } from './csv-delimiter.ts';

it('is the character that parts most records alike, whatever else stands in their cells', () => {
  expect(delimiterOf('product,price\nTea,9.80\n')).toBe(',');
  expect(delimiterOf('Soak;Made of;Vegan\nPine;sea salt, pine oil, honey;no\nMoor;peat, birch;yes\n')).toBe(
    ';',
  );
  expect(delimiterOf('Tee\tPreis\nFenchel\t4,20\nMinze\t3,90\n')).toBe('\t');
  expect(delimiterOf('one column\nof words\n')).toBe(',');
});
