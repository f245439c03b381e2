import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as german from '@zxcvbn-ts/language-de';
import * as english from '@zxcvbn-ts/language-en';
import { OWN_WORD_LENGTH_MAX } from './password-rules.ts';
import type { StrengthQuestion } from './password-strength.ts';

/** The work grows with the square of the length, so a longer password is estimated by its beginning. */
const ESTIMATED_LENGTH_MAX = OWN_WORD_LENGTH_MAX;

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary, ...german.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: ESTIMATED_LENGTH_MAX,
});

parentPort?.on('message', ({ password, ownWords }: StrengthQuestion) => {
  parentPort?.postMessage(estimator.check(password, ownWords).guesses);
});
