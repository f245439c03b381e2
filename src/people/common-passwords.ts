/**
 * What passwords are made of that are tried first: words, names, rows of keys and years that lists of leaked passwords have most,
 * in English and German. Short ones stand here because people make them long with digits, signs and repetition.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  password passwort passwd passphrase kennwort geheim secret admin administrator root user benutzer guest gast test tester testing demo
  login signin welcome willkommen hello hallo letmein changeme default start startup master manager office buero floor viewer support
  service system server public private access zugang computer laptop internet website company firma company123 platen printshop print
  printer druckerei druck warehouse lager fulfillment versand order orders bestellung shop textile tshirt
  qwerty qwertz qwertyuiop qwertzuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm azerty azertyuiop qazwsx qazwsxedc wasd
  abc abcd abcdef abcdefg abcdefgh abcabc aaa xxx
  iloveyou ichliebedich loveyou lovely love liebe schatz schatzi baby babygirl princess prinzessin angel engel darling sweetheart
  sunshine sonnenschein sonne sommer summer winter autumn herbst spring fruehling frühling
  january february march april june july august september october november december januar februar maerz märz juni juli oktober dezember
  monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
  dragon drache monkey affe shadow tiger lion loewe eagle adler wolf bear panther phoenix butterfly schmetterling dolphin mustang
  football fussball fußball baseball basketball hockey soccer tennis golf sport
  superman batman spiderman starwars pokemon naruto matrix hunter ranger killer ninja warrior
  michael jennifer jordan thomas daniel andrea andreas robert charlie jessica ashley michelle nicole matthew anthony william joshua
  christian stefan stephan markus martin sabine sandra peter klaus frank alexander alexandra maximilian
  berlin hamburg muenchen münchen koeln köln frankfurt stuttgart wien zuerich zürich london paris newyork america american germany
  deutschland austria oesterreich österreich schweiz switzerland england
  google facebook youtube instagram amazon apple microsoft windows linux samsung android iphone whatever nothing something
  freedom freiheit trustno trustnoone ihatethis fuckyou fuck arschloch scheisse scheiße money geld diamond silver golden gold
  flower blume cookie cookies chocolate schokolade banana orange apfel pepper ginger hannah jesus blessed church
  thisisapassword thisismypassword mypassword meinpasswort yourpassword dasistmeinpasswort supersecret topsecret letmeinplease
  openthedoor opensesame sesameopen sesamoeffnedich helloworld hallowelt lorem ipsum dolor
  `
    .trim()
    .split(/\s+/),
);

/** Rows of keys and characters, which people walk along. */
export const KEY_ROWS: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6zhn7ujm8ik',
  '1q2w3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6z7u8i9o0p',
  'qazwsxedcrfvtgbyhnujmikolp',
];
