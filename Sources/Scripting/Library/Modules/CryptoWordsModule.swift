extension ScriptLibrary {
  /// CryptoJS: words, encodings and hashes.
  static let cryptoWordsModule = #"""
    const bytesModule = library.module("bytes");
    const { hashes, hmac, pbkdf2, joined } = library.module("hashes");

    function wordsOf(bytes) {
      const words = [];
      for (let at = 0; at < bytes.length; at++) { words[at >> 2] |= bytes[at] << 24 - 8 * (at & 3); }
      return words;
    }
    // `CryptoJS.lib.X.create(…)` and `extend` build on prototypes, as scripts expect.
    class Base {
      static create(...given) { return new this(...given); }
      static get extend() {
        return (overrides) => Object.assign(Object.create(this), overrides);
      }
    }
    class WordArray extends Base {
      constructor(words, sigBytes) {
        super();
        if (words instanceof ArrayBuffer || ArrayBuffer.isView(words)) {
          const bytes = bytesModule.bytesOf(words);
          [words, sigBytes] = [wordsOf(bytes), bytes.length];
        }
        this.words = words ?? [];
        this.sigBytes = sigBytes ?? this.words.length * 4;
      }
      static random(count) { return fromBytes(new Uint8Array(library.random(count))); }
      toString(encoder) { return (encoder ?? Hex).stringify(this); }
      concat(other) {
        const bytes = joined(toBytes(this), toBytes(other));
        this.words = wordsOf(bytes);
        this.sigBytes = bytes.length;
        return this;
      }
      clamp() {
        this.words = wordsOf(toBytes(this));
        return this;
      }
      clone() { return new WordArray([...this.words], this.sigBytes); }
    }
    const fromBytes = (bytes) => new WordArray(wordsOf(bytes), bytes.length);
    function toBytes(array) {
      return Uint8Array.from({ length: Math.max(0, array.sigBytes) }, (_, at) =>
        array.words[at >> 2] >>> 24 - 8 * (at & 3) & 255);
    }
    const encoder = (write, read) => ({
      stringify: (array) => write(toBytes(array)), parse: (text) => fromBytes(read(text)),
    });
    const swapped = (bytes) => bytes.slice().map((_, at, all) => all[at ^ 1] ?? 0);
    const Hex = encoder(bytesModule.hexText, (text) => Uint8Array.from({ length: text.length >> 1 }, (_, at) =>
      parseInt(text.slice(2 * at, 2 * at + 2), 16)));
    const utf16 = (bytes) => bytesModule.utf16Text(swapped(bytes));
    const enc = {
      Hex, Latin1: encoder(bytesModule.latin1Text, bytesModule.latin1Bytes),
      Utf8: encoder((bytes) => {
        try { return bytesModule.utf8Text(bytes, true); } catch { throw new Error("Malformed UTF-8 data"); }
      }, (text) => bytesModule.utf8Bytes(String(text))),
      Base64: encoder(bytesModule.base64Text, bytesModule.base64Bytes),
      Base64url: {
        stringify: (array, forURL = true) => bytesModule.base64Text(toBytes(array), forURL),
        parse: (text) => fromBytes(bytesModule.base64Bytes(text)),
      },
      Utf16: encoder(utf16, (text) => swapped(bytesModule.utf16Bytes(text))),
      Utf16LE: encoder(bytesModule.utf16Text, bytesModule.utf16Bytes),
    };
    enc.Utf16BE = enc.Utf16;
    const dataBytes = (value) => typeof value === "string" ? bytesModule.utf8Bytes(value)
      : value instanceof WordArray || value?.words ? toBytes(value) : bytesModule.bytesOf(value) ?? toBytes(value);

    // The class of `CryptoJS.algo`: update, finalize, reset.
    function hasherClass(hash) {
      return class Hasher extends Base {
        #parts = []; #digest;
        static hash = hash;
        constructor(key) {
          super();
          this.blockSize = hash.block / 4;
          this.#digest = key === undefined ? hash.digest : hmac(hash, dataBytes(key));
        }
        reset() { this.#parts = []; }
        update(value) {
          this.#parts.push(dataBytes(value));
          return this;
        }
        finalize(value) {
          if (value !== undefined) { this.update(value); }
          const result = fromBytes(this.#digest(joined(...this.#parts)));
          this.reset();
          return result;
        }
      };
    }
    const CryptoJS = { lib: { Base, WordArray }, enc, algo: {} };
    const named = {
      MD5: "md5", SHA1: "sha1", SHA224: "sha224", SHA256: "sha256", SHA384: "sha384", SHA512: "sha512",
      RIPEMD160: "ripemd160",
    };
    for (const [name, key] of Object.entries(named)) {
      CryptoJS.algo[name] = hasherClass(hashes[key]);
      CryptoJS[name] = (value) => fromBytes(hashes[key].digest(dataBytes(value)));
      CryptoJS["Hmac" + name] = (value, secret) => fromBytes(hmac(hashes[key], dataBytes(secret))(dataBytes(value)));
    }
    // CryptoJS calls SHA-3 what became Keccak: the padding is that of the submission.
    const keccakOf = (options) => hashes["keccak-" + (options?.outputLength ?? 512)];
    CryptoJS.SHA3 = (value, options) => fromBytes(keccakOf(options).digest(dataBytes(value)));
    CryptoJS.HmacSHA3 = (value, secret) => fromBytes(hmac(keccakOf(), dataBytes(secret))(dataBytes(value)));
    CryptoJS.algo.SHA3 = hasherClass(keccakOf());
    CryptoJS.algo.HMAC = { create: (hasher, key) => new (hasherClass(hasher.hash))(key) };

    CryptoJS.PBKDF2 = (password, salt, options = {}) => {
      const { keySize = 4, iterations = 1, hasher = CryptoJS.algo.SHA1 } = options;
      return fromBytes(pbkdf2(hasher.hash, dataBytes(password), dataBytes(salt), iterations, keySize * 4));
    };
    CryptoJS.EvpKDF = (password, salt, options = {}) => {
      const { keySize = 4, iterations = 1, hasher = CryptoJS.algo.MD5 } = options;
      const { digest } = hasher.hash;
      let block = new Uint8Array(0), key = new Uint8Array(0);
      while (key.length < keySize * 4) {
        block = digest(joined(block, dataBytes(password), dataBytes(salt)));
        for (let count = 1; count < iterations; count++) { block = digest(block); }
        key = joined(key, block);
      }
      return fromBytes(key.slice(0, keySize * 4));
    };
    for (const name of ["PBKDF2", "EvpKDF"]) {
      CryptoJS.algo[name] = {
        create: (options) => ({ compute: (password, salt) => CryptoJS[name](password, salt, options) }),
      };
    }
    """#
}
