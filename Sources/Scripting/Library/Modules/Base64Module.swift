extension ScriptLibrary {
  /// `atob` and `btoa` of the HTML Standard.
  static let base64Module = #"""
    const { latin1Text, latin1Bytes, base64Text, base64Bytes } = library.module("bytes");
    function invalid(message) {
      const error = new Error(message);
      Object.defineProperty(error, "name", { value: "InvalidCharacterError", configurable: true });
      error.code = 5;
      return error;
    }
    function btoa(value) {
      const text = String(value);
      if (/[^\0-\xff]/.test(text)) { throw invalid("Invalid character"); }
      return base64Text(latin1Bytes(text));
    }
    function atob(value) {
      let text = String(value).replace(/[\t\n\f\r ]/g, "");
      if (text.length % 4 === 0) { text = text.replace(/==?$/, ""); }
      if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) {
        throw invalid("The string to be decoded is not correctly encoded.");
      }
      return latin1Text(base64Bytes(text));
    }
    return { atob, btoa };
    """#
}
