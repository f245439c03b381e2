import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as german from '@zxcvbn-ts/language-de';
import * as english from '@zxcvbn-ts/language-en';
import { OWN_WORD_LENGTH_MAX, type StrengthQuestion } from './password-rules.ts';

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary, ...german.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: OWN_WORD_LENGTH_MAX,
});

parentPort?.on('message', ({ password, ownWords }: StrengthQuestion) => {
  parentPort?.postMessage(estimator.check(password, ownWords).guesses);
});
