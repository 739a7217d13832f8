extension ScriptLibrary {
  /// timers of node: the global functions under the name of a module.
  static let timersModule = #"""
    const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis;
    return { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate };
    """#
}
