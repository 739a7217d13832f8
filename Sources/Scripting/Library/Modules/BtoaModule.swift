extension ScriptLibrary {
  /// `btoa` alone, as the package of that name exports it.
  static let btoaModule = #"""
    return library.module("base64").btoa;
    """#
}
