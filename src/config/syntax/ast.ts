/** The syntax tree of `agent.hcl`, every node with its place. Values are made in `../evaluate`. */
import type { SourceRange } from '../../diagnostics/source-range.ts';

export type UnaryOperator = '-' | '!';
export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

/** A piece of a template; directives are folded into trees. */
export type TemplatePart =
  /** Text with its escapes undone and NFC-normalised. */
  | { readonly type: 'text'; readonly text: string; readonly range: SourceRange }
  | { readonly type: 'interpolation'; readonly expression: Expression; readonly range: SourceRange }
  | {
      readonly type: 'if';
      readonly condition: Expression;
      readonly whenTrue: readonly TemplatePart[];
      readonly whenFalse: readonly TemplatePart[];
      readonly range: SourceRange;
    }
  | {
      readonly type: 'for';
      readonly keyName?: string | undefined;
      readonly valueName: string;
      readonly collection: Expression;
      readonly body: readonly TemplatePart[];
      readonly range: SourceRange;
    };

export interface ObjectItem {
  /** A bare word key is a `literal` string; `(expr)` keys are any expression. */
  readonly key: Expression;
  readonly value: Expression;
}

/** `range` covers the whole expression as written. */
export type Expression =
  /** A number keeps its source text, so that no digit is lost before conversion. */
  | { readonly type: 'number'; readonly text: string; readonly range: SourceRange }
  | {
      readonly type: 'literal';
      readonly value: boolean | null | string;
      readonly range: SourceRange;
    }
  | {
      /** A quoted string or a heredoc, with or without interpolation. */
      readonly type: 'template';
      readonly form: 'quoted' | 'heredoc';
      readonly parts: readonly TemplatePart[];
      readonly range: SourceRange;
    }
  | { readonly type: 'tuple'; readonly items: readonly Expression[]; readonly range: SourceRange }
  | { readonly type: 'object'; readonly items: readonly ObjectItem[]; readonly range: SourceRange }
  | { readonly type: 'parentheses'; readonly inner: Expression; readonly range: SourceRange }
  | { readonly type: 'variable'; readonly name: string; readonly range: SourceRange }
  | {
      readonly type: 'call';
      /** With its namespace, such as `core::env`. */
      readonly name: string;
      readonly nameRange: SourceRange;
      /** The closing parenthesis. */
      readonly closeRange: SourceRange;
      readonly arguments: readonly Expression[];
      /** The last argument is followed by `...`. */
      readonly expandFinal: boolean;
      readonly range: SourceRange;
    }
  | {
      readonly type: 'attribute-access';
      readonly target: Expression;
      readonly name: string;
      /** The dot and the name. */
      readonly stepRange: SourceRange;
      readonly range: SourceRange;
    }
  | {
      /** `target[key]`, or the legacy `target.0`. */
      readonly type: 'index';
      readonly target: Expression;
      readonly key: Expression;
      /** The brackets and all between, or the dot and the number. */
      readonly stepRange: SourceRange;
      readonly range: SourceRange;
    }
  | {
      /** `target[*]` or `target.*`; `each` applies to `splat-item`. */
      readonly type: 'splat';
      readonly target: Expression;
      readonly each: Expression;
      /** `[*]` or `.*`. */
      readonly stepRange: SourceRange;
      readonly range: SourceRange;
    }
  /** Stands for one element inside the `each` of a splat. */
  | { readonly type: 'splat-item'; readonly range: SourceRange }
  | {
      readonly type: 'unary';
      readonly operator: UnaryOperator;
      readonly operand: Expression;
      readonly range: SourceRange;
    }
  | {
      readonly type: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly range: SourceRange;
    }
  | {
      readonly type: 'conditional';
      readonly condition: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
      readonly range: SourceRange;
    }
  | {
      readonly type: 'for';
      readonly form: 'tuple' | 'object';
      readonly keyName?: string | undefined;
      readonly valueName: string;
      readonly collection: Expression;
      /** With `object` only. */
      readonly key?: Expression | undefined;
      readonly value: Expression;
      /** `...` after the value: values of one key are grouped. */
      readonly grouping: boolean;
      readonly condition?: Expression | undefined;
      readonly range: SourceRange;
    };

/** `name = expression`. */
export interface RawAttribute {
  readonly name: string;
  readonly nameRange: SourceRange;
  readonly expression: Expression;
  readonly range: SourceRange;
}

export interface RawLabel {
  readonly value: string;
  readonly range: SourceRange;
}

export interface RawBlock {
  readonly type: string;
  readonly typeRange: SourceRange;
  readonly labels: readonly RawLabel[];
  /** Type and labels, without the brace. */
  readonly headerRange: SourceRange;
  readonly body: RawBody;
  readonly range: SourceRange;
}

/** Attributes and blocks in the order of the text; a name never occurs twice among attributes. */
export interface RawBody {
  readonly attributes: readonly RawAttribute[];
  readonly blocks: readonly RawBlock[];
  /** The braces and all between, or the whole file. */
  readonly range: SourceRange;
}
