import Basics

extension JavaScriptCore {
  /// Says what to install.
  static func missing(_ failure: DynamicLibrary.Failure) -> String {
    switch failure {
    case .library:
      "scripts need JavaScriptCore: install libjavascriptcoregtk-4.1-0 (Debian, Ubuntu), javascriptcoregtk4.1 (Fedora) "
        + "or webkit2gtk-4.1 (Arch, Alpine)"
    case .function(let name, let library): "scripts need a newer JavaScriptCore: \(library) lacks \(name)"
    }
  }
}
