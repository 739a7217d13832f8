extension K6Runtime {
  /// The operators of assertions, as Apus judges by them (`CheckOperator`).
  static let judging = #"""
    const textOf = (value) => (typeof value === "string" ? value : value === undefined ? "undefined" : JSON.stringify(value));

    function operandOf(text) {
      text = text.trim();
      const words = { true: true, false: false, null: null, undefined: undefined };
      if (Object.prototype.hasOwnProperty.call(words, text)) return words[text];
      if (text.length > 1 && text[0] === text[text.length - 1] && "'\"`".includes(text[0])) return text.slice(1, -1);
      return /^-?[\d.]/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
    }

    const listOf = (text) => text.trim().replace(/^\[(.*)\]$/s, "$1").split(",").map(operandOf);
    const numberOf = (value) => (typeof value === "number" ? value : typeof value === "string" && value ? Number(value) : NaN);

    function equal(value, other) {
      if (typeof value === "string" && typeof other === "number") return Number(value) === other && value !== "";
      return JSON.stringify(value) === JSON.stringify(other);
    }

    function sizeOf(value) {
      if (typeof value === "string" || Array.isArray(value)) return value.length;
      return value !== null && typeof value === "object" ? Object.keys(value).length : undefined;
    }

    function contains(value, part) {
      if (typeof value === "string") return value.includes(textOf(part));
      if (Array.isArray(value)) return value.some((item) => equal(item, part));
      return value !== null && typeof value === "object" && Object.prototype.hasOwnProperty.call(value, textOf(part));
    }

    function matches(value, text) {
      if (value === undefined) return false;
      const pattern = text.trim().replace(/^\/(.+)\/$/s, "$1");
      const ignores = pattern.startsWith("(?i)");
      return new RegExp(ignores ? pattern.slice(4) : pattern, ignores ? "i" : "").test(textOf(value));
    }

    function holds(value, operation, text) {
      const operand = operandOf(text);
      const isText = typeof value === "string";
      switch (operation) {
        case "eq": return equal(value, operand);
        case "neq": return !equal(value, operand);
        case "gt": return numberOf(value) > numberOf(operand);
        case "gte": return numberOf(value) >= numberOf(operand);
        case "lt": return numberOf(value) < numberOf(operand);
        case "lte": return numberOf(value) <= numberOf(operand);
        case "in": return listOf(text).some((item) => equal(value, item));
        case "notIn": return !listOf(text).some((item) => equal(value, item));
        case "contains": return contains(value, operand);
        case "notContains": return !contains(value, operand);
        case "length": return sizeOf(value) === operand;
        case "matches": return matches(value, text);
        case "notMatches": return !matches(value, text);
        case "startsWith": return isText && value.startsWith(textOf(operand));
        case "endsWith": return isText && value.endsWith(textOf(operand));
        case "between": {
          const [low, high] = listOf(text).map(numberOf);
          return numberOf(value) >= low && numberOf(value) <= high;
        }
        case "isEmpty": return value === null || sizeOf(value) === 0;
        case "isNotEmpty": return sizeOf(value) > 0;
        case "isNull": return value === null;
        case "isUndefined": return value === undefined;
        case "isDefined": return value !== undefined;
        case "isTruthy": return Boolean(value);
        case "isFalsy": return !value;
        case "isNumber": return typeof value === "number";
        case "isString": return isText;
        case "isBoolean": return typeof value === "boolean";
        case "isArray": return Array.isArray(value);
        case "isJson": return value !== null && typeof value === "object";
        default: return false;
      }
    }

    """#
}
