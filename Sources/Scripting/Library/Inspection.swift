extension ScriptLibrary {
  /// Values as the messages of assertions show them, cut to the 40 characters of `chai.config.truncateThreshold`.
  static let inspection = #"""
    // Scripts may replace the methods of lists: what judges a test uses none of theirs.
    function every(list, test) {
      for (let index = 0; index < list.length; index++) if (!test(list[index], index)) return false;
      return true;
    }

    const some = (list, test) => !every(list, item => !test(item));

    // The items of a set or the values of a map; `form` makes them from value and key.
    function membersOf(collection, form = value => value) {
      const list = [];
      const each = typeName(collection) === "Map" ? eachOfMap : eachOfSet;
      each(collection, (value, key) => { list[list.length] = form(value, key); });
      return list;
    }

    const configuration = {
      includeStack: false,
      showDiff: true,
      truncateThreshold: 40,
      useProxy: true,
      proxyExcludedKeys: ["then", "catch", "inspect", "toJSON"],
    };

    const classOf = value => slice(objectText(value), 8, -1);

    // The type that assertions compare: `typeof` of a primitive, otherwise the name of the class.
    function typeName(value) {
      if (value === null) return "null";
      if (typeof value !== "object") return typeof value;
      if (value === globalThis) return "global";
      if (isArray(value) && !(Symbol.toStringTag in value)) return "Array";
      const tag = value[Symbol.toStringTag];
      return typeof tag === "string" ? tag : classOf(value);
    }

    const nameOfFunction = value => (typeof value === "function" ? value.name : null);

    function cut(text, length) {
      text = String(text);
      if (text.length <= Math.max(length, 1)) return text;
      return text.slice(0, Math.max(length - 1, 0)) + "…";
    }

    // `room.left` counts the characters that may still be written. An item of a list gets a copy of its own, but the
    // keys of properties are taken from the room of their list, which also shortens the property after them.
    function inspectList(list, room, inspectItem = inspectWithin) {
      const total = room.left;
      let output = "";
      let next = "";
      for (let index = 0; index < list.length; index++) {
        const following = list.length - index - 1;
        room.left = total - output.length - (following ? 2 : 0);
        const item = next || inspectItem(list[index], room) + (following ? ", " : "");
        const length = output.length + item.length;
        const mark = `…(${following + 1})`;
        const isTooLong = length + mark.length > total;
        if (following > 1 && isTooLong) return output + mark;
        if (!following && length > total && output.length + mark.length <= total) return output + mark;
        next = following ? inspectItem(list[index + 1], room) + (following > 1 ? ", " : "") : "";
        if (following === 1 && isTooLong && length + next.length > total) return output + mark;
        output += item;
        if (following > 1 && length + next.length >= total) return `${output}…(${following})`;
      }
      return output;
    }

    function quotedKey(key) {
      if (/^[a-zA-Z_][a-zA-Z_0-9]*$/.test(key)) return key;
      return JSON.stringify(key).replace(/'/g, "\\'").replace(/\\"/g, '"').replace(/^"|"$/g, "'");
    }

    function inspectProperty([key, value], room) {
      room.left -= 2;
      const shown = typeof key === "string" ? quotedKey(key) : `[${inspectWithin(key, room)}]`;
      room.left -= shown.length;
      return `${shown}: ${inspectWithin(value, room)}`;
    }

    const inspectProperties = (value, keys, room) =>
      inspectList(keys.map(key => [key, value[key]]), room, inspectProperty);

    function inspectEntry([key, value], room) {
      room.left -= 4;
      const shown = inspectWithin(key, room);
      room.left -= shown.length;
      return `${shown} => ${inspectWithin(value, room)}`;
    }

    function inspectObject(object, room) {
      const names = Object.getOwnPropertyNames(object);
      const symbols = Object.getOwnPropertySymbols(object);
      if (!names.length && !symbols.length) return "{}";
      room.left -= 4;
      if (room.outer.includes(object)) return "[Circular]";
      room.outer.push(object);
      const parts = [inspectProperties(object, names, room), inspectProperties(object, symbols, room)];
      room.outer.pop();
      return `{ ${parts.filter(Boolean).join(", ")} }`;
    }

    function inspectInstance(object, room) {
      const name = object[Symbol.toStringTag] || nameOfFunction(object.constructor) || "<Anonymous Class>";
      room.left -= name.length;
      return name + inspectObject(object, room);
    }

    // The list of `shown` items, and behind it the properties that are not items.
    function inspectWithProperties(list, shown, room) {
      const others = Object.keys(list).slice(list.length);
      room.left -= shown.length;
      return [shown, inspectProperties(list, others, room)].filter(Boolean).join(", ");
    }

    const isEmptyList = list => !list.length && !Object.keys(list).length;

    function inspectArray(array, room) {
      if (isEmptyList(array)) return "[]";
      room.left -= 4;
      return `[ ${inspectWithProperties(array, inspectList(array, room), room)} ]`;
    }

    function inspectTypedArray(array, room) {
      const name = array[Symbol.toStringTag];
      if (isEmptyList(array)) return `${name}[]`;
      room.left -= name.length + 4;
      let output = "";
      for (let index = 0; index < array.length; index++) {
        const item = cut(array[index], room.left) + (index < array.length - 1 ? ", " : "");
        room.left -= item.length;
        // Chai takes the item for its index here.
        if (array[index] !== array.length && room.left <= 3) {
          output += `…(${array.length - Number(array[index]) + 1})`;
          break;
        }
        output += item;
      }
      return `${name}[ ${inspectWithProperties(array, output, room)} ]`;
    }

    function inspectNumber(number, room) {
      if (number === 0) return Object.is(number, 0) ? "+0" : "-0";
      return Number.isFinite(number) ? cut(number, room.left) : String(number);
    }

    // Made at its first use: most strings have no such character.
    let unprintable;
    const makeUnprintable = () => new RegExp(
      "['\\0-\\x1f\\x7f-\\x9f\\xad\\u0600-\\u0604\\u070f\\u17b4\\u17b5\\u200c-\\u200f\\u2028-\\u202f\\u2060-\\u206f"
        + "\\ufeff\\ufff0-\\uffff]", "g");
    const escapes = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", "'": "\\'"};

    function inspectString(string, room) {
      const plain = String(string);
      if (exec(/^[ -&(-~]*$/, plain)) return `'${cut(plain, room.left - 2)}'`;
      const code = character => "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0");
      const escaped = plain.replace(
        unprintable ??= makeUnprintable(), character => escapes[character] ?? code(character));
      return `'${cut(escaped, room.left - 2)}'`;
    }

    function inspectFunction(value, room) {
      const name = nameOfFunction(value);
      return name ? `[Function ${cut(name, room.left - 11)}]` : "[Function]";
    }

    function inspectDate(date, room) {
      const [day, time] = date.toJSON()?.split("T") ?? [];
      return day ? `${day}T${cut(time, room.left - day.length - 1)}` : "Invalid Date";
    }

    function inspectPattern(pattern, room) {
      // The part behind the second slash, also where the pattern itself has one.
      const flags = pattern.toString().split("/")[2];
      return `/${cut(pattern.source, room.left - 2 - flags.length)}/${flags}`;
    }

    const ownNamesOfErrors = [
      "stack", "line", "column", "name", "message", "fileName", "lineNumber", "columnNumber", "number", "description",
      "sourceURL",
    ];

    function inspectError(error, room) {
      const keys = Object.getOwnPropertyNames(error).filter(key => !ownNamesOfErrors.includes(key));
      room.left -= error.name.length;
      let message = "";
      if (typeof error.message === "string") message = cut(error.message, room.left);
      else keys.unshift("message");
      if (message) message = ": " + message;
      room.left -= message.length + 5;
      const properties = inspectProperties(error, keys, room);
      return error.name + message + (properties ? ` { ${properties} }` : "");
    }

    function inspectCollection(name, items, room, inspectItem) {
      room.left -= 7;
      return `${name}{ ${inspectList(items, room, inspectItem)} }`;
    }

    function inspectArguments(list, room) {
      room.left -= 13;
      return list.length ? `Arguments[ ${inspectList(list, room)} ]` : "Arguments[]";
    }

    const inspectors = {
      undefined: String, null: String, boolean: String, Boolean: value => String(value.valueOf()),
      number: inspectNumber, Number: (value, room) => inspectNumber(value.valueOf(), room),
      bigint: (value, room) => cut(value, room.left - 1) + "n",
      string: inspectString, String: inspectString, function: inspectFunction,
      symbol: value => value.toString(), Symbol: value => value.toString(),
      Array: inspectArray, Date: inspectDate, RegExp: inspectPattern, Error: inspectError, Arguments: inspectArguments,
      // Chai shows a map of one entry as an empty one.
      Map: (map, room) => (map.size < 2 ? "Map{}" : inspectCollection("Map", [...map], room, inspectEntry)),
      Set: (set, room) => (set.size ? inspectCollection("Set", [...set], room) : "Set{}"),
      Promise: () => "Promise{…}", WeakSet: () => "WeakSet{…}", WeakMap: () => "WeakMap{…}",
      Generator: () => "", DataView: () => "", ArrayBuffer: () => "",
    };
    for (const name of ["Int8", "Uint8", "Uint8Clamped", "Int16", "Uint16", "Int32", "Uint32", "Float32", "Float64"]) {
      inspectors[`${name}Array`] = inspectTypedArray;
    }
    Object.setPrototypeOf(inspectors, null);

    function inspectWithin(value, {left, outer}) {
      const room = {left, outer};
      const type = value === null ? "null" : typeof value;
      const inspector = inspectors[type === "object" ? classOf(value) : type];
      if (inspector) return inspector(value, room);
      const own = value[Symbol.for("chai/inspect")] ?? value.inspect;
      if (typeof own === "function") {
        const output = apply(own, value, [room]);
        if (output) return typeof output === "string" ? output : inspectWithin(output, room);
      }
      const prototype = Object.getPrototypeOf(value);
      const isPlain = prototype === Object.prototype || prototype === null || value.constructor === Object;
      return !isPlain && "constructor" in value ? inspectInstance(value, room) : inspectObject(value, room);
    }

    function inspect(value) {
      return inspectWithin(value, {left: configuration.truncateThreshold || Infinity, outer: []});
    }

    // A value within a sentence: a long array or object is named by its length or its first keys.
    function display(value) {
      const text = inspect(value);
      if (!configuration.truncateThreshold || text.length < configuration.truncateThreshold) return text;
      switch (classOf(value)) {
        case "Function": return value.name ? `[Function: ${value.name}]` : "[Function]";
        case "Array": return `[ Array(${value.length}) ]`;
        case "Object": {
          const keys = Object.keys(value);
          return `{ Object (${keys.slice(0, 2).join(", ")}${keys.length > 2 ? ", ..." : ""}) }`;
        }
        default: return text;
      }
    }
    """#
}
