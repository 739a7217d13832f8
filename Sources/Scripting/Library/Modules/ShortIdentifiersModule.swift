extension ScriptLibrary {
  /// `nanoid`: short random identifiers.
  static let shortIdentifiersModule = #"""
    const urlAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    const customAlphabet = (alphabet, usual = 21) => (size = usual) => {
      // Bytes beyond the last multiple are dropped, so that every character is equally likely.
      const limit = 256 - 256 % alphabet.length;
      let text = "";
      while (text.length < size) {
        const [byte] = new Uint8Array(library.random(1));
        if (byte < limit) { text += alphabet[byte % alphabet.length]; }
      }
      return text;
    };
    return { nanoid: customAlphabet(urlAlphabet), customAlphabet, urlAlphabet };
    """#
}
