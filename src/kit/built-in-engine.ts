/** What the product calls its own engine wherever a language model could have done the work. */
export const BUILT_IN_ENGINE = 'Built-in engine';
