import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PIECE_TRANSITIONS } from '../../../../src/production/piece-states.ts';
import { pieceEvents as german } from './piece-words.de.ts';
import { pieceEvents as english } from './piece-words.en.ts';

test('each event of a piece has words in both languages', () => {
  const ofParcels = ['taken_back', 'handed_over', 'hand_over_undone', 'hand_over_removed'];
  const types = Object.values(PIECE_TRANSITIONS).map(({ event }): string => event);
  types.push(...ofParcels.map((name) => `parcel.${name}`));
  for (const words of [english, german]) assert.deepEqual(Object.keys(words).sort(), types.sort());
});
