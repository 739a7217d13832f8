extension ScriptLibrary {
  /// `deepEqual`: equality of values by their content, as chai's `eql` judges it.
  static let equality = #"""
    const isReference = value => value !== null && typeof value === "object";

    // `open` holds the pairs that are being compared, one after the other. A pair within itself counts as equal.
    function deepEqual(left, right, open = []) {
      if (left === right) return left !== 0 || Object.is(left, right);
      if (left !== left && right !== right) return true;
      if (!isReference(left) || !isReference(right)) return false;
      const type = typeName(left);
      if (type !== typeName(right)) return false;
      for (let index = 0; index < open.length; index += 2) {
        const [first, second] = [open[index], open[index + 1]];
        if ((first === left && second === right) || (first === right && second === left)) return true;
      }
      open.push(left, right);
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
          return left.size === right.size && equalLists([...left.entries()].sort(), [...right.entries()].sort(), open);
        default:
          return ArrayBuffer.isView(left) ? equalLists(left, right, open) : equalObjects(left, right, open);
      }
    }

    const bytesOf = (buffer, view) => new Uint8Array(buffer, view?.byteOffset, view?.byteLength);

    function equalLists(left, right, open) {
      if (left.length !== right.length) return false;
      for (let index = 0; index < left.length; index++) {
        if (!deepEqual(left[index], right[index], open)) return false;
      }
      return true;
    }

    const equalAtKeys = (left, right, keys, open) => keys.every(key => deepEqual(left[key], right[key], open));

    function enumerableSymbols(object) {
      return Object.getOwnPropertySymbols(object).filter(
        key => Object.prototype.propertyIsEnumerable.call(object, key));
    }

    // Inherited keys count as well.
    function keysToCompare(object) {
      const keys = [];
      for (const key in object) keys.push(key);
      return keys.concat(enumerableSymbols(object));
    }

    function haveSameNames(keys, others) {
      if (keys.every((key, index) => key === others[index])) return true;
      const [names, otherNames] = [keys, others].map(list => list.map(String).sort());
      return names.every((name, index) => name === otherNames[index]);
    }

    const itemsOf = object => (typeof object[Symbol.iterator] === "function" ? [...object].sort() : []);

    function equalObjects(left, right, open) {
      const keys = keysToCompare(left);
      const others = keysToCompare(right);
      if (keys.length && keys.length === others.length) {
        return haveSameNames(keys, others) && equalAtKeys(left, right, keys, open);
      }
      const [items, otherItems] = [itemsOf(left), itemsOf(right)];
      if (items.length && items.length === otherItems.length) return equalLists(items, otherItems, open);
      return !keys.length && !items.length && !others.length && !otherItems.length;
    }
    """#
}
