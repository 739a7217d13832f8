extension ScriptLibrary {
  /// `atob` alone, as the package of that name exports it.
  static let atobModule = #"""
    return library.module("base64").atob;
    """#
}
