extension ScriptLibrary {
  /// TextEncoder and TextDecoder of the Encoding Standard, for UTF-8, UTF-16LE and Latin-1.
  static let textEncodingModule = #"""
    const { utf8Bytes, utf8Text, utf16Text, latin1Text, bytesOf } = library.module("bytes");
    class TextEncoder {
      get encoding() { return "utf-8"; }
      encode(text = "") { return utf8Bytes(String(text)); }
      encodeInto(text, target) {
        let read = 0, written = 0;
        for (const character of String(text)) {
          const bytes = utf8Bytes(character);
          if (written + bytes.length > target.length) { break; }
          target.set(bytes, written);
          read += character.length;
          written += bytes.length;
        }
        return { read, written };
      }
    }
    const labels = {
      "utf-8": "utf-8", "utf8": "utf-8", "unicode-1-1-utf-8": "utf-8", "utf-16le": "utf-16le", "utf-16": "utf-16le",
      "latin1": "windows-1252", "iso-8859-1": "windows-1252", "ascii": "windows-1252", "us-ascii": "windows-1252",
      "windows-1252": "windows-1252",
    };
    class TextDecoder {
      #encoding; #fatal; #ignoreBOM;
      #kept = new Uint8Array(0);
      #started = false;
      constructor(label = "utf-8", { fatal = false, ignoreBOM = false } = {}) {
        this.#encoding = labels[String(label).trim().toLowerCase()];
        if (!this.#encoding) { throw new RangeError(`The "${label}" encoding is not supported`); }
        this.#fatal = Boolean(fatal);
        this.#ignoreBOM = Boolean(ignoreBOM);
      }
      get encoding() { return this.#encoding; }
      get fatal() { return this.#fatal; }
      get ignoreBOM() { return this.#ignoreBOM; }
      decode(input = new Uint8Array(0), { stream = false } = {}) {
        const added = bytesOf(input);
        if (typeof input === "string" || !added) {
          throw new TypeError('The "list" argument must be an instance of ArrayBuffer or ArrayBufferView.');
        }
        const bytes = new Uint8Array(this.#kept.length + added.length);
        bytes.set(this.#kept);
        bytes.set(added, this.#kept.length);
        const rest = { pending: 0 };
        let text;
        if (this.#encoding === "utf-8") {
          text = utf8Text(bytes, this.#fatal, stream ? rest : undefined);
        } else if (this.#encoding === "utf-16le") {
          if (stream) { rest.pending = bytes.length % 2; }
          text = utf16Text(bytes) + (!stream && bytes.length % 2 ? "\ufffd" : "");
        } else { text = latin1Text(bytes); }
        this.#kept = bytes.slice(bytes.length - rest.pending);
        if (!this.#started && !this.#ignoreBOM && text.charCodeAt(0) === 0xfeff) { text = text.slice(1); }
        this.#started = stream && (this.#started || text.length > 0);
        return text;
      }
    }
    return { TextEncoder, TextDecoder };
    """#
}
