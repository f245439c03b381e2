import { Type } from 'typebox';
import { SENTENCE_CODES, sentence } from '../../production/floor-sentences.ts';
import { oneOf } from '../fields/operator-schemas.ts';

export const sentenceFields = {
  code: oneOf(SENTENCE_CODES, 'Which sentence it is; more come with time.'),
  params: Type.Record(Type.String(), Type.String(), {
    description: 'What is filled in, such as a code; what is not known is absent.',
  }),
};

export const SENTENCE = sentence('label_not_kept');
export const SentenceSchema = Type.Object(
  { ...sentenceFields, message: Type.String({ description: 'In English.' }) },
  {
    title: 'FloorSentence',
    description: 'Something that is told, for consoles that say it in their own language.',
    examples: [SENTENCE],
  },
);
