import { Type } from 'typebox';

/** What was taken as it stands though it was probably not meant so. */
export function warnings(description: string) {
  return Type.Array(
    Type.Object(
      {
        pointer: Type.String({ description: 'Where: a JSON Pointer into the body, or a file and line.' }),
        code: Type.String({ description: 'What, for programs.', examples: ['leading_zeros_lost'] }),
        message: Type.String({ description: 'What, and what to do about it.' }),
      },
      { title: 'ImportWarning', description: 'An imported value that looks like a mistake.' },
    ),
    { description },
  );
}
