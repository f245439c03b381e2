import { plainName, usePlaceName } from '../copy/parts-copy.ts';

/** Returns a function that lists the places of locations as options. */
export function usePlaces() {
  const placeName = usePlaceName();
  return (locations: readonly { location: string; printTechnologies: string[] }[]) =>
    locations.flatMap(({ location, printTechnologies }) =>
      printTechnologies.map((technology) => ({
        value: `${location}\t${technology}`,
        label: `${placeName(location)}, ${plainName(technology)}`,
      })),
    );
}
