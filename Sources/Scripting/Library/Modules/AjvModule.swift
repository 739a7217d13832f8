extension ScriptLibrary {
  /// The class `Ajv` alone, as the package `ajv` exports it.
  static let ajvModule = #"""
    return library.module("schema").Ajv;
    """#
}
