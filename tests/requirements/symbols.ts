import { clauses } from './clauses.ts';

/** Of the page docs/design/symbols.md, whose promises these are. */
export const symbols = clauses('symbols', {
  'repo.symbol': {
    'symbol:fields': [1, 'A match says name, qualified name, kind, place, signature and doc.'],
    'symbol:body': [1, 'The body is numbered as in the file.'],
    'symbol:decorators': [1, 'The body has the decorators and the comment above it.'],
    'symbol:long-body': [1, 'A long body is shortened in the middle and says what was left out.'],
    'symbol:outline': [1, '`show` chooses between body, signature and the members.'],
    'symbol:lists': [1, '`with` adds callers, callees and usages, with one line each.'],
    'symbol:tests-apart': [1, 'Tests are a list of their own.'],
    'symbol:hierarchy': [1, '`with` adds bases and subclasses.'],
    'symbol:ways-to-name': [1, 'A symbol is named by name, Class.method, path::name or path:line.'],
    'symbol:several': [1, 'Several matches are listed with signature and place.'],
    'symbol:source-first': [1, 'Source comes before tests and generated files.'],
    'symbol:inexact': [1, 'A name that differs is found and said to be inexact.'],
  },
  'repo.references': {
    'references:fields': [1, 'A reference says place, class, role, enclosing symbol and its line.'],
    'references:counts': [1, 'The counts of the classes add up to all mentions.'],
    'references:source-first': [1, 'Tests come after source, generated files last.'],
    'references:class': [1, 'Each class can be listed; `other` names what is meant.'],
    'references:role': [1, 'Each role can be listed.'],
    'references:scope': [1, 'A glob limits the files looked at.'],
    'references:depth': [1, "Callers' callers come as a tree, circles as leaves, what was cut is said."],
    'references:cursor': [1, 'Pages follow each other without gap or repetition.'],
    'references:group': [1, 'References can be grouped by caller.'],
    'references:edit-seen': [1, 'An edit is seen by the next call.'],
  },
  'bad input': {
    'bad-input:nearest': [1, 'For an unknown symbol the nearest names are named.'],
    'bad-input:refusals': [1, 'Paths that may not be read are refused as everywhere.'],
    'bad-input:unparsed': [1, 'Mentions in a file that does not parse are possible, and this is said.'],
    'bad-input:minified': [1, 'Minified files are counted, not parsed.'],
  },
});
