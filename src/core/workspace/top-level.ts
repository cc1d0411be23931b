/** The directory that holds the whole project around a directory, found without running git. */
import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { repositoryAt } from '../git/index.ts';
import { lstatOrUndefined } from '../sandbox/index.ts';

/**
 * The nearest directory with a `.git`, as git finds it; without one, the nearest with `.context/` or `repo_mcp.toml`;
 * else the directory itself. Never the home directory or one above it: people keep dotfiles in git without meaning
 * all of their files. And never one that another user could have put there, e.g. a `.git` in /tmp.
 */
export function topLevel(directory: string, home: string): string {
  const places = placesUpFrom(directory, realPath(home));
  const repository = places.find((place) => repositoryAt(place) !== 'none');
  const found =
    repository ?? places.find((place) => MARKS.some((mark) => lstatOrUndefined(join(place, mark))));
  if (found === undefined || found === directory) return directory;
  const owner = lstatOrUndefined(directory)?.uid;
  const signs = repository === undefined ? MARKS : ['.git'];
  const isForeign = [found, ...signs.map((sign) => join(found, sign))].some(
    (place) => (lstatOrUndefined(place)?.uid ?? owner) !== owner,
  );
  return isForeign ? directory : found;
}

/** Whether it is the home directory, and nothing in it says that all of it is a project. */
export function isPlainHome(directory: string, home: string): boolean {
  if (realPath(directory) !== realPath(home)) return false;
  const isMarked = MARKS.some((mark) => lstatOrUndefined(join(directory, mark)));
  return !isMarked && repositoryAt(directory) === 'none';
}

const MARKS = ['.context', 'repo_mcp.toml'];

function placesUpFrom(directory: string, home: string): string[] {
  const places = [directory];
  for (let place = dirname(directory); !holds(place, home); place = dirname(place)) {
    places.push(place);
    if (dirname(place) === place) break;
  }
  return places;
}

function holds(place: string, other: string): boolean {
  return other === place || other.startsWith(place.endsWith(sep) ? place : place + sep);
}

function realPath(place: string): string {
  try {
    return realpathSync.native(place);
  } catch {
    return place;
  }
}
