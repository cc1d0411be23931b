/** Finds data models in a text: declarations that say they are one, such as a table, a message or an entity. */
import { splitLines } from '../../../core/text/index.ts';

export interface DataModel {
  name: string;
  fields: string[];
}

interface Form {
  languages: readonly string[];
  /** The name is the first group; the fields follow the match. */
  pattern: RegExp;
  field: RegExp;
  /** The line that ends the body. */
  end: RegExp;
}

const MOST_FIELDS = 12;
const BODY_LINES = 200;
const BRACE = /^\s*\}/;
/** A line that is not indented, or a method. */
const PYTHON_END = /^\S|^ {4}(?:async )?def |^ {4}class |^ {4}@/;
const TYPED =
  /^\s*(?:(?:public|private|protected|final|readonly|internal|required|virtual|val|var)\s+)*[\w<>[\],.?]+\s+(\w+)\s*(?:;|=|\{)/;

const FORMS: readonly Form[] = [
  {
    languages: ['python'],
    pattern:
      /^class (\w+)\((?:[^()]{0,300}\b(?:Model|BaseModel|SQLModel|TypedDict|NamedTuple|Base|DeclarativeBase|Document|Schema|Struct)\b[^()]{0,300})\):/gm,
    field:
      /^ {4}([a-z]\w*)\s*(?::\s*[^=\n]+(?:=|$)|=\s*[\w.]*(?:Field|Column|ForeignKey|Key|Relation|relationship|mapped_column)\w*\()/,
    end: PYTHON_END,
  },
  {
    languages: ['python'],
    pattern:
      /^@(?:dataclasses\.)?(?:dataclass|attrs?\.(?:s|define|frozen)|define|frozen)\b[^\n]*\nclass (\w+)/gm,
    field: /^ {4}([a-z]\w*)\s*:/,
    end: PYTHON_END,
  },
  {
    languages: ['go'],
    pattern: /^type (\w+) struct \{(?=[^}]{0,4000}`(?:json|db|gorm|bson|yaml|xml):)/gm,
    field: /^\s*(\w+)\s+[^\s`]+.*`/,
    end: BRACE,
  },
  {
    languages: ['rust'],
    pattern:
      /#\[derive\([^)]{0,300}\b(?:Serialize|Deserialize|FromRow|Queryable|Insertable|Message)\b[^)]{0,300}\)\](?:\s{0,40}#\[[^\]]{0,300}\]){0,20}\s*(?:pub(?:\([^)]*\))?\s+)?struct (\w+)[^;{(]*\{/g,
    field: /^\s*(?:pub(?:\([^)]*\))?\s+)?(\w+)\s*:/,
    end: BRACE,
  },
  {
    languages: ['java', 'kotlin'],
    pattern: /@(?:Entity|Document|Table)\b[\s\S]{0,200}?\bclass (\w+)/g,
    field: TYPED,
    end: /^\}/,
  },
  {
    languages: ['csharp'],
    pattern: /\[(?:Table|DataContract)\b[^\]]*\][\s\S]{0,200}?\bclass (\w+)/g,
    field: TYPED,
    end: /^\s{0,4}\}/,
  },
  {
    languages: ['ruby'],
    pattern: /^\s*class ([\w:]+) < (?:ApplicationRecord|ActiveRecord::Base)/gm,
    field: /^\s*(?:belongs_to|has_many|has_one|attribute) :(\w+)/,
    end: /^end/,
  },
  {
    languages: ['elixir'],
    pattern: /^\s*schema "(\w+)" do/gm,
    field: /^\s*(?:field|belongs_to|has_many|has_one|embeds_one|embeds_many) :(\w+)/,
    end: /^\s*end\b/,
  },
  {
    languages: ['php'],
    pattern: /^(?:final |abstract )?class (\w+) extends (?:Model|Eloquent|Authenticatable)\b/gm,
    field: /^\s*'(\w+)',?\s*$/,
    end: /^\}/,
  },
  {
    languages: ['typescript', 'tsx', 'javascript'],
    pattern: /@Entity\([^)]*\)\s*(?:export\s+)?class (\w+)/g,
    field: /^\s*(?:readonly\s+)?(\w+)[?!]?:/,
    end: /^\}/,
  },
  {
    languages: ['protobuf'],
    pattern: /^\s*message (\w+) \{/gm,
    field: /^\s*(?:optional |repeated |required )?[\w.<>, ]+\s+(\w+)\s*=\s*\d+/,
    end: BRACE,
  },
  {
    languages: ['graphql'],
    pattern: /^(?:type|input|interface) (\w+)[^{\n]*\{/gm,
    field: /^\s*(\w+)\s*(?:\([^)]*\))?\s*:/,
    end: BRACE,
  },
  {
    languages: ['thrift'],
    pattern: /^struct (\w+) \{/gm,
    field: /^\s*\d+:\s*(?:optional |required )?\S+\s+(\w+)/,
    end: BRACE,
  },
  {
    languages: ['sql'],
    pattern: /\bcreate table (?:if not exists )?[`"[]?([\w.]+)[`"\]]?\s*\(/gi,
    field: /^\s*[`"[]?(?!(?:primary|foreign|unique|constraint|check|key|index)\b)([a-z_]\w*)[`"\]]?\s+\w/i,
    end: /^\s*\)/,
  },
  { languages: ['prisma'], pattern: /^model (\w+) \{/gm, field: /^\s*(\w+)\s+\w/, end: BRACE },
];

export function dataModels(language: string, text: string): DataModel[] {
  const found: DataModel[] = [];
  for (const { languages, pattern, field, end } of FORMS) {
    if (!languages.includes(language)) continue;
    for (const match of text.matchAll(pattern)) {
      const body = text.slice(match.index + match[0].length);
      found.push({ name: match[1] ?? '', fields: fieldsOf(body, field, end) });
    }
  }
  return found;
}

function fieldsOf(body: string, field: RegExp, end: RegExp): string[] {
  const fields: string[] = [];
  // The rest of the line that opened the body comes first.
  for (const line of splitLines(body.slice(0, 20_000)).slice(1, BODY_LINES)) {
    if (end.test(line) || fields.length >= MOST_FIELDS) break;
    const name = field.exec(line)?.[1];
    if (name !== undefined) fields.push(name);
  }
  return fields;
}
