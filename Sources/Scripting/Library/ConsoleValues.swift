extension ScriptLibrary {
  /// Values as Node's `util.inspect` shows them, but always on one line, and with the values of getters.
  ///
  /// Strings are never cut, so that a secret in one is masked whole.
  static let consoleValues = #"""
    const deepest = 10;
    const mostItems = 100;
    /** Of a longer list only the first items are looked at, neither its holes nor its other properties. */
    const longestList = 10_000;
    /** In characters; what does not fit is counted. */
    const largestText = 100_000;
    const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1);
    const isBytes = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView);

    const escapes = { "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", "\v": "\\v", "\\": "\\\\" };

    function quoted(string) {
      const quote = !string.includes("'") ? "'" : !string.includes('"') ? '"' : /`|\$\{/.test(string) ? "'" : "`";
      const escaped = string.replace(/[\0-\x1f\x7f-\x9f\\]/g, (character) => escapes[character]
        ?? "\\x" + character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0"));
      return quote + (quote === "'" ? escaped.replace(/'/g, "\\'") : escaped) + quote;
    }

    function primitive(value) {
      if (typeof value === "string") return quoted(value);
      if (typeof value === "bigint") return value + "n";
      return Object.is(value, -0) ? "-0" : text(value);
    }

    /** `null` for an object without a prototype. */
    function classNameOf(object) {
      const prototype = getPrototypeOf(object);
      if (prototype === null) return null;
      const made = prototype.constructor;
      return typeof made === "function" && made.name !== "" ? made.name : "Object";
    }

    function functionName(value) {
      const source = Function.prototype.toString.call(value);
      if (/^class\b/.test(source)) {
        const parent = getPrototypeOf(value).name;
        return `[class ${value.name || "(anonymous)"}${parent ? ` extends ${parent}` : ""}]`;
      }
      return `[${tagOf(value)}${value.name ? `: ${value.name}` : " (anonymous)"}]`;
    }

    function errorName(error, isNested) {
      const name = text(error.name ?? "Error") + (error.message ? `: ${error.message}` : "");
      return isNested ? `[${name}]` : name;
    }

    /** `left` counts the characters that may still be written; `outer` are the objects around the value. */
    class ValueWriter {
      left = largestText;
      outer = [];
      references = new Map();

      constructor(depth) { this.depth = depth; }

      value(value) {
        const isObject = typeof value === "object" && value !== null || typeof value === "function";
        const written = isObject ? this.object(value) : primitive(value);
        // With a comma and a blank, or the braces and blanks of an object.
        this.left -= isObject ? 6 : written.length + 2;
        return written;
      }

      object(object) {
        if (this.outer.includes(object)) {
          if (!this.references.has(object)) this.references.set(object, this.references.size + 1);
          return `[Circular *${this.references.get(object)}]`;
        }
        const other = this.otherForm(object);
        if (other) return other.text ?? this.value(other.value);
        const { head, braces, items } = this.form(object);
        if (braces && this.outer.length > this.depth) return `[${isArray(object) ? "Array" : head || "Object"}]`;
        this.outer.push(object);
        const parts = [...items?.() ?? [], ...this.properties(object)];
        this.outer.pop();
        const [open, close] = braces ?? "{}";
        const between = parts.length > 0 ? `${open} ${parts.join(", ")} ${close}` : braces;
        const reference = this.references.has(object) ? `<ref *${this.references.get(object)}>` : undefined;
        return [reference, head, between].filter(Boolean).join(" ");
      }

      /** The form of an object without its properties: its own choice, or the JSON of an object of this library. */
      otherForm(object) {
        if (typeof object[inspection] === "function") {
          const shown = object[inspection](this.depth - this.outer.length, {}, inspectValue);
          if (shown !== object) return typeof shown === "string" ? { text: shown } : { value: shown };
        }
        const isNative = isBytes(object) || ["Date", "Error", "Function"].includes(tagOf(object));
        const hasJSON = !isNative && classNameOf(object) !== "Object" && typeof object.toJSON === "function";
        return hasJSON ? { value: parse(stringify(object)) } : undefined;
      }

      /** The text before the properties, their braces if it has them even when empty, and its items. */
      form(object) {
        const [name, tag] = [classNameOf(object), tagOf(object)];
        const counted = (count) => `${name ?? `[${tag}: null prototype]`}(${count})`;
        if (typeof object === "function") return { head: functionName(object) };
        const items = () => this.items(object);
        if (isArray(object)) return { head: name === "Array" ? "" : counted(object.length), braces: "[]", items };
        switch (tag) {
          case "Date": return { head: isNaN(object) ? "Invalid Date" : object.toISOString() };
          case "RegExp": return { head: RegExp.prototype.toString.call(object) };
          case "Error": return { head: errorName(object, this.outer.length > 0) };
          case "Number": case "String": case "Boolean": return { head: `[${tag}: ${primitive(object.valueOf())}]` };
          case "Arguments": return { head: "[Arguments]", braces: "[]", items };
          case "Map": return { head: counted(object.size), braces: "{}", items: () => this.entries(object) };
          case "Set": return { head: counted(object.size), braces: "{}", items: () => this.list(object, object.size) };
          case "WeakMap": case "WeakSet": return { head: tag, braces: "{}", items: () => ["<items unknown>"] };
          case "ArrayBuffer": return { head: tag, braces: "{}", items: () => this.contents(object) };
        }
        if (isBytes(object)) {
          if (name === "Buffer") return { head: `<Buffer${this.bytes(object)}>` };
          return { head: counted(object.length), braces: "[]", items };
        }
        const isTagged = tag !== "Object" && tag !== name;
        const head = name === null ? "[Object: null prototype]" : name === "Object" && !isTagged ? "" : name;
        return { head: isTagged ? `${head} [${tag}]` : head, braces: "{}" };
      }

      contents(buffer) {
        return [`[Uint8Contents]: <${this.bytes(new Uint8Array(buffer)).trim()}>`, `byteLength: ${buffer.byteLength}`];
      }

      /** Each after a blank. */
      bytes(bytes) {
        const shown = [...new Uint8Array(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 50))];
        const parts = shown.map((byte) => " " + byte.toString(16).padStart(2, "0"));
        const more = bytes.length - parts.length;
        return parts.join("") + (more > 0 ? ` ... ${more} more byte${more > 1 ? "s" : ""}` : "");
      }

      /** The items of an array and its holes. */
      items(array) {
        const parts = [];
        let index = 0;
        while (index < array.length && parts.length < mostItems && this.left > 0) {
          const start = index;
          if (array.length <= longestList) while (index < array.length && !(index in array)) index++;
          if (index > start) parts.push(`<${index - start} empty item${index - start > 1 ? "s" : ""}>`);
          else parts.push(this.value(array[index++]));
        }
        return this.withRest(parts, array.length - index);
      }

      list(values, count, write = (value) => this.value(value)) {
        const parts = [];
        for (const value of values) {
          if (parts.length >= mostItems || this.left <= 0) break;
          parts.push(write(value));
        }
        return this.withRest(parts, count - parts.length);
      }

      entries(map) {
        return this.list(map, map.size, ([key, value]) => `${this.value(key)} => ${this.value(value)}`);
      }

      withRest(parts, rest) {
        if (rest > 0) parts.push(`... ${rest} more item${rest > 1 ? "s" : ""}`);
        return parts;
      }

      properties(object) {
        const hasIndexes = isArray(object) || isBytes(object) || ["String", "Arguments"].includes(tagOf(object));
        if (hasIndexes && object.length > longestList) return [];
        const names = ownKeys(object).filter((name) => Object.prototype.propertyIsEnumerable.call(object, name)
          && !(hasIndexes && typeof name === "string" && /^(0|[1-9]\d*)$/.test(name)));
        const parts = [];
        for (const name of names) {
          if (this.left <= 0) break;
          const key = typeof name === "symbol" ? `[${text(name)}]` : /^[a-zA-Z_]\w*$/.test(name) ? name : quoted(name);
          this.left -= key.length + 2;
          parts.push(`${key}: ${this.value(object[name])}`);
        }
        return this.withRest(parts, names.length - parts.length);
      }
    }

    function inspectValue(value, options) {
      const depth = options?.depth === undefined ? deepest : options.depth ?? Infinity;
      try {
        return new ValueWriter(depth).value(value);
      } catch {
        // A getter or `toJSON` of the script failed.
        return "[a value without text]";
      }
    }

    const forms = {
      s: (value) => typeof value === "object" && value !== null ? inspectValue(value, { depth: 0 })
        : typeof value === "string" ? value : primitive(value),
      d: (value) => typeof value === "bigint" ? value + "n" : typeof value === "symbol" ? "NaN" : text(number(value)),
      i: (value) => text(parseInt(value, 10)), f: (value) => text(parseFloat(value)),
      j: (value) => text(stringify(value)), o: inspectValue, O: inspectValue, c: () => "",
    };

    /** The values as one text; `%s` and the like in the first one are replaced by the next ones. */
    function formatted(values) {
      let next = 0;
      let start = "";
      if (typeof values[0] === "string") {
        next = 1;
        start = values.length === 1 ? values[0] : values[0].replace(/%([sdifjoOc%])/g, (whole, form) => {
          if (form === "%") return "%";
          return next < values.length ? forms[form](values[next++]) : whole;
        });
      }
      const rest = values.slice(next).map((value) => typeof value === "string" ? value : inspectValue(value));
      return (next > 0 ? [start, ...rest] : rest).join(" ");
    }
    """#
}
