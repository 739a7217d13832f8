extension ScriptLibrary {
  /// crypto of node: hashes, HMAC, PBKDF2, random values; and `webcrypto` with digest.
  static let nodeCryptoModule = #"""
    const { Buffer } = library.module("buffer");
    const { bytesOf } = library.module("bytes");
    const { hashes, hmac, pbkdf2, joined } = library.module("hashes");
    const uuid = library.module("uuid");

    function coded(Kind, code, message) {
      const error = new Kind(message);
      error.code = code;
      return error;
    }
    const names = Object.keys(hashes).filter((name) => !/keccak/.test(name));
    function named(name) {
      const plain = String(name).toLowerCase().replace(/^rsa-/, "");
      const found = names.includes(plain) ? plain : plain.replace("sha-", "sha");
      return names.includes(found) ? hashes[found] : undefined;
    }
    function dataOf(value, encoding) {
      const bytes = typeof value === "string" ? Buffer.from(value, encoding) : bytesOf(value);
      if (!bytes) {
        throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "data" argument must be of type string or an instance of '
          + `Buffer, TypedArray, or DataView. Received ${value === null ? "null" : typeof value}`);
      }
      return bytes;
    }
    const shown = (bytes, encoding) => {
      const buffer = Buffer.from(bytes);
      return encoding === undefined || encoding === "buffer" ? buffer : buffer.toString(encoding);
    };

    class Digest {
      #parts = []; #digest; #ended = false;
      constructor(digest) { this.#digest = digest; }
      update(value, encoding) {
        if (this.#ended) { throw coded(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called"); }
        this.#parts.push(new Uint8Array(dataOf(value, encoding)));
        return this;
      }
      digest(encoding) {
        if (this.#ended) { throw coded(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called"); }
        this.#ended = true;
        return shown(this.#digest(joined(...this.#parts)), encoding);
      }
      copy() {
        const copy = new this.constructor(this.#digest);
        copy.update(joined(...this.#parts));
        return copy;
      }
    }
    class Hash extends Digest {}
    class Hmac extends Digest {}
    function createHash(name) {
      const hash = named(name);
      if (!hash) { throw new Error("Digest method not supported"); }
      return new Hash(hash.digest);
    }
    function createHmac(name, key) {
      const hash = named(name);
      if (!hash) { throw coded(Error, "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${name}`); }
      return new Hmac(hmac(hash, new Uint8Array(dataOf(key))));
    }

    const random = (count) => Buffer.from(new Uint8Array(library.random(count)));
    function randomBytes(size, done) {
      if (typeof size !== "number" || !(size >= 0 && size <= 2147483647)) {
        throw coded(typeof size === "number" ? RangeError : TypeError, "ERR_OUT_OF_RANGE",
          `The value of "size" is out of range. It must be >= 0 && <= 2147483647. Received ${size}`);
      }
      if (!done) { return random(size); }
      Promise.resolve().then(() => done(null, random(size)));
      return undefined;
    }
    function randomInt(low, high, done) {
      if (high === undefined || typeof high === "function") { [low, high, done] = [0, low, high]; }
      if (!(high > low)) {
        throw coded(RangeError, "ERR_OUT_OF_RANGE",
          `The value of "max" is out of range. It must be greater than the value of "min" (${low}). Received ${high}`);
      }
      const value = low + Math.floor(random(6).readUIntBE(0, 6) / 2 ** 48 * (high - low));
      if (!done) { return value; }
      Promise.resolve().then(() => done(null, value));
      return undefined;
    }
    function getRandomValues(array) {
      if (!ArrayBuffer.isView(array) || array instanceof Float32Array || array instanceof Float64Array) {
        throw new TypeError("The data argument must be an integer-type TypedArray");
      }
      bytesOf(array).set(random(array.byteLength));
      return array;
    }
    function timingSafeEqual(left, right) {
      if (left.byteLength !== right.byteLength) {
        throw coded(RangeError, "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", "Input buffers must have the same byte length");
      }
      return Buffer.compare(bytesOf(left), bytesOf(right)) === 0;
    }
    function pbkdf2Sync(password, salt, iterations, length, name) {
      const hash = named(name);
      if (!hash) { throw coded(TypeError, "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${name}`); }
      return Buffer.from(pbkdf2(hash, dataOf(password), dataOf(salt), iterations, length));
    }
    const randomUUID = () => uuid.v4();
    const subtle = {
      async digest(algorithm, data) {
        const hash = named(algorithm?.name ?? algorithm);
        if (!hash) { throw new Error("Unrecognized algorithm name"); }
        return hash.digest(bytesOf(data)).slice().buffer;
      },
    };
    return {
      createHash, createHmac, randomBytes, pseudoRandomBytes: randomBytes, randomInt, randomUUID, getRandomValues,
      timingSafeEqual, pbkdf2Sync, getHashes: () => [...names], webcrypto: { getRandomValues, randomUUID, subtle },
      pbkdf2(password, salt, iterations, length, name, done) {
        const key = pbkdf2Sync(password, salt, iterations, length, name);
        Promise.resolve().then(() => done(null, key));
      },
      hash: (name, data, encoding = "hex") => createHash(name).update(data).digest(encoding), Hash, Hmac, subtle,
    };
    """#
}
