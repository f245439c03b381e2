import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { type Match, ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as german from '@zxcvbn-ts/language-de';
import * as english from '@zxcvbn-ts/language-en';
import { EXAMPLE_PASSWORDS, joinLetters, OWN_WORD_LENGTH_MAX, type StrengthQuestion } from './password-rules.ts';

/** Guesses that a password must withstand: score 3 of zxcvbn's scores from 0 to 4. */
const GUESSES_MIN = 10 ** 8;
/** Variants with letters for digits and signs. The time of an estimate grows with it. */
const SUBSTITUTIONS_MAX = 5;
const PHRASE_LENGTH_MIN = 10;
/** Well-known phrases, separated by slashes and line ends. */
const FILE = new URL('./famous-phrases.txt', import.meta.url);

const famous = readFileSync(FILE, 'utf8').split(/[/\n]/);
const phrases = [...famous, ...EXAMPLE_PASSWORDS].flatMap((phrase) => {
  const spelledOut = phrase.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  return [joinLetters(phrase), joinLetters(spelledOut)];
});

const estimator = new ZxcvbnFactory({
  dictionary: {
    ...common.dictionary,
    ...english.dictionary,
    ...german.dictionary,
    phrases: [...new Set(phrases)],
  },
  graphs: common.adjacencyGraphs,
  maxLength: OWN_WORD_LENGTH_MAX,
  l33tMaxSubstitutions: SUBSTITUTIONS_MAX,
});

parentPort?.on('message', (question: StrengthQuestion) => parentPort?.postMessage(isGuessable(question)));

function isGuessable({ password, ownWords }: StrengthQuestion): boolean {
  const guessesOf = (text: string) => estimator.check(text, ownWords).guesses;
  if (guessesOf(password) < GUESSES_MIN) return true;
  const [, word, signs] = /^(.*\p{L})(\P{L}+)$/su.exec(password) ?? [];
  if (word && signs && guessesOf(word) * guessesOf(signs) < GUESSES_MIN) return true;
  const { guesses, sequence } = estimator.check(joinLetters(password), ownWords);
  return guesses < GUESSES_MIN && sequence.some(isPhrase);
}

/** Without a phrase or an own word, the separators between the words of a password count. */
function isPhrase({ pattern, token, dictionaryName }: Match): boolean {
  return dictionaryName === 'userInputs' || (pattern !== 'bruteforce' && token.length >= PHRASE_LENGTH_MIN);
}
