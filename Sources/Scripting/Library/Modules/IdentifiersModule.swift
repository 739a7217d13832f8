extension ScriptLibrary {
  /// UUIDs of versions 1, 3, 4 and 5 (RFC 9562) with the names of the `uuid` package.
  static let identifiersModule = #"""
    const { hexText, hexBytes, utf8Bytes } = library.module("bytes");
    const { hashes, joined } = library.module("hashes");
    const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
    const nil = "00000000-0000-0000-0000-000000000000";
    const validate = (text) => typeof text === "string" && (pattern.test(text) || text === nil);
    function stringify(bytes, offset = 0) {
      const text = hexText(Uint8Array.from({ length: 16 }, (_, at) => bytes[offset + at]))
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
      if (!validate(text)) { throw new TypeError("Stringified UUID is invalid"); }
      return text;
    }
    function parse(text) {
      if (!validate(text)) { throw new TypeError("Invalid UUID"); }
      return hexBytes(text.replace(/-/g, ""));
    }
    function marked(bytes, version) {
      bytes[6] = bytes[6] & 0x0f | version << 4;
      bytes[8] = bytes[8] & 0x3f | 0x80;
      return bytes;
    }
    function result(bytes, buffer, offset = 0) {
      if (!buffer) { return stringify(bytes); }
      for (let at = 0; at < 16; at++) { buffer[offset + at] = bytes[at]; }
      return buffer;
    }
    const randomBytes = (count) => new Uint8Array(library.random(count)).slice();

    function v4(options, buffer, offset) {
      const given = options?.random ?? options?.rng?.();
      return result(marked(Uint8Array.from(given ?? randomBytes(16)).slice(0, 16), 4), buffer, offset);
    }
    let node, clockSequence, lastTime = 0, ticks = 0;
    function v1(options = {}, buffer, offset) {
      if (!node) {
        node = randomBytes(6);
        node[0] |= 1;
        const [high, low] = randomBytes(2);
        clockSequence = (high << 8 | low) & 0x3fff;
      }
      const time = Math.floor(options?.msecs ?? library.now());
      ticks = options?.nsecs ?? (time === lastTime ? ticks + 1 : 0);
      lastTime = time;
      const sequence = options?.clockseq ?? clockSequence;
      const stamp = (BigInt(time) + 12219292800000n) * 10000n + BigInt(ticks);
      const bytes = new Uint8Array(16);
      const view = new DataView(bytes.buffer);
      view.setUint32(0, Number(stamp & 0xffffffffn));
      view.setUint16(4, Number(stamp >> 32n & 0xffffn));
      view.setUint16(6, Number(stamp >> 48n));
      view.setUint16(8, sequence);
      bytes.set(options?.node ?? node, 10);
      return result(marked(bytes, 1), buffer, offset);
    }
    function named(version, digest) {
      function make(value, namespace, buffer, offset) {
        const space = typeof namespace === "string" ? parse(namespace) : namespace;
        if (space?.length !== 16) {
          throw new TypeError("Namespace must be array-like (16 iterable integer values, 0-255)");
        }
        const bytes = digest(joined(space, typeof value === "string" ? utf8Bytes(value) : value));
        return result(marked(bytes.slice(0, 16), version), buffer, offset);
      }
      make.DNS = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
      make.URL = "6ba7b811-9dad-11d1-80b4-00c04fd430c8";
      return make;
    }
    function version(text) {
      if (!validate(text)) { throw new TypeError("Invalid UUID"); }
      return parseInt(text[14], 16);
    }
    // Versions before 7 of the package exported v4 itself.
    const uuid = (...given) => v4(...given);
    return Object.assign(uuid, {
      v1, v3: named(3, hashes.md5.digest), v4, v5: named(5, hashes.sha1.digest), validate, version, parse, stringify,
      NIL: nil,
    });
    """#
}
