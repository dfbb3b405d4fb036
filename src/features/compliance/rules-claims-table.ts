import type { ClaimRule } from './rules-claims-rule.ts';
import { MEDICINE_RULES } from './rules-claims-table-medicine.ts';
import { PEOPLE_RULES } from './rules-claims-table-people.ts';
import { PROMISE_RULES } from './rules-claims-table-promises.ts';

/** All rules. Order is that of compliance review: medicine, weight, absolutes, buzzwords, social proof, people. */
export const CLAIM_RULES: readonly ClaimRule[] = [...MEDICINE_RULES, ...PROMISE_RULES, ...PEOPLE_RULES];
