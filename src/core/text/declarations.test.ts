import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../tests/helpers/growth.ts';
import { scanDeclarations } from './declarations.ts';
import { lineTable } from './lines.ts';

const declared = (path: string, text: string) =>
  scanDeclarations(path, text, lineTable(text)).map(({ kind, name, line }) => `${line} ${kind} ${name}`);

describe('declarations by the look of a line', () => {
  it.each([
    [
      'a.py',
      'import os\nLIMIT = 3\nclass Reader(Base):\n    async def read(self):\n        value = 1\n        return value\n',
      ['2 constant LIMIT', '3 class Reader', '4 function read'],
    ],
    [
      'a.ts',
      'export interface Port {}\nexport type Id<T> = string;\nexport const enum Color { Red }\nexport default class Car extends Base {\n  private static async drive(speed: number): Promise<void> {\n    if (speed) {\n    }\n    const local = 1;\n  }\n}\nexport const handler = async () => {};\nconst limit = 3;\nfunction* walk() {}\n',
      [
        '1 interface Port',
        '2 type Id',
        '3 enum Color',
        '4 class Car',
        '5 method drive',
        '11 function handler',
        '12 constant limit',
        '13 function walk',
      ],
    ],
    [
      'a.js',
      'exports.parse = function () {\n};\nFoo.prototype.bar = function () {};\nwhile (x) {\n}\n',
      ['1 function parse', '3 method bar'],
    ],
    [
      'a.go',
      'func (m *Mux) Handle(pattern string) {\nfunc New() *Mux {\ntype Mux struct {\ntype Router interface {\ntype Kind int\nconst Limit = 3\n',
      [
        '1 method Handle',
        '2 function New',
        '3 class Mux',
        '4 interface Router',
        '5 type Kind',
        '6 constant Limit',
      ],
    ],
    [
      'a.rs',
      'pub(crate) struct Server<T> {\npub async unsafe fn run(self) {\nimpl Server {\n    const LIMIT: usize = 3;\npub trait Layer {\nmacro_rules! join {\npub enum Kind {\n',
      [
        '1 class Server',
        '2 function run',
        '4 constant LIMIT',
        '5 interface Layer',
        '6 macro join',
        '7 enum Kind',
      ],
    ],
    [
      'a.c',
      '#define LIMIT 3\nstatic int uv__run(uv_loop_t* loop) {\n  return compute(loop);\n  if (x) {\n}\ntypedef struct node_s node_t;\nstruct node_s {\nconst char *name_of(int id)\n',
      ['1 macro LIMIT', '2 function uv__run', '6 type node_t', '7 class node_s', '8 function name_of'],
    ],
    [
      'a.cc',
      'namespace absl {\nclass ABSL_LOCKABLE Mutex final : public Base {\nvoid Mutex::Lock() {\nMutex::~Mutex() {\nusing Map = std::map<int, int>;\n',
      ['1 module absl', '2 class Mutex', '3 method Lock', '4 method ~Mutex', '5 type Map'],
    ],
    [
      'a.java',
      'public final class JsonReader implements Closeable {\n  public String nextString() throws IOException {\n  private static final int LIMIT = 3;\n    return read();\n    throw new Error();\n  public JsonReader(Reader in) {\n',
      ['1 class JsonReader', '2 method nextString', '3 constant LIMIT', '6 method JsonReader'],
    ],
    [
      'a.cs',
      'namespace A.B\npublic sealed record Point(int X);\n  public async Task<int> ReadAsync(CancellationToken token)\n  public string Name { get; }\n',
      ['1 module A.B', '2 class Point', '3 method ReadAsync', '4 constant Name'],
    ],
    [
      'a.kt',
      'data class User(val name: String)\nsuspend fun <T> Flow<T>.collectAll() {\ntypealias Id = Int\ninterface Job {\n',
      ['1 class User', '2 function collectAll', '3 type Id', '4 interface Job'],
    ],
    [
      'a.scala',
      'sealed trait Option[+A]\nobject Option {\n  def map[B](f: A => B): Option[B]\n  type Id = Int\n',
      ['1 interface Option', '2 class Option', '3 function map', '4 type Id'],
    ],
    [
      'a.swift',
      'open class Session {\n    public func request() -> Request {\nprotocol Adapter {\nextension URL {\n',
      ['1 class Session', '2 function request', '3 interface Adapter', '4 class URL'],
    ],
    [
      'a.php',
      'final class Client\n    public function send($x)\ninterface Handler\n    const LIMIT = 3;\n',
      ['1 class Client', '2 function send', '3 interface Handler', '4 constant LIMIT'],
    ],
    [
      'a.rb',
      'module Rack\n  class Request < Base\n    def self.parse(x)\n    def ok?\n    LIMIT = 3\n',
      ['1 module Rack', '2 class Request', '3 method parse', '4 method ok?', '5 constant LIMIT'],
    ],
    [
      'a.lua',
      'local function helper()\nfunction M.setup(opts)\nM.run = function()\nlocal M = {}\n',
      ['1 function helper', '2 function setup', '3 function run', '4 constant M'],
    ],
    [
      'a.ex',
      'defmodule Ecto.Schema do\n  def cast(x) do\n  defmacro schema(do: block)\n  @type t :: integer\n',
      ['1 module Schema', '2 function cast', '3 macro schema', '4 type t'],
    ],
    [
      'a.hs',
      'data Value = Object\nclass Monad m => Parser m where\nparseJSON :: Value -> Parser a\nnewtype Key = Key Text\n',
      ['1 type Value', '2 interface Parser', '3 function parseJSON', '4 type Key'],
    ],
    [
      'a.zig',
      'pub fn main() void {\npub const Scanner = struct {\nconst Kind = enum {\n    const local = 3;\n',
      ['1 function main', '2 class Scanner', '3 enum Kind'],
    ],
    [
      'a.sh',
      'function cite() {\nrun_all () {\nalias ll="ls -l"\nif true; then\n',
      ['1 function cite', '2 function run_all', '3 constant ll'],
    ],
    ['a.md', '# Title\ntext\n## Part two\n', ['1 heading Title', '3 heading Part two']],
    ['a.unknown', 'def f():\n', []],
  ])('in %s', (path, text, expected) => {
    expect(declared(path, text)).toEqual(expected);
  });

  it('are not looked for in minified lines', () => {
    expect(declared('a.js', `function f(){${'x();'.repeat(200)}}`)).toEqual([]);
  });

  it('take time in proportion to hostile lines', async () => {
    const line = `${'public static '.repeat(25)}x\n`;
    await expectLinear((lines) => declared('a.java', line.repeat(lines)), 250);
  });
});
