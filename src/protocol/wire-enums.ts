/** Names of the domain ↔ numbers of the wire. */
import {
  AttrType,
  AuthMethod,
  Category,
  HookPoint,
  MeteringDomain,
  ModelErrorCategory,
  RateLimitKind,
  Role,
  SchemaType,
  Stability,
  StopReason,
  ThinkingDisableSupport,
  ToolChoiceMode,
  WindowRole,
} from './gen/wire-tables.ts';

/** One enum in both directions. */
export interface EnumTable<Name extends string, Value extends number> {
  readonly numbers: Readonly<Record<Name, Value>>;
  /** `undefined` for a number of a later contract, and for an unset one where that is no name. */
  nameOf(value: number): Name | undefined;
}

function enumTable<Name extends string, Value extends number>(
  numbers: Readonly<Record<Name, Value>>,
): EnumTable<Name, Value> {
  // The keys of a literal table are exactly its names, which `Object.entries` can not say.
  const entries = Object.entries(numbers) as [Name, Value][];
  const names = new Map<number, Name>(entries.map(([name, value]) => [value, name]));
  return { numbers, nameOf: (value) => names.get(value) };
}

export const roles = enumTable({ user: Role.USER, assistant: Role.ASSISTANT });

export const stabilities = enumTable({ static: Stability.STATIC, dynamic: Stability.DYNAMIC });

export const schemaTypes = enumTable({
  object: SchemaType.OBJECT,
  string: SchemaType.STRING,
  number: SchemaType.NUMBER,
  boolean: SchemaType.BOOLEAN,
  array: SchemaType.ARRAY,
});

export const attributeTypes = enumTable({
  unspecified: AttrType.UNSPECIFIED,
  string: AttrType.STRING,
  number: AttrType.NUMBER,
  bool: AttrType.BOOL,
  list_string: AttrType.LIST_STRING,
  list_number: AttrType.LIST_NUMBER,
  map_string: AttrType.MAP_STRING,
  object: AttrType.OBJECT,
});

export const categories = enumTable({
  unspecified: Category.UNSPECIFIED,
  model: Category.MODEL,
  tool: Category.TOOL,
  context: Category.CONTEXT,
  memory: Category.MEMORY,
  frontend: Category.FRONTEND,
  widget: Category.WIDGET,
  slashcommand: Category.SLASHCOMMAND,
});

/** Spelled as the labels of `hook` blocks. */
export const hookPoints = enumTable({
  'session-start': HookPoint.SESSION_START,
  'pre-model-call': HookPoint.PRE_MODEL_CALL,
  'post-model-response': HookPoint.POST_MODEL_RESPONSE,
  'pre-tool-call': HookPoint.PRE_TOOL_CALL,
  'plan-ready': HookPoint.PLAN_READY,
  'post-tool-call': HookPoint.POST_TOOL_CALL,
  'post-apply': HookPoint.POST_APPLY,
  'session-end': HookPoint.SESSION_END,
});

export const authMethods = enumTable({
  unspecified: AuthMethod.UNSPECIFIED,
  api_key: AuthMethod.API_KEY,
  product_session: AuthMethod.PRODUCT_SESSION,
  deployment_key: AuthMethod.DEPLOYMENT_KEY,
});

export const meteringDomains = enumTable({
  unspecified: MeteringDomain.UNSPECIFIED,
  subscription_pool: MeteringDomain.SUBSCRIPTION_POOL,
  metered_api: MeteringDomain.METERED_API,
});

export const disableSupports = enumTable({
  unspecified: ThinkingDisableSupport.UNSPECIFIED,
  never: ThinkingDisableSupport.NEVER,
  always: ThinkingDisableSupport.ALWAYS,
  conditional: ThinkingDisableSupport.CONDITIONAL,
});

export const toolChoiceModes = enumTable({
  auto: ToolChoiceMode.AUTO,
  any: ToolChoiceMode.ANY,
  none: ToolChoiceMode.NONE,
  specific: ToolChoiceMode.SPECIFIC,
});

export const stopReasons = enumTable({
  end_turn: StopReason.END_TURN,
  tool_use: StopReason.TOOL_USE,
  max_tokens: StopReason.MAX_TOKENS,
  content_filtered: StopReason.CONTENT_FILTERED,
  cancelled: StopReason.CANCELLED,
  refusal: StopReason.REFUSAL,
  stop_sequence: StopReason.STOP_SEQUENCE,
});

export const rateLimitKinds = enumTable({
  requests: RateLimitKind.REQUESTS,
  tokens: RateLimitKind.TOKENS,
  input_tokens: RateLimitKind.INPUT_TOKENS,
  output_tokens: RateLimitKind.OUTPUT_TOKENS,
  credits: RateLimitKind.CREDITS,
});

export const windowRoles = enumTable({
  primary: WindowRole.PRIMARY,
  secondary: WindowRole.SECONDARY,
});

export const errorCategories = enumTable({
  context_length_exceeded: ModelErrorCategory.CONTEXT_LENGTH_EXCEEDED,
  rate_limited: ModelErrorCategory.RATE_LIMITED,
  overloaded: ModelErrorCategory.OVERLOADED,
  auth_error: ModelErrorCategory.AUTH_ERROR,
  invalid_request: ModelErrorCategory.INVALID_REQUEST,
  content_filtered: ModelErrorCategory.CONTENT_FILTERED,
  unknown: ModelErrorCategory.UNKNOWN,
});
