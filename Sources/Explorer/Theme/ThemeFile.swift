package import Workspaces

/// One file of the folder `themes` beside the settings, as it was read.
package struct ThemeFile: Hashable, Sendable {
  /// The name of the file without `.yml`.
  package let name: String
  package let content: Result<OwnTheme, YAMLError>

  package init(name: String, content: Result<OwnTheme, YAMLError>) {
    self.name = name
    self.content = content
  }

  /// - Parameter bytes: the content of the file.
  package init(name: String, _ bytes: [UInt8]) {
    self.name = name
    guard !Self.isReserved(name) else {
      content = .failure(YAMLError(line: 1, column: 1, "this is the name of a built-in theme: rename the file"))
      return
    }
    content = Result { () throws(YAMLError) in try OwnTheme(name: name, bytes) }
  }

  /// Whether a name belongs to a built-in theme.
  package static func isReserved(_ name: String) -> Bool {
    name == "auto" || Theme.Name.allCases.contains { [$0.rawValue, $0.word].contains(name) }
  }

  /// `nil` if the file is broken.
  package var theme: OwnTheme? {
    // The caller asks for `fault` where it tells why.
    try? content.get()
  }

  /// What is wrong, with its place: `themes/solar.yml:3:9: …`; `nil` for a theme that can be used.
  package var fault: String? {
    if case .failure(let error) = content { "themes/\(name).yml:\(error)" } else { nil }
  }
}
