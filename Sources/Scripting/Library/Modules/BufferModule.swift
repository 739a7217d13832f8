extension ScriptLibrary {
  /// Buffer of node, on Uint8Array.
  static let bufferModule = #"""
    const bytes = library.module("bytes");
    const encodings = {
      "utf8": [bytes.utf8Bytes, bytes.utf8Text], "hex": [bytes.hexBytes, bytes.hexText],
      "latin1": [bytes.latin1Bytes, bytes.latin1Text], "ascii": [bytes.latin1Bytes, bytes.asciiText],
      "utf16le": [bytes.utf16Bytes, bytes.utf16Text], "base64": [bytes.base64Bytes, bytes.base64Text],
      "base64url": [bytes.base64Bytes, (view) => bytes.base64Text(view, true)],
    };
    const aliases = { "utf-8": "utf8", "binary": "latin1", "ucs2": "utf16le", "ucs-2": "utf16le",
      "utf-16le": "utf16le" };
    function failure(Kind, code, message) {
      const error = new Kind(message);
      error.code = code;
      return error;
    }
    function codec(encoding) {
      if (encoding === undefined || encoding === null || encoding === "") { return encodings.utf8; }
      const name = String(encoding).toLowerCase();
      const found = encodings[aliases[name] ?? name];
      if (!found) { throw failure(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`); }
      return found;
    }
    const encoded = (text, encoding) => codec(encoding)[0](text);

    class BufferView extends Uint8Array {}
    // Called with and without `new`, and by Uint8Array's own methods as the species.
    function Buffer(value, second, third) {
      return typeof value === "number" ? Buffer.alloc(value) : Buffer.from(value, second, third);
    }
    Object.setPrototypeOf(Buffer, Uint8Array);
    Buffer.prototype = BufferView.prototype;
    Buffer.prototype.constructor = Buffer;
    Object.defineProperty(Buffer.prototype, "constructor", { enumerable: false });

    const owned = (view) => new BufferView(view.buffer, view.byteOffset, view.length);
    function numberOf(value, fallback) {
      const number = Math.trunc(value === undefined ? fallback : Number(value));
      return Number.isNaN(number) ? 0 : number;
    }
    function bounds(start, end, length) {
      const from = Math.max(0, numberOf(start, 0));
      return [from, Math.min(length, Math.max(from, numberOf(end, length)))];
    }
    function kindOf(value) {
      if (value === null || value === undefined) { return `${value}`; }
      if (typeof value === "function") { return `function ${value.name}`; }
      if (typeof value === "object") { return value.constructor?.name ? `an instance of ${value.constructor.name}`
        : "object"; }
      return `type ${typeof value} (${String(value)})`;
    }

    Object.assign(Buffer, {
      poolSize: 8192,
      from(value, second, third) {
        if (typeof value === "string") { return owned(encoded(value, second)); }
        if (value instanceof ArrayBuffer) { return new BufferView(value, second, third); }
        if (value !== null && typeof value === "object") {
          const plain = value.valueOf?.();
          if (plain !== value && plain !== null && plain !== undefined && typeof plain !== "function") {
            return Buffer.from(plain, second, third);
          }
          const list = value.type === "Buffer" && Array.isArray(value.data) ? value.data : value;
          if (list instanceof Uint8Array) { return new BufferView(list); }
          if (typeof list.length === "number" || list.buffer instanceof ArrayBuffer) {
            return BufferView.from({ length: list.length || 0 }, (_, at) => list[at]);
          }
          const text = value[Symbol.toPrimitive]?.("string");
          if (typeof text === "string") { return Buffer.from(text, second); }
        }
        throw failure(TypeError, "ERR_INVALID_ARG_TYPE", "The first argument must be of type string or an instance of "
          + `Buffer, ArrayBuffer, or Array or an Array-like Object. Received ${kindOf(value)}`);
      },
      alloc(size, fill, encoding) {
        if (typeof size !== "number") {
          throw failure(TypeError, "ERR_INVALID_ARG_TYPE",
            `The "size" argument must be of type number. Received ${kindOf(size)}`);
        }
        if (!(size >= 0 && size <= 4294967296)) {
          throw failure(RangeError, "ERR_OUT_OF_RANGE",
            `The value of "size" is out of range. It must be >= 0 && <= 4294967296. Received ${size}`);
        }
        const buffer = new BufferView(size);
        return fill === undefined || fill === 0 || size === 0 ? buffer : buffer.fill(fill, encoding);
      },
      allocUnsafe: (size) => Buffer.alloc(size),
      allocUnsafeSlow: (size) => Buffer.alloc(size),
      isBuffer: (value) => value instanceof BufferView,
      isEncoding: (name) => typeof name === "string" && (aliases[name.toLowerCase()]
        ?? name.toLowerCase()) in encodings,
      byteLength: (value, encoding) =>
        typeof value === "string" ? encoded(value, encoding).length : value.byteLength,
      compare(left, right) {
        const length = Math.min(left.length, right.length);
        for (let at = 0; at < length; at++) {
          if (left[at] !== right[at]) { return left[at] < right[at] ? -1 : 1; }
        }
        return Math.sign(left.length - right.length);
      },
      concat(list, total = list.reduce((sum, each) => sum + each.length, 0)) {
        const buffer = Buffer.alloc(total);
        let at = 0;
        for (const each of list) {
          buffer.set(each.subarray(0, Math.max(0, total - at)), at);
          at = Math.min(total, at + each.length);
        }
        return buffer;
      },
    });

    function find(buffer, value, start, encoding, forward) {
      if (typeof start === "string") { [start, encoding] = [undefined, start]; }
      const searched = typeof value === "number" ? [value & 255]
        : typeof value === "string" ? encoded(value, encoding) : value;
      const last = buffer.length - searched.length;
      let at = start === undefined || Number.isNaN(Number(start)) ? (forward ? 0 : last) : Math.trunc(Number(start));
      if (at < 0) { at += buffer.length; }
      if (at < 0) { if (!forward) { return -1; } at = 0; }
      if (forward && searched.length === 0) { return Math.min(at, buffer.length); }
      if (!forward && at > last) { at = last; }
      for (; at >= 0 && at <= last; at += forward ? 1 : -1) {
        let matched = 0;
        while (matched < searched.length && buffer[at + matched] === searched[matched]) { matched++; }
        if (matched === searched.length) { return at; }
      }
      return -1;
    }

    const methods = {
      toString(encoding, start, end) {
        const [from, to] = bounds(start, end, this.length);
        return codec(encoding)[1](this.subarray(from, to));
      },
      toLocaleString(encoding, start, end) { return this.toString(encoding, start, end); },
      toJSON() { return { type: "Buffer", data: Array.from(this) }; },
      equals(other) {
        if (!(other instanceof Uint8Array)) {
          throw failure(TypeError, "ERR_INVALID_ARG_TYPE",
            `The "otherBuffer" argument must be an instance of Buffer or Uint8Array. Received ${kindOf(other)}`);
        }
        return Buffer.compare(this, other) === 0;
      },
      compare(other, start, end, from, to) {
        return Buffer.compare(this.subarray(from ?? 0, to ?? this.length),
          other.subarray(start ?? 0, end ?? other.length));
      },
      write(text, offset, length, encoding) {
        if (typeof offset === "string") { [offset, encoding] = [0, offset]; }
        if (typeof length === "string") { [length, encoding] = [undefined, length]; }
        const start = numberOf(offset, 0);
        const room = Math.max(0, Math.min(numberOf(length, this.length - start), this.length - start));
        let written = encoded(text, encoding).subarray(0, room);
        if (codec(encoding) === encodings.utf8 && written.length === room) {
          const rest = { pending: 0 };
          bytes.utf8Text(written, false, rest);
          written = written.subarray(0, room - rest.pending);
        }
        this.set(written, start);
        return written.length;
      },
      fill(value, start, end, encoding) {
        if (typeof start === "string") { [start, encoding] = [undefined, start]; }
        if (typeof end === "string") { [end, encoding] = [undefined, end]; }
        const [from, to] = bounds(start, end, this.length);
        const filling = typeof value === "string" ? encoded(value, encoding)
          : typeof value === "object" ? value : [Number(value) & 255];
        for (let at = from; at < to; at++) { this[at] = filling.length ? filling[(at - from) % filling.length] : 0; }
        return this;
      },
      copy(target, targetStart = 0, start = 0, end = this.length) {
        const copied = this.subarray(start, Math.min(end, start + Math.max(0, target.length - targetStart)));
        target.set(copied, targetStart);
        return copied.length;
      },
      slice(start, end) { return this.subarray(start, end); },
      includes(value, start, encoding) { return find(this, value, start, encoding, true) >= 0; },
      indexOf(value, start, encoding) { return find(this, value, start, encoding, true); },
      lastIndexOf(value, start, encoding) { return find(this, value, start, encoding, false); },
    };
    function swapping(size) {
      return function () {
        if (this.length % size !== 0) {
          throw failure(RangeError, "ERR_INVALID_BUFFER_SIZE", `Buffer size must be a multiple of ${8 * size}-bits`);
        }
        for (let at = 0; at < this.length; at += size) { this.subarray(at, at + size).reverse(); }
        return this;
      };
    }
    Object.assign(methods, { swap16: swapping(2), swap32: swapping(4), swap64: swapping(8) });

    // readInt16LE, writeDoubleBE, … through a DataView.
    const view = (buffer) => new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
    function checked(buffer, offset, size) {
      if (!Number.isInteger(offset) || offset < 0 || offset + size > buffer.length) {
        throw failure(RangeError, "ERR_OUT_OF_RANGE", 'The value of "offset" is out of range. It must be '
          + `>= 0 and <= ${buffer.length - size}. Received ${offset}`);
      }
    }
    const numbers = {
      Int8: 1, Uint8: 1, Int16: 2, Uint16: 2, Int32: 4, Uint32: 4, Float32: 4, Float64: 8, BigInt64: 8, BigUint64: 8,
    };
    const ranges = { Int8: 8, Uint8: 8, Int16: 16, Uint16: 16, Int32: 32, Uint32: 32 };
    for (const [kind, size] of Object.entries(numbers)) {
      const words = { Float32: "Float", Float64: "Double", BigUint64: "BigUInt64" };
      const word = words[kind] ?? kind.replace("Uint", "UInt");
      for (const order of size === 1 ? [""] : ["LE", "BE"]) {
        const read = function (offset = 0) {
          checked(this, offset, size);
          return view(this)["get" + kind](offset, order === "LE");
        };
        const write = function (value, offset = 0) {
          const low = kind.startsWith("Int") ? -(2 ** (ranges[kind] - 1)) : 0;
          if (ranges[kind] && (value < low || value >= low + 2 ** ranges[kind])) {
            throw failure(RangeError, "ERR_OUT_OF_RANGE", `The value of "value" is out of range. Received ${value}`);
          }
          checked(this, offset, size);
          view(this)["set" + kind](offset, value, order === "LE");
          return offset + size;
        };
        methods["read" + word + order] = read;
        methods["write" + word + order] = write;
        methods["read" + word.replace("UInt", "Uint") + order] = read;
        methods["write" + word.replace("UInt", "Uint") + order] = write;
      }
    }
    for (const big of [false, true]) {
      const order = big ? "BE" : "LE";
      const place = (at, size) => 2 ** (8 * (big ? size - 1 - at : at));
      methods["readUInt" + order] = methods["readUint" + order] = function (offset, size) {
        checked(this, offset, size);
        let sum = 0;
        for (let at = 0; at < size; at++) { sum += this[offset + at] * place(at, size); }
        return sum;
      };
      methods["readInt" + order] = function (offset, size) {
        const value = this["readUInt" + order](offset, size);
        return value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value;
      };
      methods["writeUInt" + order] = methods["writeUint" + order] = methods["writeInt" + order]
        = function (value, offset, size) {
          checked(this, offset, size);
          for (let at = 0; at < size; at++) { this[offset + at] = Math.floor(value / place(at, size)) & 255; }
          return offset + size;
        };
    }
    for (const [name, method] of Object.entries(methods)) {
      Object.defineProperty(Buffer.prototype, name, { value: method, writable: true, configurable: true });
    }
    Object.defineProperty(Buffer.prototype, "parent", { get() { return this.buffer; }, configurable: true });
    const { atob, btoa } = library.module("base64");
    return { Buffer, SlowBuffer: Buffer, kMaxLength: 4294967296, constants: { MAX_LENGTH: 4294967296 }, atob, btoa };
    """#
}
