/** A comment, a text or a quoted name, in which a semicolon ends nothing; or a semicolon. */
const PART = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|;/g;

/** The statements of a migration one by one, without the semicolons. It knows nothing of function bodies, which migrations do not have. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  for (const { 0: part, index } of sql.matchAll(PART)) {
    if (part !== ';') continue;
    statements.push(sql.slice(begin, index));
    begin = index + 1;
  }
  statements.push(sql.slice(begin));
  return statements
    .map((statement) => statement.replaceAll(/^\s*--[^\n]*$/gm, '').trim())
    .filter((statement) => statement !== '');
}
