extension ScriptLibrary {
  /// string_decoder of node: texts from bytes that arrive in parts.
  static let stringDecodingModule = #"""
    const { Buffer } = library.module("buffer");
    const { TextDecoder } = library.module("encoding");
    class StringDecoder {
      #decoder = null;
      constructor(encoding = "utf8") {
        this.encoding = encoding;
        if (/^utf-?8$/i.test(encoding)) { this.#decoder = new TextDecoder("utf-8", { ignoreBOM: true }); }
      }
      write(bytes) {
        return this.#decoder ? this.#decoder.decode(bytes, { stream: true })
          : Buffer.from(bytes).toString(this.encoding);
      }
      end(bytes) { return (bytes ? this.write(bytes) : "") + (this.#decoder?.decode() ?? ""); }
    }
    return { StringDecoder };
    """#
}
