import manifest from '../../../package.json' with { type: 'json' };

/** The version of this Platen, such as 1.2.0: what package.json says. */
export const VERSION: string = manifest.version;
