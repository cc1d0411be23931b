/**
 * What a compiler says of a repository, committed as places: sampled symbols, where each is declared, all references to it,
 * and places where its name means something else. Made as oracles.md says; holds no code of the repository.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface Truth {
  repository: string;
  commit: string;
  oracle: string;
  symbols: readonly SampledSymbol[];
}

export interface SampledSymbol {
  name: string;
  kind: string;
  declared: Places;
  references: Places;
  /** The same name, bound to another declaration. */
  others: Places;
}

/** By path: `line:column` with the column from 0, and `@line` of the declaration around it where that is known. */
type Places = Readonly<Record<string, string>>;

export interface Place {
  path: string;
  line: number;
  column: number;
  /** The line of the name of the innermost function, method or class around the place. */
  enclosingLine: number | undefined;
}

/** Where the committed places are; others, such as those of another seed, can be anywhere. */
export const COMMITTED = join(import.meta.dirname, 'truth');

export function truthNames(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => basename(name, '.json'))
    .sort();
}

export function readTruth(folder: string, name: string): Truth {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Truth;
}

export function placesOf(places: Places): Place[] {
  return Object.entries(places).flatMap(([path, list]) =>
    list.split(' ').map((place) => {
      const [, line, column, enclosing] = /^(\d+):(\d+)(?:@(\d+))?$/.exec(place) ?? [];
      return {
        path,
        line: Number(line),
        column: Number(column),
        enclosingLine: enclosing === undefined ? undefined : Number(enclosing),
      };
    }),
  );
}

export const placeKey = ({ path, line, column }: Pick<Place, 'path' | 'line' | 'column'>) =>
  `${path}:${line}:${column}`;
