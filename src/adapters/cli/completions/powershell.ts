/** For Windows PowerShell 5.1 and PowerShell 7. */
import { type CompletionTable, commandGroups, flagWords } from './table.ts';

/**
 * As in the script for bash: the words before the cursor give the command, how many of its words there are, and the
 * option that waits for a value. Where nothing is offered, the shell offers files.
 */
export function powershellScript({
  first,
  commands,
  before,
  configuration,
  valued,
}: CompletionTable): string {
  const groups = commandGroups(commands);
  const values = [
    ...commands.flatMap(({ name, flags }) => flags.map((flag) => ({ name, flag }))),
    ...configuration.map((flag) => ({ name: '', flag })),
  ].filter(({ flag: { value } }) => value !== undefined && value.values.length > 0);
  const slots = commands.flatMap(({ name, slots }) =>
    slots.map(({ values }, place): [string, string] => [`${name} ${place}`, values.join(' ')]),
  );
  return [
    '# pilotbook completions for PowerShell: pilotbook completions powershell | Out-String | Invoke-Expression',
    'Register-ArgumentCompleter -Native -CommandName pilotbook, context-stash -ScriptBlock {',
    '  param($typing, $ast, $cursor)',
    `  $valued = ${list(valued)}`,
    `  $pairs = ${list(commands.map(({ name }) => name).filter((name) => name.includes(' ')))}`,
    `  $flags = ${map([['', flagWords(before)], ...commands.map(({ name, flags }): [string, string] => [name, flagWords(flags)])])}`,
    `  $values = ${map(values.map(({ name, flag }) => [`${name} --${flag.name}`, flag.value?.values.join(' ') ?? '']))}`,
    `  $lists = ${list(values.filter(({ flag }) => flag.value?.list).map(({ name, flag }) => `${name} --${flag.name}`))}`,
    `  $words = ${map([
      [' 0', [...first.keys()].join(' ')],
      ...[...groups].map(([group, words]): [string, string] => [`${group} 0`, words.join(' ')]),
      ...slots.filter(([, offer]) => offer !== ''),
    ])}`,
    `  $wordless = ${list(commands.filter(({ name, slots }) => slots.length === 0 && !groups.has(name)).map(({ name }) => name))}`,
    "  $name = ''; $option = ''; $place = 0; $lead = ''; $offer = ''",
    '  foreach ($element in @($ast.CommandElements | Select-Object -Skip 1)) {',
    '    if ($element.Extent.EndOffset -ge $cursor) { break }',
    '    $word = $element.Extent.Text',
    "    if ($option -ne '') { $option = '' }",
    '    elseif ($valued -contains $word) { $option = $word }',
    "    elseif ($word.StartsWith('-')) { }",
    '    elseif ($pairs -contains "$name $word") { $name = "$name $word" }',
    "    elseif ($name -eq '') { $name = $word }",
    '    else { $place++ }',
    '  }',
    "  if ($option -eq '' -and $typing -match '^(--[a-z-]+)=') {",
    '    $option = $Matches[1]; $lead = $Matches[0]; $typing = $typing.Substring($lead.Length)',
    '  }',
    "  if ($option -ne '') {",
    '    $key = "$name $option"',
    '    if (-not $values.ContainsKey($key)) { $key = " $option" }',
    '    $offer = $values[$key]',
    "    if ($lists -contains $key -and $typing -match '^.*,') {",
    '      $lead += $Matches[0]; $typing = $typing.Substring($Matches[0].Length)',
    '    }',
    '  }',
    "  elseif ($typing.StartsWith('-')) { $offer = $flags[$name] }",
    '  elseif ($wordless -contains $name) { $offer = $flags[$name] }',
    '  else { $offer = $words["$name $place"] }',
    '  "$offer" -split \' \' |',
    "    Where-Object { $_ -ne '' -and $_.StartsWith($typing, [StringComparison]::Ordinal) } |",
    '    ForEach-Object { [System.Management.Automation.CompletionResult]::new("$lead$_", $_, \'ParameterValue\', $_) }',
    '}',
  ].join('\n');
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(', ')})`;
}

function map(entries: readonly (readonly [string, string])[]): string {
  return ['@{', ...entries.map(([key, value]) => `    ${quoted(key)} = ${quoted(value)}`), '  }'].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
