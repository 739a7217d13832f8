extension ScriptLibrary {
  /// The global functions under the name of a module.
  static let timersModule = #"""
    return { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate };
    """#
}
