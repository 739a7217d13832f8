extension ScriptLibrary {
  static let ajvModule = #"""
    return library.module("schema").Ajv;
    """#
}
