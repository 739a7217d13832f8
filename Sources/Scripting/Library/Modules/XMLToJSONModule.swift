extension ScriptLibrary {
  /// `xml2Json` of Postman: the object of an XML text, or `{}` where the text is not XML.
  static let xmlToJSONModule = #"""
    const { Parser } = library.module("xml2js");
    return (text) => {
      let object = {};
      new Parser({ explicitArray: false, trim: true }).parseString(text, (error, result) => {
        if (!error) { object = result; }
      });
      return object;
    };
    """#
}
