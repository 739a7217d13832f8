extension ScriptLibrary {
  /// `deepEqual`: equality of values by their content, as chai's `eql` judges it.
  static let equality = #"""
    const isReference = value => value !== null && typeof value === "object";

    // `open` holds the pairs that are being compared, one after the other. A pair within itself counts as equal.
    function deepEqual(left, right, open = []) {
      if (left === right) return left !== 0 || is(left, right);
      if (left !== left && right !== right) return true;
      if (!isReference(left) || !isReference(right)) return false;
      const type = typeName(left);
      if (type !== typeName(right)) return false;
      for (let index = 0; index < open.length; index += 2) {
        const first = open[index];
        const second = open[index + 1];
        if ((first === left && second === right) || (first === right && second === left)) return true;
      }
      open[open.length] = left;
      open[open.length] = right;
      const isEqual = equalByType(left, right, type, open);
      open.length -= 2;
      return isEqual;
    }

    function equalByType(left, right, type, open) {
      switch (type) {
        case "String": case "Number": case "Boolean": case "Date":
          return deepEqual(left.valueOf(), right.valueOf(), open);
        case "Promise": case "Symbol": case "WeakMap": case "WeakSet":
          return false;
        case "Error":
          return equalAtKeys(left, right, ["name", "message", "code"], open);
        case "Arguments": case "Array":
          return equalLists(left, right, open);
        case "RegExp":
          return left.toString() === right.toString();
        case "Generator":
          return equalLists([...left], [...right], open);
        case "DataView":
          return equalLists(bytesOf(left.buffer, left), bytesOf(right.buffer, right), open);
        case "ArrayBuffer":
          return equalLists(bytesOf(left), bytesOf(right), open);
        case "Set": case "Map":
          return left.size === right.size && equalLists(entriesOf(left), entriesOf(right), open);
        default:
          return ArrayBuffer.isView(left) ? equalLists(left, right, open) : equalObjects(left, right, open);
      }
    }

    const entriesOf = collection => sort(membersOf(collection, (value, key) => [key, value]));

    const bytesOf = (buffer, view) => new Uint8Array(buffer, view?.byteOffset, view?.byteLength);

    function equalLists(left, right, open) {
      if (left.length !== right.length) return false;
      for (let index = 0; index < left.length; index++) {
        if (!deepEqual(left[index], right[index], open)) return false;
      }
      return true;
    }

    const equalAtKeys = (left, right, keys, open) => every(keys, key => deepEqual(left[key], right[key], open));

    function enumerableSymbols(object) {
      const symbols = [];
      every(getOwnPropertySymbols(object), key => {
        if (isEnumerable(object, key)) symbols[symbols.length] = key;
        return true;
      });
      return symbols;
    }

    function joined(list, items) {
      every(items, item => { list[list.length] = item; return true; });
      return list;
    }

    // Inherited keys count as well.
    function keysToCompare(object) {
      const keys = [];
      for (const key in object) keys[keys.length] = key;
      return joined(keys, enumerableSymbols(object));
    }

    function haveSameNames(keys, others) {
      return every(keys, (key, index) => key === others[index] || itemIndex(others, key) >= 0);
    }

    const itemsOf = object => (typeof object[Symbol.iterator] === "function" ? [...object].sort() : []);

    function equalObjects(left, right, open) {
      const keys = keysToCompare(left);
      const others = keysToCompare(right);
      if (keys.length && keys.length === others.length) {
        return haveSameNames(keys, others) && equalAtKeys(left, right, keys, open);
      }
      const items = itemsOf(left);
      const otherItems = itemsOf(right);
      if (items.length && items.length === otherItems.length) return equalLists(items, otherItems, open);
      return !keys.length && !items.length && !others.length && !otherItems.length;
    }
    """#
}
